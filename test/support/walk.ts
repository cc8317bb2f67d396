import type { SearchAnswer } from '../../mappings/contract/search.ts';

/** The pages, each a list of `board.num.subnum`, in the order in which they were read. */
export interface Walk {
  readonly there: readonly (readonly string[])[];
  /** The pages read backwards, reversed; should be equal to `there`. */
  readonly back: readonly (readonly string[])[];
}

/**
 * Reads from the first page to the last by `next` and back by `previous`. `between` runs before every page except the
 * first.
 */
export async function walkThereAndBack(
  page: (cursor: string | null) => Promise<SearchAnswer>,
  between: () => Promise<void> = async () => undefined,
): Promise<Walk> {
  let answer = await page(null);
  const there = [keysOf(answer)];
  while (answer.next !== null) {
    await between();
    answer = await page(answer.next);
    there.push(keysOf(answer));
  }
  const back = [keysOf(answer)];
  // Posts that arrived during the walk are before the first page and do not count.
  while (answer.previous !== null && back.length < there.length) {
    await between();
    answer = await page(answer.previous);
    back.unshift(keysOf(answer));
  }
  return { there, back };
}

export function keysOf(answer: SearchAnswer): string[] {
  return answer.hits.map((hit) => `${hit.board}.${hit.num}.${hit.subnum}`);
}
