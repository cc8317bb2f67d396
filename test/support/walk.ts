import type { SearchAnswer } from '../../mappings/contract/search.ts';

/** Pages as lists of `board.num.subnum`, in the order in which they were met. */
export interface Walk {
  readonly there: readonly (readonly string[])[];
  /** From the last page to the first, turned around: what `there` should be. */
  readonly back: readonly (readonly string[])[];
}

/** From the first page by `next` to the last, and by `previous` back. `between` runs before every further page. */
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
  // What arrived since is before the first page, and no part of the walk.
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
