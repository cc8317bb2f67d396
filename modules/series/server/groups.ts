/** Series are groups of threads. */
import type pg from 'pg';
import { prepared } from '../../../platform/postgres.ts';
import type { ThreadGroups } from '../../../server/search/plan/lookup-stores.ts';
import { FIND_NAMES, FIND_THREADS } from './sql.ts';

export function seriesGroups({ pool }: { readonly pool: pg.Pool }): ThreadGroups {
  return {
    async groupsOf(threads) {
      const { rows } = await pool.query<{ thread_id: string; name: string }>(prepared(FIND_NAMES, [threads]));
      return new Map(rows.map(({ thread_id: id, name }) => [id, `${boardOf(id)}/${name}`]));
    },
    async threadsOf(group, limit) {
      const [board, name] = group.split('/', 2);
      const { rows } = await pool.query<{ thread_id: string }>(FIND_THREADS, [name, board, limit]);
      return rows.map(({ thread_id: id }) => id);
    },
  };
}

function boardOf(threadId: string): string {
  return threadId.slice(0, threadId.lastIndexOf('.'));
}
