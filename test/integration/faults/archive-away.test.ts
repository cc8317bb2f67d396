/**
 * PostgreSQL is killed under servers that run as processes. Only this file uses that PostgreSQL; Redis and Elasticsearch are
 * shared. The tests depend on each other, in this order.
 */
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { SearchAnswer } from '../../../mappings/contract/search.ts';
import type { Thread } from '../../../mappings/contract/thread.ts';
import { startPrivateStores, type PrivateStores } from '../../faults/private-stores.ts';
import { eventually } from '../../support/archive.ts';
import { aPost, insertBoard, writePosts } from '../../support/builders.ts';
import { drained, openIndexer } from '../../support/indexer.ts';
import { freePort } from '../../support/ports.ts';
import { startProcess, stopProcess } from '../../support/processes.ts';
import { createWorld, destroyWorld, type World } from '../../support/world.ts';
import { sagasu } from '../cli/harness.ts';

const START_LIMIT_MS = 300_000;

let folder: string;
let stores: PrivateStores;
let world: World;
const servers: { url: string; child: ChildProcess }[] = [];

beforeAll(async () => {
  mkdirSync('data', { recursive: true });
  folder = mkdtempSync('data/test-away-');
  const shared = { redisUrl: inject('redisUrl'), elasticsearchUrls: inject('elasticsearchUrls') };
  stores = await startPrivateStores(folder, undefined, shared);
  world = await createWorld(stores.databaseUrl, stores.redisUrl, stores.elasticsearchUrls);
  const board = await insertBoard(world.pool, 'g');
  const posts = Array.from({ length: 6 }, (_, place) =>
    aPost({ num: 1 + place, thread: 1, comment: `heron ${place}` }),
  );
  await writePosts(world.pool, board, posts);
  const indexer = await openIndexer(world);
  await drained(world);
  await indexer.close();
  await world.elasticsearch.indices.refresh({ index: `${world.indexPrefix}*` });
  for (let count = 0; count < 2; count++) await start();
}, START_LIMIT_MS);

afterAll(async () => {
  for (const { child } of servers) await stopProcess(child);
  await destroyWorld(stores.databaseUrl, world);
  await stores.stop();
  rmSync(folder, { recursive: true, force: true });
}, START_LIMIT_MS);

async function command(...words: readonly string[]): Promise<void> {
  const { code, stderr } = await sagasu(world, ...words);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
}

async function start(): Promise<void> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const settings = { SAGASU_PORT: String(port), SAGASU_LOG_LEVEL: 'silent' };
  servers.push({ url, child: startProcess('server/main.ts', world, settings) });
  await eventually(`${url} answers`, async () => (await fetch(`${url}/livez`)).ok);
}

async function read(url: string): Promise<{ nums: number[]; thread: number[]; degraded: readonly boolean[] }> {
  const [search, thread] = await Promise.all([
    fetch(`${url}/api/v1/search?q=heron&sort=old`),
    fetch(`${url}/api/v1/boards/g/threads/1`),
  ]);
  expect([search.status, thread.status]).toEqual([200, 200]);
  const found = (await search.json()) as SearchAnswer;
  const whole = (await thread.json()) as Thread;
  expect(found.total).toEqual({ value: found.hits.length, relation: 'eq' });
  return {
    nums: found.hits.map(({ num }) => num),
    thread: whole.posts.map(({ num }) => num),
    degraded: [found.degraded, whole.degraded],
  };
}

async function expectAll(without: readonly number[], degraded: boolean): Promise<void> {
  const left = [1, 2, 3, 4, 5, 6].filter((num) => !without.includes(num));
  for (const { url } of servers) {
    expect(await read(url)).toEqual({ nums: left, thread: left, degraded: [degraded, degraded] });
  }
}

test('while all stores are available, servers answer from PostgreSQL', async () => {
  await eventually('the servers are ready', async () => (await fetch(`${servers[1]?.url}/readyz`)).ok);
  await expectAll([], false);
});

test('posts hidden and purged immediately before PostgreSQL is killed are not in any answer', async () => {
  // No indexer runs, so Elasticsearch continues to show both.
  await command('post', 'hide', 'g/3');
  await command('post', 'purge', 'g/4', '--yes');
  await stores.kill('postgres');
  await expectAll([3, 4], true);
});

test('a server that starts without PostgreSQL does not show hidden posts either', async () => {
  await start();
  await expectAll([3, 4], true);
  for (const { url } of servers) {
    const answer = await fetch(`${url}/readyz`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ status: 'degraded', degraded: ['archive'], partial_reasons: [] });
  }
});

test('lists of threads and images are a 503 with Retry-After', async () => {
  for (const list of ['threads?order=modified', 'images']) {
    const answer = await fetch(`${servers[0]?.url}/api/v1/boards/g/${list}`);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await answer.json()).toMatchObject({ code: 'archive_unavailable' });
  }
});

/** The shortest of several durations: other work on the machine prolongs some of them. */
async function fastestOf(times: number, work: () => Promise<void>): Promise<number> {
  let fastest = Number.POSITIVE_INFINITY;
  for (let count = 0; count < times; count++) {
    const started = performance.now();
    await work();
    fastest = Math.min(fastest, performance.now() - started);
  }
  return fastest;
}

test('answers without PostgreSQL do not wait for it', async () => {
  const away = await fastestOf(20, () => expectAll([3, 4], true));
  await stores.start('postgres');
  await backAgain();
  expect(away / (await fastestOf(20, () => expectAll([3, 4], false)))).toBeLessThan(5);
});

test('when PostgreSQL is back, answers are complete again without a restart of any process', async () => {
  await backAgain();
  await expectAll([3, 4], false);
  expect(servers.map(({ child }) => child.exitCode)).toEqual([null, null, null]);
  await command('post', 'show', 'g/3');
  await expectAll([4], false);
});

async function backAgain(): Promise<void> {
  for (const { url } of servers) {
    await eventually(`${url} is whole again`, async () => !(await read(url)).degraded.includes(true));
  }
}
