/** `series:dpt` and `series:g/dpt`. */
import type { Lookups } from '../../../server/search/plan/lookup.ts';
import type { LookupStores } from '../../../server/search/plan/lookup-stores.ts';
import { toError } from '../../../platform/errors.ts';
import { toUnavailable } from '../../../platform/postgres-errors.ts';
import { FIND_THREADS } from './sql.ts';

/** Elasticsearch accepts 65,536 values of a condition. Only the newest editions of a longer series are found. */
const MAX_THREADS = 65_000;

export function seriesLookups({ pool }: Pick<LookupStores, 'pool'>): Lookups {
  return {
    async series(written) {
      // PostgreSQL refuses this character, and no series has it.
      if (written.includes('\0')) return [];
      const value = written.toLowerCase().replaceAll(/^\/|\/$/g, '');
      const slash = value.indexOf('/');
      const [board, name] = slash < 0 ? [null, value] : [value.slice(0, slash), value.slice(slash + 1)];
      const { rows } = await pool
        .query<{ thread_id: string }>(FIND_THREADS, [name, board, MAX_THREADS])
        .catch(async (error: unknown) => Promise.reject(toUnavailable(toError(error))));
      return rows.length === 0 ? [] : [{ index: 'thread_id', values: rows.map(({ thread_id: id }) => id) }];
    },
  };
}
