import { spell } from '../../../web/src/lib/query-text.ts';
import type { RemovalRequest } from '../contract/removal-requests.ts';

/** The search that finds the posts of a request about a name or a search. */
export function queryOf({ about, sought }: Pick<RemovalRequest, 'about' | 'sought'>): string {
  return about === 'name' ? `name:${spell(sought ?? '')}` : (sought ?? '');
}
