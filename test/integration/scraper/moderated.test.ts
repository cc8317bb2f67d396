import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type pg from 'pg';
import type { LeasedBoard } from '../../../scraper/leases/board-leases.ts';
import { createPostgresPool } from '../../../platform/postgres.ts';
import type { ModerationAction } from '../../../server/moderation/moderate.ts';
import { useWorld } from '../../support/world.ts';
import { createHarness, NOW, type Harness } from './harness.ts';
import { clearStored, dirtyMarks, storedPosts, storedRefusals, writeTrace } from './stored.ts';
import { addHeldBoard, LIST, threadPath, Upstream } from './upstream.ts';
import { loginUrl } from '../../support/logins.ts';
import { actAsStaff } from '../../support/moderation.ts';

const world = useWorld();
let upstream: Upstream;
let board: LeasedBoard;
let harness: Harness;
let pool: pg.Pool;

beforeAll(async () => {
  upstream = new Upstream();
  board = await addHeldBoard(world(), await upstream.open());
  pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'server') });
});

beforeEach(async () => {
  await clearStored(world().pool);
  await world().pool.query('truncate moderated_threads, tombstones, pending_hides, tasks cascade');
  harness = createHarness(world(), board);
  return async () => {
    await harness.close();
    upstream.instead.clear();
    for (const num of [100, 200]) upstream.prune(num);
  };
});

afterAll(async () => {
  await Promise.all([pool.end(), upstream.close()]);
});

const act = async (action: ModerationAction, num: number, threads = false) =>
  actAsStaff(world(), pool, action, board, [num], { threads, now: NOW });

async function shown(): Promise<string[]> {
  const posts = await storedPosts(world().pool);
  return posts.map(({ num, comment, hidden, timePurged }) => {
    if (timePurged !== null) return `${num} purged ${comment}`;
    return `${num} ${hidden ? 'hidden' : 'visible'} ${comment}`;
  });
}

/** Physical place of every row, and the transactions that wrote or locked it. */
async function postsTrace(): Promise<unknown> {
  return (JSON.parse(await writeTrace(world().pool)) as [unknown[]])[0][0];
}

test('a purged post is never written again, not even its flags', async () => {
  upstream.start(100, 2, { sub: 'Secret' });
  await harness.pass();
  await act('purge', 100);
  await act('purge', 102);
  await world().pool.query('delete from dirty');
  const before = await storedPosts(world().pool);

  upstream.edit(100, 100, { sticky: 1, closed: 1, com: 'written anew', replies: 3 });
  upstream.edit(100, 102, { com: 'written anew' });
  await harness.pass();
  expect(await storedPosts(world().pool)).toEqual(before);
  expect(await dirtyMarks(world().pool)).toEqual([]);

  // After a restart the whole thread is requested again.
  await world().pool.query('truncate harvest_state');
  harness.restart();
  await harness.pass();
  expect(await storedPosts(world().pool)).toEqual(before);
  expect(await shown()).toEqual(['100 purged null', '101 visible reply 101', '102 purged null']);
});

test('scraping a purged post again takes no lock on its row', async () => {
  upstream.start(100, 1);
  await harness.pass();
  await act('purge', 101);
  const before = await postsTrace();
  upstream.edit(100, 101, { com: 'written anew' });
  await harness.pass();
  expect(await postsTrace()).toEqual(before);
});

test('a thread with a purged opener accepts new replies', async () => {
  upstream.start(100, 1);
  await harness.pass();
  await act('purge', 100);
  upstream.reply(100, 105);
  await harness.pass();
  expect(await shown()).toEqual(['100 purged null', '101 visible reply 101', '105 visible reply 105']);
});

test('a purged thread accepts no replies, but other threads do', async () => {
  upstream.start(100, 1);
  upstream.start(200);
  await harness.pass();
  await act('purge', 100, true);
  upstream.reply(100, 105);
  upstream.reply(200, 205);
  await harness.pass();
  expect(await shown()).toEqual([
    '100 purged null',
    '101 purged null',
    '200 visible opener 200',
    '205 visible reply 205',
  ]);
});

test('new posts of a hidden thread are hidden, and become visible with the thread', async () => {
  upstream.start(100, 1);
  await harness.pass();
  await act('hide', 100, true);
  upstream.reply(100, 105);
  upstream.edit(100, 101, { com: 'edited' });
  await harness.pass();
  expect(await shown()).toEqual(['100 hidden opener 100', '101 hidden edited', '105 hidden reply 105']);
  await act('show', 100, true);
  upstream.reply(100, 106);
  await harness.pass();
  expect(await shown()).toEqual([
    '100 visible opener 100',
    '101 visible edited',
    '105 visible reply 105',
    '106 visible reply 106',
  ]);
});

test('hiding and editing at the same moment lose neither the flag nor the edit', async () => {
  upstream.start(100, 40);
  await harness.pass();
  for (let round = 1; round <= 15; round++) {
    for (let num = 101; num <= 140; num++) upstream.edit(100, num, { com: `round ${round}` });
    const action = round % 2 === 1 ? 'hide' : 'show';
    await Promise.all([harness.pass(), act(action, 100, true)]);
    const posts = await storedPosts(world().pool);
    expect(posts.filter(({ hidden }) => hidden).length).toBe(action === 'hide' ? 41 : 0);
    expect(posts.filter(({ comment }) => comment === `round ${round}`)).toHaveLength(40);
    const [mark] = await dirtyMarks(world().pool);
    expect(mark?.minRev).toBeLessThanOrEqual(Math.min(...posts.map(({ rev }) => rev)));
  }
});

test('purging a thread during a write leaves no content, in either order', async () => {
  for (let round = 1; round <= 10; round++) {
    const thread = 1_000 * round;
    upstream.start(thread, 20);
    await harness.pass();
    for (let num = thread + 1; num <= thread + 20; num++) upstream.edit(thread, num, { com: `round ${round}` });
    upstream.reply(thread, thread + 50);
    await Promise.all([harness.pass(), act('purge', thread, true)]);
    upstream.touch(thread);
    await harness.pass();
    const posts = (await storedPosts(world().pool)).filter((post) => post.thread === thread);
    expect(posts.length).toBeGreaterThanOrEqual(21);
    expect(posts.filter((post) => post.timePurged === null || post.comment !== null)).toEqual([]);
    upstream.prune(thread);
  }
});

test('the refusal of a thread with a purged post is recorded without a sample, other refusals with one', async () => {
  upstream.start(100, 1);
  upstream.start(200, 1);
  await harness.pass();
  await act('purge', 101);
  for (const num of [100, 200]) {
    upstream.touch(num);
    upstream.instead.set(threadPath(num), (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"posts":[{"com":"unspeakable"');
    });
  }
  await harness.pass();
  const stored = await storedRefusals(world().pool);
  expect(stored.map(({ url, sample }) => [new URL(url).pathname, sample.includes('unspeakable')])).toEqual([
    [threadPath(100), false],
    [threadPath(200), true],
  ]);
});

/** Reason, times, and whether the sample contains these words. */
async function refusals(words: string): Promise<string[]> {
  const stored = await storedRefusals(world().pool);
  return stored.map(({ reason, times, sample }) => `${reason} ${times}${sample.includes(words) ? ' quoting' : ''}`);
}

test('the refusal of a list is recorded without a sample once the board has a purged post', async () => {
  upstream.start(100, 1);
  await harness.pass();
  upstream.instead.set(LIST, (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('[{"com":"unspeakable"');
  });
  await harness.pass();
  expect(await refusals('unspeakable')).toEqual(['not_json 1 quoting']);
  await act('purge', 101);
  expect(await refusals('unspeakable')).toEqual(['not_json 1']);
  await harness.pass();
  expect(await refusals('unspeakable')).toEqual(['not_json 2']);
});

test("a sample that shows another thread is deleted with a purge of that thread's posts", async () => {
  upstream.start(100, 1);
  upstream.start(200, 1);
  await harness.pass();
  upstream.touch(200);
  const other = JSON.stringify(upstream.document(100));
  upstream.instead.set(threadPath(200), (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(other);
  });
  await harness.pass();
  expect(await refusals('reply 101')).toEqual(['wrong_thread 1 quoting']);
  await act('purge', 101);
  expect(await refusals('reply 101')).toEqual(['wrong_thread 1']);
});
