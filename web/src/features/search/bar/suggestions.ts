import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Completion } from '../../../../../mappings/contract/completion.ts';
import { fetchCompletions } from '../../../lib/api-client.ts';
import { t } from '../../../lib/messages.ts';

/** What the bar offers: a piece of a query, or a whole one that the reader asked before. */
export type Offer = Pick<Completion, 'text' | 'from' | 'to' | 'description' | 'count'> & { readonly isWhole: boolean };

const FRESH_MS = 60_000;

export function completionsQuery(q: string, at: number) {
  return queryOptions({
    queryKey: ['completions', q, at],
    queryFn: async ({ signal }) => (await fetchCompletions(q, at, signal)).completions,
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
    retry: false,
    placeholderData: keepPreviousData,
  });
}

/** The text with an offer taken, and where the caret is then. */
export function accept(text: string, { text: piece, from, to }: Offer): { readonly text: string; readonly at: number } {
  return { text: text.slice(0, from) + piece + text.slice(to), at: from + piece.length };
}

/** What the reader saved, then what was asked lately. */
export function offerKept(saved: readonly string[], recent: readonly string[]): readonly Offer[] {
  return [
    ...saved.map((text) => wholeQuery(text, t('search.saved-mark'))),
    ...recent.filter((text) => !saved.includes(text)).map((text) => wholeQuery(text, null)),
  ];
}

function wholeQuery(text: string, description: string | null): Offer {
  return { text, from: 0, to: 0, description, count: null, isWhole: true };
}
