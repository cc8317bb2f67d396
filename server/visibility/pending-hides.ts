/**
 * Posts that are hidden and that Elasticsearch may not know to be: whatever counts documents leaves them out by name, so
 * that totals are right at once and not only pages. There are none, but for seconds after somebody hid something.
 */
import type { Pool } from 'pg';
import { documentId } from '../../mappings/elasticsearch/post-document.ts';
import { prepared } from '../../platform/postgres.ts';
import type { CompiledSearch } from '../search/plan/compile.ts';
import { SELECT_CONCEALED } from '../search/hydrate/sql.ts';

export interface Concealed {
  readonly ids: readonly string[];
  /** How many there are beyond those. */
  readonly unnamed: number;
}

export const NONE_CONCEALED: Concealed = { ids: [], unnamed: 0 };

/** Some milliseconds of Elasticsearch's time; a whole thread fits. */
export const MAX_NAMED = 2_000;

/** Of these boards; null for all. */
export async function loadConcealed(pool: Pool, boards: readonly string[] | null): Promise<Concealed> {
  const { rows } = await pool.query<{ board: string; num: string; subnum: number; total: string }>(
    prepared(SELECT_CONCEALED, [boards, MAX_NAMED]),
  );
  const ids = rows.map(({ board, num, subnum }) => documentId({ board, num: Number(num), subnum }));
  return { ids, unnamed: Number(rows[0]?.total ?? 0) - ids.length };
}

/** Every one of them, for whoever must know them while PostgreSQL is away. */
export async function loadAllConcealed(pool: Pool): Promise<readonly string[]> {
  const { rows } = await pool.query<{ board: string; num: string; subnum: number }>(SELECT_CONCEALED, [null, null]);
  return rows.map(({ board, num, subnum }) => documentId({ board, num: Number(num), subnum }));
}

export function leaveOut(search: CompiledSearch, { ids }: Concealed): CompiledSearch {
  return { ...search, query: { bool: { must: [search.query], must_not: [{ ids: { values: [...ids] } }] } } };
}
