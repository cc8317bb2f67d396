import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type pg from 'pg';
import { createPostgresPool } from '../../../platform/postgres.ts';
import type { SearchAnswer } from '../../../mappings/contract/search.ts';
import type { ModerationAction } from '../../../server/moderation/moderate.ts';
import { aPost, insertBoard, writePosts, type TestBoard } from '../../support/builders.ts';
import { compareStores } from '../../support/compare-stores.ts';
import { drained, openIndexer, type TestIndexer } from '../../support/indexer.ts';
import { useWorld } from '../../support/world.ts';
import { givenServer, type GivenServer } from '../server/given-archive.ts';
import { countOf } from '../../support/full-counts.ts';
import { loginUrl } from '../../support/logins.ts';
import { actAsStaff } from '../../support/moderation.ts';

const world = useWorld();
const POSTS = countOf(3_000, 1_000);

let indexer: TestIndexer;
let server: GivenServer;
let pool: pg.Pool;
let board: TestBoard;

beforeAll(async () => {
  board = await insertBoard(world().pool, 'g');
  indexer = await openIndexer(world());
  server = await givenServer(world());
  pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'server') });
  const nums = Array.from({ length: POSTS }, (_, place) => 1_000 + place);
  await writePosts(
    world().pool,
    board,
    nums.map((num) => aPost({ board: 'g', num, thread: num - (num % 50), comment: `rowanword number${num}` })),
  );
  await drained(world(), 110_000);
  await world().elasticsearch.indices.refresh({ index: `${world().indexPrefix}*` });
});

afterAll(async () => {
  await indexer.close();
  await server.close();
  await pool.end();
});

const act = async (action: ModerationAction, num: number) =>
  actAsStaff(world(), pool, action, { id: board.id, name: 'g' }, [num]);

async function start(kind: 'reindex' | 'rollback'): Promise<() => Promise<string>> {
  const { rows } = await world().pool.query<{ id: string }>(
    `insert into tasks (kind, board_id, requested_by) values ($1, $2, 'test') returning id`,
    [kind, board.id],
  );
  return async () => {
    const task = await world().pool.query<{ status: string }>('select status from tasks where id = $1', [rows[0]?.id]);
    return task.rows[0]?.status ?? '';
  };
}

async function counted(): Promise<SearchAnswer['total']> {
  return ((await server.search({ q: 'rowanword', limit: '1' })).body as SearchAnswer).total;
}

test('a post hidden or purged at any moment of a rebuild or rollback is not in any count, and afterwards not in any index', async () => {
  let left = POSTS;
  let next = 1_000;
  const purged: number[] = [];
  for (const kind of ['reindex', 'rollback'] as const) {
    const status = await start(kind);
    while (['enqueued', 'processing'].includes(await status())) {
      const num = next++;
      const action = num % 2 === 0 ? 'purge' : 'hide';
      await act(action, num);
      if (action === 'purge') purged.push(num);
      left--;
      expect(await counted()).toEqual({ value: left, relation: 'eq' });
    }
    expect(await status()).toBe('succeeded');
  }
  expect(purged.length).toBeGreaterThan(2);
  await drained(world());
  expect((await compareStores(world())).differences).toEqual([]);
  expect((await compareStores(world(), { state: 'standby' })).differences).toEqual([]);
  const index = `${world().indexPrefix}posts-g-v*`;
  await world().elasticsearch.indices.refresh({ index });
  for (const num of purged) {
    expect((await world().elasticsearch.count({ index, query: { match: { comment: `number${num}` } } })).count).toBe(0);
  }
  expect(await counted()).toEqual({ value: left, relation: 'eq' });
});

test('purged content is removed from the segments of live and standby indices', async () => {
  await vi.waitFor(
    async () => {
      const { rows } = await world().pool.query('select 1 from tombstones where segments_purged_at is null');
      expect(rows).toHaveLength(0);
    },
    { timeout: 110_000, interval: 200 },
  );
});
