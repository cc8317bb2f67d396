/** Keys of these pages, as they are told to readers. */
export const KEY_LIST = [
  { key: '/', meaning: 'Go to the search bar' },
  { key: 'j', meaning: 'Next post' },
  { key: 'k', meaning: 'Post before' },
  { key: 'o', meaning: 'Open the post’s thread, or in a thread its file' },
  { key: 't', meaning: 'To the top' },
  { key: '?', meaning: 'These keys' },
] as const;

export type PageKey = (typeof KEY_LIST)[number]['key'];

export interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** What a press means; null for one that is the browser's. */
export function pageKeyOf(press: Press): PageKey | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null;
  return KEY_LIST.find(({ key }) => key === press.key)?.key ?? null;
}
