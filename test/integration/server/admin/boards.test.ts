import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAPPING_VERSION } from '../../../../mappings/elasticsearch/post-index.ts';
import { createPostgresPool } from '../../../../platform/postgres.ts';
import { createElasticsearch } from '../../../../platform/elasticsearch.ts';
import { createBoardStatus } from '../../../../server/admin/boards/status.ts';
import type { AdminBoard, AdminBoardList } from '../../../../mappings/contract/admin.ts';
import { aPost, insertBoard, writePosts, type TestBoard } from '../../../support/builders.ts';
import { startHttpProxy } from '../../../support/http-proxy.ts';
import { drained, runIndexer } from '../../../support/indexer.ts';
import { freePort } from '../../../support/ports.ts';
import { wardenOf } from '../../../support/sessions.ts';
import { useWorld } from '../../../support/world.ts';
import { givenServer, type GivenServer } from '../given-archive.ts';
import { givenAdmin, type Admin } from './given-admin.ts';
import { loginUrl } from '../../../support/logins.ts';
import { REDIS_AWAY } from '../../../support/redis-away.ts';

const world = useWorld();
let server: GivenServer;
let admin: Admin;
let board: TestBoard;

async function standing(name: string, by: Admin = admin): Promise<AdminBoard> {
  const { status, body } = await by.get('/boards');
  expect(status).toBe(200);
  const found = (body as AdminBoardList).boards.find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no board ${name}`);
  return found;
}

interface Away {
  readonly url: string;
  close?(): Promise<void>;
}

beforeAll(async () => {
  // A running clock, because cached counts expire after a moment.
  let now = Date.now();
  server = await givenServer(world(), { clock: () => new Date((now += 10_000)) });
  admin = await givenAdmin(world(), server);
  board = await insertBoard(world().pool, 'full', { sliceSize: 10 });
  await insertBoard(world().pool, 'empty');
});

afterAll(async () => {
  await server.close();
});

test('an empty board has counts of zero and no status', async () => {
  expect(await standing('empty')).toEqual({
    name: 'empty',
    title: 'empty',
    posts: 0,
    documents: 0,
    dirty_threads: 0,
    lag_seconds: 0,
    quarantined: 0,
    drift: null,
    verified_at: null,
    last_scrape: null,
    harvest: null,
    sources: [],
    outdated: false,
    rollback: false,
    indices: [],
    tasks: [],
    unlisted: false,
    worksafe: true,
  });
});

test('a board shows the counts of rows and documents, hidden ones included, per slice', async () => {
  await runIndexer(world());
  await writePosts(world().pool, board, [
    aPost({ num: 1 }),
    aPost({ num: 2, thread: 1, hidden: true }),
    aPost({ num: 15 }),
  ]);
  await drained(world());
  await world().elasticsearch.indices.refresh({ index: `${world().indexPrefix}*` });
  const shown = await standing('full');
  expect(shown).toMatchObject({ posts: 3, documents: 3, dirty_threads: 0, lag_seconds: 0, outdated: false });
  expect(shown.indices).toMatchObject([
    { slice: 0, state: 'live', documents: 2, mapping_version: MAPPING_VERSION },
    { slice: 1, state: 'live', documents: 1 },
  ]);
  for (const index of shown.indices) expect(index.bytes).toBeGreaterThan(0);
});

test('posts that are not indexed yet are counted, with the age of the oldest', async () => {
  await writePosts(world().pool, board, [aPost({ num: 3 }), aPost({ num: 4 }), aPost({ num: 5, thread: 4 })]);
  await world().pool.query(`update dirty set since = now() - interval '90 seconds' where thread = 4`);
  const shown = await standing('full');
  expect(shown).toMatchObject({ posts: 6, documents: 3, dirty_threads: 2 });
  expect(shown.lag_seconds).toBeGreaterThanOrEqual(90);
  expect(shown.lag_seconds).toBeLessThan(3_600);
});

test('verification, scraping, outdated mappings, standby indices and tasks are shown', async () => {
  const { pool } = world();
  await pool.query(
    `insert into verifications (board_id, verified_at, drift, documents) values ($1, '2024-02-03T04:05:06Z', 2, 9)`,
    [board.id],
  );
  await pool.query(
    `insert into harvest_state (board_id, url, fetched_at)
     values ($1, 'http://a/1', '2024-02-01T00:00:00Z'), ($1, 'http://a/2', '2024-02-02T00:00:00Z')`,
    [board.id],
  );
  await pool.query('update indices set mapping_version = mapping_version - 1 where board_id = $1 and slice = 0', [
    board.id,
  ]);
  await pool.query(
    `insert into indices (name, board_id, slice, build, mapping_version, state)
     values ('gone', $1, 0, 8, 1, 'retired'), ('older', $1, 0, 9, 1, 'standby')`,
    [board.id],
  );
  await admin.send('POST', '/tasks', { kind: 'verify', boards: ['full'] });
  expect(await standing('full')).toMatchObject({
    drift: 2,
    verified_at: '2024-02-03T04:05:06.000Z',
    last_scrape: '2024-02-02T00:00:00.000Z',
    outdated: true,
    rollback: true,
    indices: [
      { slice: 0, state: 'live' },
      { slice: 0, state: 'standby', name: 'older', documents: null },
      { slice: 1, state: 'live' },
    ],
    tasks: [{ kind: 'verify', status: 'enqueued' }],
  });
  expect(await standing('empty')).toMatchObject({ tasks: [], rollback: false, last_scrape: null });
});

test.each([
  ['refuses connections', async () => ({ url: `http://127.0.0.1:${await freePort()}` })],
  [
    'takes requests and never answers',
    async () => {
      const proxy = await startHttpProxy(world().elasticsearchUrls[0] ?? '');
      proxy.treat = () => new Promise(() => undefined);
      return proxy;
    },
  ],
  [
    'answers that it is overloaded',
    async () => {
      const proxy = await startHttpProxy(world().elasticsearchUrls[0] ?? '');
      proxy.treat = () => ({ status: 503, body: '{}' });
      return proxy;
    },
  ],
])('with an Elasticsearch that %s, boards are shown without their documents', async (_how, away) => {
  const store: Away = await away();
  const lonely = await givenServer(world(), { elasticsearchUrls: [store.url] });
  const shown = await standing('full', await givenAdmin(world(), lonely));
  expect(shown).toMatchObject({ posts: 6, documents: null, dirty_threads: 2, drift: 2 });
  for (const index of shown.indices) expect(index).toMatchObject({ documents: null, bytes: null });
  await lonely.close();
  await store.close?.();
});

test('the number of SQL statements does not depend on the number of boards', async () => {
  const pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'server') });
  const elasticsearch = createElasticsearch(world().elasticsearchUrls);
  let statements = 0;
  pool.on('acquire', () => statements++);
  const ask = async () => {
    statements = 0;
    const readStatus = createBoardStatus({
      ...world(),
      pool,
      redis: REDIS_AWAY,
      elasticsearch,
      clock: () => new Date(),
    });
    const list = await readStatus(await wardenOf(world().pool));
    return { boards: list.boards.length, statements };
  };
  const few = await ask();
  for (let number = 0; number < 20; number++) await insertBoard(world().pool, `more${number}`);
  const many = await ask();
  expect(many.boards).toBe(few.boards + 20);
  expect(many.statements).toBe(few.statements);
  await Promise.all([pool.end(), elasticsearch.close()]);
});
