import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, inject, onTestFinished, test } from 'vitest';
import { indexTemplateName } from '../../../../mappings/elasticsearch/index-names.ts';
import { aPost, insertBoard, writePosts, type TestBoard } from '../../../support/builders.ts';
import { compareStores } from '../../../support/compare-stores.ts';
import { drained, runIndexer } from '../../../support/indexer.ts';
import { processUrl, worldEnvironment } from '../../../support/processes.ts';
import { ended } from '../../../support/tasks.ts';
import { runAsSuperuser, createWorld, destroyWorld, type World } from '../../../support/world.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/** Each test has its own world, because databases go back in time here. */
async function aWorld(): Promise<World> {
  const world = await createWorld(inject('databaseUrl'), inject('redisUrl'), inject('elasticsearchUrls'));
  onTestFinished(async () => destroyWorld(inject('databaseUrl'), world));
  return world;
}

async function run(world: World, args: readonly string[]): Promise<{ code: number | null; said: string }> {
  const [main = ''] = args;
  const env = { ...worldEnvironment(world), DATABASE_URL: processUrl(main, world) };
  const child = spawn(process.execPath, [...args], { cwd: ROOT, env });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await once(child, 'exit');
  return { code: child.exitCode, said };
}

const startIndexer = async (world: World) => run(world, ['indexer/main.ts']);
const finishRestore = async (world: World) => run(world, ['cli/main.ts', 'restore', 'finish']);

const nameOf = (world: World) => new URL(world.databaseUrl).pathname.slice(1);
const disconnect = (name: string) => `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`;

/** Copies the database. Returns a function that puts the copy in its place, as restoring a dump does. */
async function backUp(world: World): Promise<() => Promise<void>> {
  const name = nameOf(world);
  const backup = `${name}_backup`;
  await runAsSuperuser(disconnect(name), `create database ${backup} template ${name}`);
  onTestFinished(async () => runAsSuperuser(`drop database if exists ${backup} with (force)`));
  return async () => runAsSuperuser(`drop database ${name} with (force)`, `create database ${name} template ${backup}`);
}

async function revOf(world: World): Promise<number> {
  const { rows } = await world.pool.query<{ rev: string }>('select last_value as rev from post_rev');
  return Number(rows[0]?.rev);
}

const said = (board: TestBoard, nums: readonly number[], words: string) =>
  nums.map((num) => aPost({ board: board.name, num, thread: 1, comment: `${words} ${num}` }));

const numsFrom = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, place) => first + place);

async function search(world: World, words: string): Promise<readonly string[]> {
  await world.elasticsearch.indices.refresh({ index: `${world.indexPrefix}posts` });
  const answer = await world.elasticsearch.search({
    index: `${world.indexPrefix}posts`,
    query: { match_phrase: { comment: words } },
    size: 1_000,
  });
  return answer.hits.hits.map(({ _id: id = '' }) => id).sort();
}

async function countWrites(world: World): Promise<number | undefined> {
  const { _all: all } = await world.elasticsearch.indices.stats({
    index: `${world.indexPrefix}*`,
    metric: 'indexing',
  });
  return all.total?.indexing?.index_total;
}

/** Starts an indexer and waits until all requested verifications have ended. */
async function mend(world: World): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const indexer = await runIndexer(world);
  const { rows } = await world.pool.query<{ id: string }>(`select id from tasks where kind = 'verify'`);
  const tasks = [];
  for (const { id } of rows) tasks.push(await ended(world, Number(id)));
  await drained(world);
  await indexer.close();
  return tasks.map(({ status, details }) => ({ ...details, status }));
}

test(
  'after a dump is restored nothing is indexed until the restore is finished, which discards the lost time',
  { timeout: 300_000 },
  async () => {
    const world = await aWorld();
    const board = await insertBoard(world.pool, 'past');
    const indexer = await runIndexer(world);
    await writePosts(world.pool, board, said(board, numsFrom(1, 200), 'before'));
    await drained(world);
    await indexer.close();
    const restore = await backUp(world);

    const later = await runIndexer(world);
    await writePosts(world.pool, board, said(board, numsFrom(150, 400), 'lost'));
    const begun = await insertBoard(world.pool, 'begun');
    await writePosts(world.pool, begun, said(begun, [1], 'lost'));
    await drained(world);
    await later.close();
    const lostRev = await revOf(world);

    await restore();
    // The scraper continues: revs of the lost time are drawn again, for the same and for other posts.
    await writePosts(world.pool, board, said(board, numsFrom(190, 260), 'after'));
    const before = await countWrites(world);
    const refused = await startIndexer(world);
    expect(refused.code).toBe(1);
    expect(refused.said).toContain('sagasu restore finish');
    expect(await countWrites(world)).toBe(before);

    const finished = await finishRestore(world);
    expect(finished.said).toContain('The epoch is now 2.');
    expect(finished.said).toMatch(/Deleted indices that the database does not have: \S*posts-begun-\S+\./);
    expect(
      await world.elasticsearch.indices.exists({ index: `${world.indexPrefix}posts-begun*`, allow_no_indices: false }),
    ).toBe(false);
    expect(finished.code).toBe(0);
    expect(await revOf(world)).toBeGreaterThanOrEqual(lostRev);
    const [verification] = await mend(world);
    expect(verification).toMatchObject({ status: 'succeeded', drift: 0, pending: 0 });
    expect((await compareStores(world)).differences).toEqual([]);
    expect(await search(world, 'lost')).toEqual([]);
    expect(await search(world, 'after')).toHaveLength(71);
    expect(await search(world, 'before')).toHaveLength(189);
    expect((await mend(world))[0]).toMatchObject({ status: 'succeeded', drift: 0 });
  },
);

test('the newest documents reveal a database that was restored in place and has drawn more revs since', async () => {
  const world = await aWorld();
  const board = await insertBoard(world.pool, 'snapshot');
  const indexer = await runIndexer(world);
  await writePosts(world.pool, board, said(board, numsFrom(1, 50), 'before'));
  await drained(world);
  const rev = await revOf(world);
  // The documents exist, but searches do not find them before the refresh.
  await world.elasticsearch.indices.putSettings({
    index: `${world.indexPrefix}*`,
    settings: { refresh_interval: '-1' },
  });
  await writePosts(world.pool, board, said(board, numsFrom(51, 100), 'lost'));
  await drained(world);
  await indexer.close();
  // A snapshot of the whole machine keeps the database's name, system identifier and timeline.
  await world.pool.query('delete from posts where rev > $1', [rev]);
  await world.pool.query(`select setval('post_rev', $1)`, [rev]);
  await writePosts(world.pool, board, said(board, numsFrom(30, 50), 'after'));
  await writePosts(world.pool, board, said(board, numsFrom(1, 49), 'after'));
  expect(await revOf(world)).toBeGreaterThan(rev + 50);

  const refused = await startIndexer(world);
  expect([refused.code, refused.said.includes('sagasu restore finish')]).toEqual([1, true]);
  expect((await finishRestore(world)).code).toBe(0);
  expect(await mend(world)).toMatchObject([{ status: 'succeeded', drift: 0 }]);
  expect((await compareStores(world)).differences).toEqual([]);
  expect(await search(world, 'lost')).toEqual([]);
});

test('a document that has the same rev and checksums after a restore is still compared again', async () => {
  const world = await aWorld();
  const board = await insertBoard(world.pool, 'twin');
  const indexer = await runIndexer(world);
  await writePosts(world.pool, board, said(board, [1], 'before'));
  await drained(world);
  await indexer.close();
  const restore = await backUp(world);
  const later = await runIndexer(world);
  await writePosts(world.pool, board, said(board, [2], 'lost'));
  await drained(world);
  await later.close();
  await restore();
  await writePosts(world.pool, board, said(board, [2], 'kept'));
  // The post's mark is deleted too, so only the comparison can detect it.
  await world.pool.query('delete from dirty');
  expect((await finishRestore(world)).code).toBe(0);
  expect(await mend(world)).toMatchObject([{ found: 1, drift: 0, kinds: { altered: 1 } }]);
  expect(await search(world, 'lost')).toEqual([]);
  expect(await search(world, 'kept')).toEqual(['twin.2.0']);
});

test('a restore is not finished while an indexer runs', async () => {
  const world = await aWorld();
  await insertBoard(world.pool, 'busy');
  const indexer = await runIndexer(world);
  const refused = await finishRestore(world);
  expect(refused.code).toBe(1);
  expect(refused.said).toContain('an indexer is running');
  await indexer.close();
  expect((await finishRestore(world)).code).toBe(0);
});

test('revs skipped by a crash of PostgreSQL do not prevent a start', async () => {
  const world = await aWorld();
  const board = await insertBoard(world.pool, 'skipped');
  await (await runIndexer(world)).close();
  await writePosts(world.pool, board, said(board, [1], 'before'));
  await world.pool.query(`select setval('post_rev', nextval('post_rev') + 32)`);
  await writePosts(world.pool, board, said(board, [2], 'after'));
  const indexer = await runIndexer(world);
  await drained(world);
  await indexer.close();
  await (await runIndexer(world)).close();
  expect((await compareStores(world)).differences).toEqual([]);
});

test('an empty Elasticsearch, or one without a stored identity, is accepted', async () => {
  const world = await aWorld();
  const board = await insertBoard(world.pool, 'fresh');
  await (await runIndexer(world)).close();
  await writePosts(world.pool, board, said(board, numsFrom(1, 20), 'kept'));
  const indices = await world.elasticsearch.indices.get({ index: `${world.indexPrefix}*` });
  for (const index of Object.keys(indices)) await world.elasticsearch.indices.delete({ index });
  await world.elasticsearch.indices.deleteIndexTemplate({ name: indexTemplateName(world.indexPrefix) });
  const indexer = await runIndexer(world);
  await drained(world);
  await indexer.close();
  expect((await compareStores(world)).differences).toEqual([]);
});

test('an empty database is accepted beside the indices of another', async () => {
  const world = await aWorld();
  const board = await insertBoard(world.pool, 'first');
  const restore = await backUp(world);
  const indexer = await runIndexer(world);
  await writePosts(world.pool, board, said(board, numsFrom(1, 20), 'gone'));
  await drained(world);
  await indexer.close();
  await restore();
  await writePosts(world.pool, board, []);
  const next = await runIndexer(world);
  await writePosts(world.pool, board, said(board, [5], 'new'));
  await drained(world);
  await next.close();
  expect((await compareStores(world)).differences).toEqual([]);
});
