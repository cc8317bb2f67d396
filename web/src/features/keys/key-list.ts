/** Keys of these pages, as they are told to readers. */
export const KEY_LIST = [
  { key: '/', meaning: 'keys.bar' },
  { key: 'j', meaning: 'keys.next' },
  { key: 'k', meaning: 'keys.before' },
  { key: 'o', meaning: 'keys.open' },
  { key: 't', meaning: 'keys.top' },
  { key: '?', meaning: 'keys.list' },
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
