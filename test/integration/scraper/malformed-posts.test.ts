/** One malformed post affects neither its thread nor stored posts, and proves no deletion. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Board } from '../../../mappings/board.ts';
import { useWorld } from '../../support/world.ts';
import { counted, createHarness, type Harness } from './harness.ts';
import { clearStored, storedPosts, storedRefusals } from './stored.ts';
import { ARCHIVE, LIST, Upstream, addBoard, threadPath } from './upstream.ts';

const world = useWorld();
let upstream: Upstream;
let board: Board;
let scraper: Harness;

beforeEach(async () => {
  upstream = new Upstream();
  board = await addBoard(world(), await upstream.open());
  scraper = createHarness(world(), board);
});
afterEach(async () => {
  await scraper.close();
  await upstream.close();
  await clearStored(world().pool);
});

const nums = async () => (await storedPosts(world().pool)).map(({ num }) => num);
const post = async (wanted: number) => (await storedPosts(world().pool)).find(({ num }) => num === wanted);
const deletedNums = async () =>
  (await storedPosts(world().pool)).filter(({ timeDeletedPost }) => timeDeletedPost !== null).map(({ num }) => num);
const entries = async () =>
  (await world().pool.query('select url, reason, entries from refusals order by reason')).rows as unknown[];

/** Polls with the pauses that a missing post needs to be judged. */
async function passes(times: number): Promise<void> {
  for (let pass = 0; pass < times; pass++) {
    await scraper.pass();
    scraper.later(61);
  }
}

test('the other posts of the thread are stored; refused posts are counted and sampled', async () => {
  upstream.start(100, 4);
  upstream.edit(100, 102, { no: undefined });
  upstream.edit(100, 103, { time: null, com: 'no time' });
  upstream.edit(100, 104, { w: -1, md5: 'short' });
  await scraper.pass();
  expect(await nums()).toEqual([100, 101, 104]);
  expect(await post(104)).toMatchObject({ comment: 'reply 104', mediaDimsSrcW: null, mediaHash: null });
  const [refusal] = await storedRefusals(world().pool);
  expect(refusal).toMatchObject({ url: upstream.url + threadPath(100), reason: 'missing_field', thread: 100 });
  expect(refusal?.sample).toContain('posts[2].no is missing\n{"resto":100');
  expect(refusal?.sample).toContain('"com":"no time"');
  expect(await entries()).toMatchObject([{ reason: 'missing_field', entries: 2 }]);
  const of = (name: string, labels: Record<string, string>) =>
    counted(scraper.registry, name, { board: 'g', ...labels });
  expect(await of('sagasu_scraper_refused_entries_total', { reason: 'missing_field' })).toBe(2);
  expect(await of('sagasu_scraper_refusals_total', {})).toBe(0);
  expect(await of('sagasu_scraper_oddities_total', { oddity: 'unreadable_field:w' })).toBe(1);
});

test('the thread is requested again a few times, and then counts as read until it changes', async () => {
  upstream.start(100, 2);
  upstream.edit(100, 102, { time: null });
  const asked: number[] = [];
  for (let pass = 0; pass < 20; pass++) {
    await scraper.pass();
    asked.push(upstream.takePaths().filter((path) => path === threadPath(100)).length);
  }
  expect(asked.reduce((sum, times) => sum + times)).toBe(4);
  expect(asked.slice(10)).toEqual(Array.from({ length: 10 }, () => 0));
  upstream.edit(100, 102, { time: 1_700_000_000 });
  await scraper.pass();
  expect(await nums()).toEqual([100, 101, 102]);
});

test('replies are stored although their opener is malformed, and the opener is stored when it is readable', async () => {
  upstream.start(100, 2);
  const { posts } = upstream.document(100);
  upstream.edit(100, 100, { time: null });
  await passes(3);
  expect(await nums()).toEqual([101, 102]);
  upstream.edit(100, 100, { time: posts[0]?.['time'] });
  await scraper.pass();
  expect(await nums()).toEqual([100, 101, 102]);
  expect(await post(100)).toMatchObject({ opener: true, replies: 2 });
});

test('a field that becomes unreadable keeps its stored value', async () => {
  const file = {
    tim: 1_700_000_000_123,
    ext: '.png',
    filename: 'a',
    md5: 'AAECAwQFBgcICQoLDA0ODw==',
    fsize: 5,
    w: 8,
    h: 9,
  };
  upstream.start(100, 1, { ...file, sub: 'Tea', closed: 1, sticky: 1, tag: 'Loop', replies: 1 });
  await scraper.pass();
  const stored = await post(100);
  expect(stored).toMatchObject({ subject: 'Tea', closed: true, extra: { tag: 'Loop', replies: 1 } });
  upstream.edit(100, 100, { sub: 7, com: [], closed: 'yes', sticky: 9, tim: {}, md5: 5, w: -1, replies: -1 });
  await passes(4);
  const after = await post(100);
  expect({ ...after, rev: 0, timeModified: null }).toEqual({ ...stored, rev: 0, timeModified: null });
  upstream.edit(100, 100, { ...file, sub: 'Coffee', com: null, closed: 0, sticky: 0, replies: 1 });
  await scraper.pass();
  expect(await post(100)).toMatchObject({ subject: 'Coffee', comment: null, closed: false, timeDeletedFile: null });
});

describe('deletions', () => {
  test('a refused post counts as present; a post that its thread lacks at the same time is deleted', async () => {
    upstream.start(100, 4);
    await scraper.pass();
    upstream.edit(100, 102, { time: null });
    upstream.drop(100, 103);
    await passes(4);
    expect(await deletedNums()).toEqual([103]);
  });

  test('a copy with a post without a number marks nothing as deleted', async () => {
    upstream.start(100, 4);
    await scraper.pass();
    upstream.edit(100, 102, { no: 'x' });
    await passes(6);
    expect(await deletedNums()).toEqual([]);
    expect(await nums()).toEqual([100, 101, 102, 103, 104]);
    upstream.drop(100, 102);
    upstream.edit(100, 104, { com: 'edited' });
    const { posts } = upstream.document(100);
    upstream.instead.set(threadPath(100), (_request, response) => {
      response.end(JSON.stringify({ posts: posts.filter(({ no }) => typeof no === 'number') }));
    });
    await passes(3);
    expect(await deletedNums()).toEqual([102]);
  });

  test('a copy without its opener, or with a malformed one, marks nothing as deleted', async () => {
    upstream.start(100, 3);
    await scraper.pass();
    upstream.drop(100, 100);
    upstream.drop(100, 102);
    await passes(4);
    expect(await deletedNums()).toEqual([]);
  });

  test('a copy with an unreadable reply count proves no deletion at its end', async () => {
    upstream.start(100, 3, { replies: 3 });
    await scraper.pass();
    upstream.drop(100, 103);
    upstream.edit(100, 100, { replies: -1 });
    await passes(4);
    expect(await deletedNums()).toEqual([]);
  });

  test('a list with a malformed entry keeps its other threads, and no thread counts as missing', async () => {
    upstream.perPage = 1;
    for (const num of [100, 200, 300]) upstream.start(num, 1);
    await scraper.pass();
    upstream.instead.set(threadPath(100), (_request, response) => void response.writeHead(404).end());
    upstream.start(400, 1);
    const broken = JSON.stringify(upstream.list()).replace('"no":100', '"no":"?"');
    upstream.instead.set(LIST, (_request, response) => void response.end(broken));
    await passes(4);
    expect(await nums()).toEqual([100, 101, 200, 201, 300, 301, 400, 401]);
    expect((await world().pool.query('select from missing_threads')).rowCount).toBe(0);
    expect(await entries()).toMatchObject([{ url: upstream.url + LIST, reason: 'wrong_type', entries: 1 }]);
    // A whole list without the thread shows that it has left the board.
    upstream.instead.set(LIST, (_request, response) => {
      response.end(JSON.stringify(upstream.list()).replace(/\{"no":100[^}]*\}/, ''));
    });
    await passes(4);
    expect(await deletedNums()).toEqual([100]);
  });

  test('an archive with a malformed number does not show that a thread was deleted', async () => {
    upstream.perPage = 1;
    for (const num of [100, 200, 300]) upstream.start(num, 1);
    await scraper.pass();
    upstream.prune(200);
    upstream.instead.set(ARCHIVE, (_request, response) => void response.end('[7,"200"]'));
    await passes(5);
    expect(await deletedNums()).toEqual([]);
    upstream.instead.set(ARCHIVE, (_request, response) => void response.end('[7]'));
    scraper.later(3_600);
    await passes(3);
    expect(await deletedNums()).toEqual([200]);
  });
});

const folder = process.env['SAGASU_CAPTURES'];

/** The documents of a public report, when SAGASU_CAPTURES names their folder. */
describe.skipIf(folder === undefined)('reported threads', () => {
  test('of 4chan are stored except their malformed posts', async () => {
    const at = join(folder ?? '', 'reports/fourchan/mal');
    for (const name of readdirSync(at, { recursive: true, encoding: 'utf8' }).filter((each) =>
      each.endsWith('.json'),
    )) {
      const body = readFileSync(join(at, name));
      upstream.instead.set(`/g/${name}`, (_request, response) => void response.end(body));
    }
    await scraper.pass();
    expect(await nums()).toEqual([100, 101, 103, 200, 300, 301, 400, 401, 500, 501, 600]);
  });
});
