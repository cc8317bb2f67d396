import { useSyncExternalStore } from 'react';

/** The query as it stands while it is being written, in the bar or in the form: what one writes the other shows. */
export interface Draft {
  readonly text: string;
  readonly by: 'bar' | 'form';
}

let draft: Draft = { text: '', by: 'bar' };
const listeners = new Set<() => void>();

export function writeDraft(text: string, by: Draft['by']): void {
  if (draft.text === text) return;
  draft = { text, by };
  for (const listener of listeners) listener();
}

export function readDraft(): Draft {
  return draft;
}

export function useDraft(): Draft {
  return useSyncExternalStore(subscribe, () => draft);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
