/** Another archive that runs FoolFuuka, read page by page. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addBackfill, listBackfills } from '../../../../scraper/backfill/backfills.ts';
import { createBackfillState, walkBackfills } from '../../../../scraper/backfill/walk-backfills.ts';
import { createHistoryState, walkHistory, type HistoryState } from '../../../../scraper/backfill/walk-history.ts';
import { closeForum, listForums, openForums } from '../../../../scraper/forums/forums.ts';
import { reharvestForum } from '../../../../scraper/forums/reharvest.ts';
import { upsertBoard } from '../../../../store/boards/boards.ts';
import type { LeasedBoard } from '../../../../scraper/leases/board-leases.ts';
import { useWorld } from '../../../support/world.ts';
import { ArchiveSite } from '../sources/archive-site.ts';
import { createHarness, NOW, type Harness } from '../harness.ts';
import { storedPosts, storedRefusals, writeTrace } from '../stored.ts';
import { addHeldBoard, hold } from '../upstream.ts';
import { OtherArchive } from './archive-documents.ts';

const world = useWorld();
const { signal } = new AbortController();
let site: ArchiveSite;
let archive: OtherArchive;
let board: LeasedBoard;
let harness: Harness;
let memory: HistoryState;

beforeAll(async () => {
  site = new ArchiveSite();
  await site.open();
});
afterAll(async () => {
  await harness.close();
  await site.close();
});
beforeEach(async () => {
  await world().pool.query('truncate posts, dirty, harvest_state, refusals, forums, url_history, backfills');
  const added = await upsertBoard(world().pool, {
    name: 'tea',
    sourceName: 'g',
    title: 'Tea',
    worksafe: true,
    source: 'foolfuuka',
    url: site.url,
    mediaUrl: site.url,
  });
  board = await hold(world(), added);
  harness ??= createHarness(world(), added);
  memory = createHistoryState();
  archive = new OtherArchive(site, 'g');
  site.takePaths();
});

const pass = async () => walkHistory({ context: harness.context, board, signal }, memory);
const nums = async () =>
  (await storedPosts(world().pool)).map(({ num, subnum }) => (subnum === 0 ? num : `${num}_${subnum}`));

test('an archive is read to its end, with posts that its pages omit, and with ghost posts', async () => {
  archive.publish([
    { num: 300, replies: 1 },
    { num: 200, replies: 9, ghosts: 1 },
    { num: 100, replies: 0 },
  ]);
  expect(await pass()).toBe(true);
  expect(await nums()).toEqual([100, ...Array.from({ length: 10 }, (_, index) => 200 + index), '209_1', 300, 301]);
  // One thread was incomplete on its page; the page after the last is empty. The page before each page is read again.
  expect(site.takePaths().map((path) => path.replace(/^\/_\/api\/chan\//, ''))).toEqual([
    'index/?board=g&page=1&order=by_thread',
    'thread/?board=g&num=200',
    'index/?board=g&page=2&order=by_thread',
    'index/?board=g&page=1&order=by_thread',
    'index/?board=g&page=3&order=by_thread',
    'index/?board=g&page=2&order=by_thread',
  ]);
  expect(await listBackfills(world().pool)).toMatchObject([{ board: 'tea', downPage: 3, finishedAt: NOW }]);
  const ghost = (await storedPosts(world().pool)).find(({ subnum }) => subnum === 1);
  expect(ghost).toMatchObject({ thread: 200, opener: false, comment: 'Ghost of 209.' });
});

test('after the end only the newest pages are read, up to known threads, and nothing is written', async () => {
  archive.publish([{ num: 200 }, { num: 100 }]);
  await pass();
  const before = await writeTrace(world().pool);
  site.takePaths();
  memory = createHistoryState();
  expect(await pass()).toBe(false);
  expect(site.takePaths()).toHaveLength(1);
  expect(await writeTrace(world().pool)).toBe(before);
  archive.publish([{ num: 500 }, { num: 400 }, { num: 300 }, { num: 200 }, { num: 100 }]);
  expect(await pass()).toBe(true);
  expect(await nums()).toContain(500);
  expect(await nums()).toContain(300);
  expect(await pass()).toBe(false);
});

test('a killed walk resumes at its position although pages have shifted since', async () => {
  archive.publish([{ num: 600 }, { num: 500 }, { num: 400 }, { num: 300 }, { num: 200 }, { num: 100 }]);
  site.remove(archive.pagePath(2));
  site.put(archive.pagePath(2), 'not yet');
  await pass();
  expect(await nums()).toEqual([500, 501, 502, 600, 601, 602]);
  archive.publish([{ num: 700 }, { num: 600 }, { num: 500 }, { num: 400 }, { num: 300 }, { num: 200 }, { num: 100 }]);
  memory = createHistoryState();
  await pass();
  expect((await nums()).filter((num) => Number(num) % 100 === 0)).toEqual([100, 200, 300, 400, 500, 600, 700]);
  // Once in each pass, and once more from the page after it.
  expect(site.asked.filter(({ path }) => path === archive.pagePath(1))).toHaveLength(3);
});

test('a thread and a page that are refused are recorded with the thread and without one', async () => {
  archive.publish([{ num: 200, replies: 9 }, { num: 100 }]);
  const [page, thread] = [archive.pagePath(2), '/_/api/chan/thread/?board=g&num=200'];
  site.put(thread, '{"200": {"op"');
  site.put(page, '{"100": {"op"');
  await pass();
  const refusals = await storedRefusals(world().pool);
  expect(refusals.map(({ url, reason, thread: of }) => [url.replace(site.url, ''), reason, of])).toEqual([
    [page, 'not_json', null],
    [thread, 'not_json', 200],
  ]);
});

const sentPost = (num: number, more: Readonly<Record<string, unknown>> = {}) => ({
  num: String(num),
  subnum: '0',
  thread_num: '200',
  op: num === 200 ? '1' : '0',
  timestamp: 1_464_948_000 + num,
  comment: `Words of ${num}.`,
  ...more,
});

test('a malformed post does not affect its thread or page, and a malformed thread does not affect its page', async () => {
  archive.publish([{ num: 200 }, { num: 100 }]);
  const entry = {
    op: sentPost(200),
    posts: [sentPost(201), sentPost(202, { timestamp: 'x' }), sentPost(203, { title: 5 })],
    omitted: 0,
  };
  const thread = '/_/api/chan/thread/?board=g&num=200';
  site.putJson(thread, { 200: entry });
  site.putJson(archive.pagePath(1), { 200: entry, 100: { omitted: 5 }, other: {} });
  await pass();
  expect(await nums()).toEqual([100, 101, 102, 200, 201, 203]);
  const { rows } = await world().pool.query<{ url: string; entries: number }>(
    'select url, entries from refusals order by url',
  );
  expect(rows.map(({ url, entries }) => [url.replace(site.url, ''), entries])).toEqual([
    [archive.pagePath(1), 1],
    [thread, 1],
  ]);
});

test('an unreadable page is skipped after several attempts', async () => {
  archive.publish([{ num: 400 }, { num: 300 }, { num: 200 }, { num: 100 }]);
  site.put(archive.pagePath(1), '<html>Just a moment…</html>');
  for (let tries = 0; tries < 4; tries++) await pass();
  expect(await nums()).toEqual([]);
  await pass();
  expect(await nums()).toEqual([100, 101, 102, 200, 201, 202]);
  expect(await storedRefusals(world().pool)).toMatchObject([{ reason: 'html', times: 5 }]);
});

/** Runs a pass during which the archive changes, immediately before the given page is requested. */
async function passWhile(page: number, change: () => void): Promise<boolean> {
  let isDone = false;
  const { fetcher } = harness.context;
  const get: typeof fetcher.get = async (order) => {
    if (!isDone && order.url.endsWith(archive.pagePath(page))) {
      isDone = true;
      change();
    }
    return fetcher.get(order);
  };
  return walkHistory({ context: { ...harness.context, fetcher: { ...fetcher, get } }, board, signal }, memory);
}

const hundreds = (from: number, to: number) =>
  Array.from({ length: (from - to) / 100 + 1 }, (_, at) => ({ num: from - at * 100 }));
const openers = async () => (await nums()).filter((num) => Number(num) % 100 === 0);

test('a thread that moves to the previous page after a removal is not missed', async () => {
  archive.publish(hundreds(600, 100));
  await passWhile(2, () => archive.publish(hundreds(500, 100)));
  expect(await openers()).toEqual([100, 200, 300, 400, 500, 600]);
  expect(await marks()).toEqual([{ finished: '{[100,601)}', urls: '0' }]);
});

test('threads that move over several pages between passes are not missed', async () => {
  archive.publish(hundreds(1200, 100));
  site.put(archive.pagePath(4), 'not yet');
  await pass();
  expect(await openers()).toEqual([700, 800, 900, 1000, 1100, 1200]);
  archive.publish([{ num: 1200 }, ...hundreds(700, 100)]);
  memory = createHistoryState();
  await pass();
  expect(await openers()).toEqual(
    hundreds(1200, 100)
      .map(({ num }) => num)
      .toReversed(),
  );
});

test('a thread that moves off the last page before the end is reached is not missed', async () => {
  archive.publish(hundreds(300, 100));
  await passWhile(2, () => archive.publish(hundreds(200, 100)));
  expect(await openers()).toEqual([100, 200, 300]);
});

test('a thread that moves while the newest pages are read is not missed', async () => {
  archive.publish(hundreds(200, 100));
  await pass();
  archive.publish(hundreds(700, 100));
  await passWhile(2, () => archive.publish(hundreds(600, 100)));
  expect(await openers()).toEqual([100, 200, 300, 400, 500, 600, 700]);
});

test('threads that were stored but not remembered because of a kill become part of the finished range', async () => {
  archive.publish(hundreds(300, 100));
  await pass();
  await world().pool.query(`truncate url_history; update forums set finished = '{}'; truncate backfills`);
  memory = createHistoryState();
  site.takePaths();
  await pass();
  expect(site.takePaths().filter((path) => path.includes('/thread/'))).toEqual([]);
  expect(await marks()).toEqual([{ finished: '{[100,301)}', urls: '0' }]);
});

test('an old thread is requested only once', async () => {
  archive.publish([{ num: 200, replies: 9 }, { num: 100 }]);
  await pass();
  await world().pool.query('truncate backfills, harvest_state');
  site.takePaths();
  await pass();
  expect(site.takePaths().filter((path) => path.includes('/thread/'))).toEqual([]);
});

const marks = async () => {
  const { rows } = await world().pool.query<{ finished: string; urls: string }>(
    'select finished::text, (select count(*) from url_history) as urls from forums order by id',
  );
  return rows;
};

test('a completely read archive is stored as one range, and a newer thread is fetched', async () => {
  archive.publish([{ num: 400 }, { num: 300 }, { num: 200 }, { num: 100 }]);
  await pass();
  expect(await marks()).toEqual([{ finished: '{[100,401)}', urls: '0' }]);
  archive.publish([{ num: 500 }, { num: 400 }, { num: 300 }, { num: 200 }, { num: 100 }]);
  await pass();
  expect(await nums()).toContain(500);
});

test('a range with an unreadable thread is not finished, and the thread is fetched once it is readable', async () => {
  archive.publish([{ num: 400 }, { num: 300, replies: 9 }, { num: 200 }, { num: 100 }]);
  const path = '/_/api/chan/thread/?board=g&num=300';
  site.put(path, '<html>Just a moment…</html>');
  await pass();
  expect(await marks()).toEqual([{ finished: '{[100,300)}', urls: '1' }]);
  archive.publish([{ num: 400 }, { num: 300, replies: 9 }, { num: 200 }, { num: 100 }]);
  await world().pool.query('truncate backfills, harvest_state');
  await pass();
  expect(await nums()).toContain(309);
  expect(await marks()).toEqual([{ finished: '{[100,401)}', urls: '0' }]);
});

test('a closed archive receives no request, and its backfill continues when it is reopened', async () => {
  const living = await addHeldBoard(world(), 'http://127.0.0.1:9');
  await addBackfill(world().pool, 'g', { source: 'foolfuuka', url: site.url, sourceName: 'g' });
  archive.publish([{ num: 200 }, { num: 100 }]);
  const beside = createBackfillState();
  const beat = async () => {
    const open = await openForums(world().pool, living.id);
    await walkBackfills({ context: harness.context, board: living, signal }, beside, open.baseUrls);
  };
  const forum = (await listForums(world().pool)).find(({ board: name, url }) => name === 'g' && url === site.url);
  if (forum === undefined) throw new Error('a backfill is a forum');
  await closeForum(world().pool, forum, NOW);
  await beat();
  expect(site.takePaths()).toEqual([]);
  await closeForum(world().pool, forum, null);
  await beat();
  expect(site.takePaths()).toHaveLength(1);
});

test('threads that are harvested again bring what was missing, other threads are not requested, and nothing is stored twice', async () => {
  archive.publish([{ num: 400, replies: 9 }, { num: 300, replies: 9 }, { num: 200, replies: 9 }, { num: 100 }]);
  await pass();
  const before = await storedPosts(world().pool);
  // The archive has repaired a thread.
  archive.publish([{ num: 400, replies: 9 }, { num: 300, replies: 11 }, { num: 200, replies: 9 }, { num: 100 }]);
  site.takePaths();
  await pass();
  expect(site.takePaths().filter((path) => path.includes('/thread/'))).toEqual([]);
  const [forum] = (await listForums(world().pool)).filter(({ board: name }) => name === 'tea');
  if (forum === undefined) throw new Error('the board is a forum');
  await reharvestForum(world().pool, forum, { first: 201, last: 399 });
  expect(await marks()).toEqual([{ finished: '{[100,201),[400,401)}', urls: '0' }]);
  board = await hold(world(), board);
  memory = createHistoryState();
  site.takePaths();
  await pass();
  expect(new Set(site.takePaths().filter((path) => path.includes('/thread/')))).toEqual(
    new Set(['/_/api/chan/thread/?board=g&num=300']),
  );
  const after = await storedPosts(world().pool);
  expect(after.filter(({ num }) => num !== 300 && num !== 310 && num !== 311)).toEqual(
    before.filter(({ num }) => num !== 300),
  );
  expect(after.map(({ num }) => num)).toEqual([...before.map(({ num }) => num), 310, 311].toSorted((a, b) => a - b));
  expect(await marks()).toEqual([{ finished: '{[100,401)}', urls: '0' }]);
});

test('posts deleted in the other archive are marked as deleted with the same time', async () => {
  archive.publish([{ num: 100, replies: 2, deleted: [101] }]);
  await pass();
  const times = (await storedPosts(world().pool)).map(({ timeDeletedPost }) => timeDeletedPost);
  expect(times).toEqual([null, new Date(archive.deletedAt * 1000), null]);
});

test('for a living board another archive adds missing posts and changes no others', async () => {
  const living = await addHeldBoard(world(), 'http://127.0.0.1:9');
  await world().pool.query('select ensure_slice($1, 0)', [living.id]);
  await world().pool.query(
    `insert into posts (board_id, num, thread, opener, time_posted, time_modified, comment, rev)
     values ($1, 100, 100, true, '2016-01-01Z', '2016-01-01Z', 'as it was written', nextval('post_rev'))`,
    [living.id],
  );
  await addBackfill(world().pool, 'g', { source: 'foolfuuka', url: `${site.url}/`, sourceName: 'g' });
  archive.publish([
    { num: 100, replies: 1 },
    { num: 50, replies: 0 },
  ]);
  const beside = createBackfillState();
  for (let passes = 0; passes < 3; passes++)
    await walkBackfills({ context: harness.context, board: living, signal }, beside, [`${site.url}/g`]);
  const stored = await storedPosts(world().pool);
  expect(stored.map(({ board: name, num, comment }) => [name, num, comment])).toEqual([
    ['g', 50, 'Words of 50.'],
    ['g', 100, 'as it was written'],
    ['g', 101, 'Words of 101.'],
  ]);
});
