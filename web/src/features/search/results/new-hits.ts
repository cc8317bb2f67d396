import type { Hit } from '../../../../../mappings/contract/search.ts';

export interface NewHits {
  readonly count: number;
  /** None of the hits on the page is among the newest: there may be more. */
  readonly more: boolean;
}

/** How many of the newest hits were written after the ones on the page. Both newest first. */
export function countNewHits(newest: readonly Hit[], shown: readonly Hit[]): NewHits {
  const known = new Set(shown.map(hitKey));
  const first = shown[0];
  const isNewer = (hit: Hit) =>
    !known.has(hitKey(hit)) && (first === undefined || hit.time_posted >= first.time_posted);
  const count = newest.filter(isNewer).length;
  return { count, more: shown.length > 0 && count > 0 && count === newest.length };
}

export function hitKey(hit: Pick<Hit, 'board' | 'num' | 'subnum'>): string {
  return `${hit.board}/${hit.num}/${hit.subnum}`;
}
