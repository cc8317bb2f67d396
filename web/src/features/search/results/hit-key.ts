import type { Hit } from '../../../../../mappings/contract/search.ts';

export function hitKey(hit: Pick<Hit, 'board' | 'num' | 'subnum'>): string {
  return `${hit.board}/${hit.num}/${hit.subnum}`;
}
