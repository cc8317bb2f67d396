/** The state of a query that is being typed, shared by the query bar, the form and the results. */
import { useLocation } from '@tanstack/react-router';
import { createStore, useStore } from '../../../lib/store.ts';

/** The unsubmitted query. The bar and the form each show the text that the other has written. */
interface Draft {
  readonly text: string;
  readonly by: 'bar' | 'form';
}

const draft = createStore<Draft>({ text: '', by: 'bar' });

export function writeDraft(text: string, by: Draft['by']): void {
  if (draft.read().text !== text) draft.write({ text, by });
}

export function readDraft(): Draft {
  return draft.read();
}

export function useDraft(): Draft {
  return useStore(draft);
}

/** The reader counts as having stopped typing this long after the last answer: facets are then loaded and counts announced. */
export const SETTLED_MS = 1_000;

const loading = createStore(false);

export function setLoading(isLoading: boolean): void {
  loading.write(isLoading);
}

/** Whether results for the typed query are loading. */
export function useLoading(): boolean {
  return useStore(loading);
}

/** Whether the page's query was typed but not submitted. */
export function useIsTyped(): boolean {
  return useLocation({ select: ({ state }) => state.typedOver !== undefined });
}

/** Position of the error in the page's query, for the bar. */
interface Fault {
  readonly q: string;
  readonly start: number;
  readonly end: number;
}

const fault = createStore<Fault | null>(null);

export function writeFault(found: Fault | null): void {
  fault.write(found);
}

export function useFault(): Fault | null {
  return useStore(fault);
}

/** A typed query as the bar shows it: without the star after its last word, which the reader did not type. */
export function withoutStar(q: string): string {
  return q.endsWith('*') ? q.slice(0, -1) : q;
}
