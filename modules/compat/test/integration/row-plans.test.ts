import { expect, test } from 'vitest';
import { createPostgresPool } from '../../../../platform/postgres.ts';
import { FIRST_NUM, FOUR_BOARDS } from '../../../../test/bench/corpus.ts';
import { loadCorpus } from '../../../../test/bench/load.ts';
import { loginUrl } from '../../../../test/support/logins.ts';
import { useWorld } from '../../../../test/support/world.ts';
import { loadArchived } from '../../server/foolfuuka/load-posts.ts';

const world = useWorld();
/** PostgreSQL plans the first five executions, and then decides by their cost whether to plan again. */
const TIMES = 12;

test('a connection that begins with short lists plans the statement once instead of once per list', async () => {
  // With this many posts, a custom plan for one post looks cheaper than the generic plan.
  await loadCorpus(world(), FOUR_BOARDS, 20_000);
  const pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'server'), maxConnections: 1 });
  try {
    for (let time = 0; time < TIMES; time++) await loadArchived(pool, [{ board: 'g', num: FIRST_NUM, subnum: 0 }]);
    const { rows } = await pool.query<{ generic: string }>(
      'select generic_plans as generic from pg_prepared_statements',
    );
    expect(rows.map(({ generic }) => Number(generic) >= TIMES - 5)).toEqual([true]);
  } finally {
    await pool.end();
  }
});
