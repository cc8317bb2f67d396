/** `series:dpt` and `series:g/dpt`. */
import type pg from 'pg';
import type { FoundTerms, Lookups } from '../../../server/search/plan/lookup.ts';
import type { LookupStores } from '../../../server/search/plan/lookup-stores.ts';
import { toError } from '../../../platform/errors.ts';
import { toUnavailable } from '../../../platform/postgres-errors.ts';
import { FIND_THREADS, PENDING_FROM } from './sql.ts';

/** Elasticsearch accepts 65,536 values of a condition. Only the newest editions of a longer series are found. */
const MAX_THREADS = 65_000;

export function seriesLookups({ pool }: Pick<LookupStores, 'pool'>): Lookups {
  const ask = async <Row extends pg.QueryResultRow>(statement: string, values: unknown[]) =>
    pool.query<Row>(statement, values).catch(async (error: unknown) => Promise.reject(toUnavailable(toError(error))));
  const find = async (written: string): Promise<readonly FoundTerms[]> => {
    // PostgreSQL refuses this character, and no series has it.
    if (written.includes('\0')) return [];
    const value = written.toLowerCase().replaceAll(/^\/|\/$/g, '');
    const slash = value.indexOf('/');
    const [board, name] = slash < 0 ? [null, value] : [value.slice(0, slash), value.slice(slash + 1)];
    const { rows } = await ask<{ thread_id: string }>(FIND_THREADS, [name, board, MAX_THREADS]);
    return rows.length === 0 ? [] : [{ index: 'thread_id', values: rows.map(({ thread_id: id }) => id) }];
  };
  const pendingFrom = async () => {
    const { rows } = await ask<{ rev: string | null }>(PENDING_FROM, []);
    const rev = rows[0]?.rev ?? null;
    return rev === null ? null : Number(rev);
  };
  return { series: Object.assign(find, { pendingFrom }) };
}
