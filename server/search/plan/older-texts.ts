/** Indices that a rebuild has not reached yet have texts with the folding of mapping version 5. */
import { searchTarget } from '../elasticsearch/send-search.ts';
import type { SearchContext } from '../context.ts';

/** The first mapping version with the present folding. */
const FOLDED_SINCE = 6;

export async function hasOlderTexts(
  context: Pick<SearchContext, 'coverage' | 'indexPrefix' | 'timeoutMs'>,
  boards: readonly string[] | null,
): Promise<boolean> {
  const { index } = searchTarget(context, boards);
  return ((await context.coverage?.gapsOfField(index, FOLDED_SINCE)) ?? []).length > 0;
}
