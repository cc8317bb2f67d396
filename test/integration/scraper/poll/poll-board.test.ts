import type { RequestListener } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Board } from '../../../../mappings/board.ts';
import { useWorld } from '../../../support/world.ts';
import { NOW, counted, createHarness, type Harness } from '../harness.ts';
import { clearStored, dirtyMarks, storedPosts, storedRefusals, storedRevs, writeTrace } from '../stored.ts';
import { LIST, Upstream, addBoard, httpDate, threadPath } from '../upstream.ts';

const world = useWorld();
let upstream: Upstream;
let board: Board;
let scraper: Harness;

beforeEach(async () => {
  upstream = new Upstream();
  board = await addBoard(world(), await upstream.open());
  await world().pool.query(`update boards set settings = '{"archive": false}'`);
  scraper = createHarness(world(), board);
  upstream.start(100, 2);
  upstream.start(200, 1);
});
afterEach(async () => {
  await scraper.close();
  await upstream.close();
  await clearStored(world().pool);
});

const body =
  (text: string, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(200, headers).end(text);
  };

async function storedNums(): Promise<number[]> {
  return (await storedPosts(world().pool)).map(({ num }) => num);
}

test('the first poll stores and marks every thread', async () => {
  expect(await scraper.pass()).toBe(true);
  expect(await storedNums()).toEqual([100, 101, 102, 200, 201]);
  expect((await dirtyMarks(world().pool)).map(({ thread }) => thread)).toEqual([100, 200]);
  expect(upstream.takePaths()).toEqual([LIST, threadPath(100), threadPath(200)]);
  expect(await counted(scraper.registry, 'sagasu_scraper_posts_total', { board: 'g', outcome: 'added' })).toBe(5);
  expect(await counted(scraper.registry, 'sagasu_scraper_last_success_timestamp_seconds', { board: 'g' })).toBe(
    NOW.getTime() / 1000,
  );
});

test('a second poll of an unchanged board sends one conditional request and writes nothing', async () => {
  await scraper.pass();
  upstream.asked.length = 0;
  const before = await writeTrace(world().pool);
  expect(await scraper.pass()).toBe(false);
  expect(upstream.asked).toMatchObject([{ path: LIST, status: 304 }]);
  expect(await writeTrace(world().pool)).toBe(before);
});

test('a poll after a restart does the same', async () => {
  await scraper.pass();
  upstream.asked.length = 0;
  const before = await writeTrace(world().pool);
  scraper.restart();
  await scraper.pass();
  expect(upstream.asked).toMatchObject([{ path: LIST, status: 304 }]);
  expect(await writeTrace(world().pool)).toBe(before);
});

test('only the thread that changed is fetched, with its own validator, and only its new row is written', async () => {
  await scraper.pass();
  const before = await storedRevs(world().pool);
  const validator = httpDate(upstream.modified(100));
  upstream.reply(100, 103);
  upstream.asked.length = 0;
  await scraper.pass();
  expect(upstream.asked).toMatchObject([
    { path: LIST, status: 200 },
    { path: threadPath(100), status: 200, validator },
  ]);
  const after = await storedRevs(world().pool);
  // The opener changes too: its bump time and its reply count.
  expect([...after].filter(([num, rev]) => before.get(num) !== rev).map(([num]) => num)).toEqual([100, 103]);
});

test('an edit changes the rev of the post that was edited, and nothing else', async () => {
  await scraper.pass();
  const before = await storedRevs(world().pool);
  await world().pool.query('delete from dirty');
  upstream.edit(100, 101, { com: 'mended' });
  await scraper.pass();
  const after = await storedRevs(world().pool);
  expect([...after].filter(([num, rev]) => before.get(num) !== rev).map(([num]) => num)).toEqual([101]);
  expect(await dirtyMarks(world().pool)).toMatchObject([{ thread: 100, minRev: after.get(101) }]);
});

test('a thread with a new time and no other change writes no row of posts', async () => {
  await scraper.pass();
  const before = await storedRevs(world().pool);
  await world().pool.query('delete from dirty');
  upstream.touch(100);
  await scraper.pass();
  expect(await storedRevs(world().pool)).toEqual(before);
  expect(await dirtyMarks(world().pool)).toEqual([]);
});

test('posts that disappear from a thread and threads that disappear from the board stay in the archive', async () => {
  await scraper.pass();
  upstream.drop(100, 101);
  upstream.prune(200);
  await scraper.pass();
  expect(await storedNums()).toEqual([100, 101, 102, 200, 201]);
});

test('a thread that disappears before it is fetched is requested once', async () => {
  upstream.instead.set(threadPath(200), (_request, response) => void response.writeHead(404).end());
  await scraper.pass();
  await scraper.pass();
  expect(upstream.takePaths()).toEqual([LIST, threadPath(100), threadPath(200), LIST]);
  expect(await storedNums()).toEqual([100, 101, 102]);
});

test('a copy older than the list is stored, and the thread is requested until the newer copy arrives', async () => {
  await scraper.pass();
  const old = JSON.stringify(upstream.document(100));
  const oldTime = httpDate(upstream.modified(100));
  upstream.reply(100, 103);
  upstream.instead.set(threadPath(100), body(old, { 'last-modified': oldTime }));
  await scraper.pass();
  expect(await storedNums()).not.toContain(103);
  upstream.instead.clear();
  await scraper.pass();
  expect(await storedNums()).toContain(103);
});

test('after a 304 with a time before the list’s the thread is requested again too', async () => {
  await scraper.pass();
  upstream.reply(100, 103);
  upstream.instead.set(threadPath(100), (_request, response) => void response.writeHead(304).end());
  await scraper.pass();
  upstream.instead.clear();
  await scraper.pass();
  expect(await storedNums()).toContain(103);
});

test('old times that a source keeps sending are accepted in the end', async () => {
  upstream.instead.set(
    threadPath(100),
    body(JSON.stringify(upstream.document(100)), { 'last-modified': httpDate(1_000_000_000) }),
  );
  for (let look = 0; look < 12; look++) await scraper.pass();
  const asked = upstream.takePaths();
  expect(asked.filter((path) => path === threadPath(100))).toHaveLength(4);
});

test('a change in the second of an answer, which has the same Last-Modified, is not missed', async () => {
  const second = httpDate(upstream.modified(200));
  // The upstream's answers as of that second; 304 for requests with a validator.
  for (const [path, document] of [
    [LIST, upstream.list()],
    [threadPath(100), upstream.document(100)],
    [threadPath(200), upstream.document(200)],
  ] as const) {
    upstream.instead.set(path, (request, response) => {
      response.setHeader('date', second).setHeader('last-modified', second);
      if (request.headers['if-modified-since'] === second) response.writeHead(304).end();
      else response.end(JSON.stringify(document));
    });
  }
  await scraper.pass();
  const posts = [
    ...upstream.document(200).posts,
    { no: 202, resto: 200, time: upstream.modified(200), com: 'at once' },
  ];
  upstream.instead.set(threadPath(200), (request, response) => {
    response.setHeader('last-modified', second);
    if (request.headers['if-modified-since'] === second) response.writeHead(304).end();
    else response.end(JSON.stringify({ posts }));
  });
  await scraper.pass();
  expect(await storedNums()).toContain(202);
});

test('a copy older than the stored one changes nothing and is counted', async () => {
  const old = JSON.stringify(upstream.document(100));
  const oldTime = httpDate(upstream.modified(100) - 1);
  await scraper.pass();
  upstream.edit(100, 101, { com: 'mended' });
  await scraper.pass();
  const before = await storedRevs(world().pool);
  upstream.touch(100);
  upstream.instead.set(threadPath(100), body(old, { 'last-modified': oldTime }));
  await scraper.pass();
  expect(await storedRevs(world().pool)).toEqual(before);
  expect(await counted(scraper.registry, 'sagasu_scraper_stale_answers_total', { board: 'g' })).toBe(1);
});

test('two scrapers over one board store everything once', async () => {
  for (let num = 300; num < 800; num += 50) upstream.start(num, 20);
  const other = createHarness(world(), board);
  try {
    await Promise.all([scraper.pass(), other.pass()]);
    const nums = await storedNums();
    expect(nums).toEqual(upstream.posts().map(({ no }) => no));
    const revs = [...(await storedRevs(world().pool)).values()];
    expect(new Set(revs).size).toBe(revs.length);
  } finally {
    await other.close();
  }
});

test('after a restart in the middle of a list, the remaining threads are fetched', async () => {
  upstream.instead.set(threadPath(200), body('{', { 'last-modified': httpDate(1_800_000_000) }));
  await scraper.pass();
  expect(await storedNums()).toEqual([100, 101, 102]);
  upstream.instead.clear();
  scraper.restart();
  upstream.asked.length = 0;
  await scraper.pass();
  expect(upstream.takePaths()).toEqual([LIST, threadPath(200)]);
  expect(await storedNums()).toEqual([100, 101, 102, 200, 201]);
});

/** Thread 100 with changed posts. */
const thread = (change: (posts: Record<string, unknown>[]) => unknown) => () =>
  JSON.stringify({ posts: change(structuredClone(upstream.document(100).posts)) });

describe('an invalid document is refused, counted and stored as a sample, and stored posts do not change', () => {
  const cases: readonly [string, () => string, string][] = [
    ['malformed JSON', () => '{"posts":[{"no":100,', 'not_json'],
    ['nothing at all', () => '', 'not_json'],
    ['an HTML page with status 200', () => '<!DOCTYPE html><title>Checking your browser</title>', 'html'],
    ['an empty thread', thread(() => []), 'empty'],
    ['no post with a time', thread((posts) => posts.map((post) => ({ ...post, time: undefined }))), 'missing_field'],
    ['a number as text', thread((posts) => posts.map((post) => ({ ...post, no: String(post['no']) }))), 'wrong_type'],
    ["another thread's posts", thread((posts) => posts.map((post) => ({ ...post, resto: 200 }))), 'wrong_thread'],
    ['17 MiB', () => `{"posts":"${'x'.repeat(17 * 1024 * 1024)}"}`, 'too_large'],
  ];

  test.each(cases)('%s', async (_name, text, reason) => {
    await scraper.pass();
    const before = await storedPosts(world().pool);
    upstream.edit(100, 101, { com: 'mended' });
    upstream.reply(200, 202);
    upstream.instead.set(threadPath(100), body(text(), { 'last-modified': httpDate(upstream.modified(100)) }));
    await scraper.pass();
    await scraper.pass();

    const after = await storedPosts(world().pool);
    expect(after.filter(({ thread: num }) => num === 100)).toEqual(before.filter(({ thread: num }) => num === 100));
    // The board's other threads are unaffected.
    expect(after.map(({ num }) => num)).toContain(202);
    const url = `${upstream.url}${threadPath(100)}`;
    const [refusal, ...others] = await storedRefusals(world().pool);
    expect(others).toEqual([]);
    expect(refusal).toMatchObject({ url, reason, times: 2 });
    expect(refusal?.sample).not.toBe('');
    expect(await counted(scraper.registry, 'sagasu_scraper_refusals_total', { board: 'g', reason })).toBe(2);

    // When the source sends a valid document again, the thread is stored although its time has not changed.
    upstream.instead.clear();
    await scraper.pass();
    await scraper.pass();
    const healed = await storedPosts(world().pool);
    expect(healed.find(({ num }) => num === 101)?.comment).toBe('mended');
  });

  test('an invalid list does not change the board', async () => {
    await scraper.pass();
    upstream.reply(100, 103);
    upstream.instead.set(LIST, body('<html>'));
    expect(await scraper.pass()).toBe(false);
    expect(await storedRefusals(world().pool)).toMatchObject([{ url: `${upstream.url}${LIST}`, reason: 'html' }]);
    upstream.instead.clear();
    await scraper.pass();
    expect(await storedNums()).toContain(103);
  });

  test('a board that the source does not have is refused', async () => {
    upstream.instead.set(LIST, (_request, response) => void response.writeHead(404).end());
    expect(await scraper.pass()).toBe(false);
    expect(await storedRefusals(world().pool)).toMatchObject([{ url: `${upstream.url}${LIST}`, reason: 'not_found' }]);
    expect(await storedNums()).toEqual([]);
  });

  test('a redirect is not followed', async () => {
    upstream.instead.set(threadPath(100), (_request, response) => {
      response.writeHead(302, { location: `${upstream.url}/elsewhere` }).end();
    });
    await scraper.pass();
    expect(upstream.takePaths()).not.toContain('/elsewhere');
    expect(await storedRefusals(world().pool)).toMatchObject([{ reason: 'redirect' }]);
  });
});

test('U+0000 and a comment of 50,000 characters are stored', async () => {
  const long = 'leek &amp; potato<br>'.repeat(2_500);
  upstream.reply(100, 103, { com: long });
  upstream.reply(100, 104, { com: 'a\0b' });
  await scraper.pass();
  const comments = new Map((await storedPosts(world().pool)).map(({ num, comment }) => [num, comment]));
  expect(comments.get(103)).toBe(long);
  expect(comments.get(104)).toBe('a\uFFFDb');
  expect(await counted(scraper.registry, 'sagasu_scraper_oddities_total', { board: 'g', oddity: 'nul' })).toBe(1);
});

test('a host receives no requests during its Retry-After time', async () => {
  upstream.instead.set(threadPath(100), (_request, response) => {
    upstream.instead.clear();
    response.writeHead(429, { 'retry-after': '3' }).end();
  });
  await scraper.pass();
  await scraper.pass();
  const times = upstream.asked.map(({ at }) => at);
  const refusedAt = upstream.asked.findIndex(({ status }) => status === 429);
  expect((times[refusedAt + 1] ?? 0) - (times[refusedAt] ?? 0)).toBeGreaterThanOrEqual(2_990);
  expect(await storedNums()).toEqual([100, 101, 102, 200, 201]);
});
