import type { Suggestions } from '../../../mappings/contract/completion.ts';
import type { SearchHouse } from '../context.ts';
import { complete } from './complete.ts';

/** Browsers show no more. */
const MAX_SUGGESTIONS = 10;

/** The query as it would be with each completion of its end. */
export async function suggest(
  house: SearchHouse,
  { q, signal }: { readonly q: string; readonly signal: AbortSignal },
): Promise<Suggestions> {
  // A browser asks before a letter is written, and then wants nothing.
  const completions = q.trim() === '' ? [] : await complete(house, { q, at: q.length, signal });
  const shown = completions.slice(0, MAX_SUGGESTIONS);
  return [
    q,
    shown.map(({ text, from, to }) => q.slice(0, from) + text + q.slice(to)),
    shown.map(({ description }) => description ?? ''),
  ];
}
