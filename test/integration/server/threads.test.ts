import { perBoardFlag } from '../../../mappings/board-flags.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_BACKLINKS, type Backlinks } from '../../../mappings/contract/backlinks.ts';
import type { BoardList } from '../../../mappings/contract/board.ts';
import type { Thread } from '../../../mappings/contract/thread.ts';
import { useWorld } from '../../support/world.ts';
import { givenArchive, givenConfig, givenServer, START, type GivenArchive, type GivenServer } from './given-archive.ts';

const world = useWorld();
let archive: GivenArchive;
let server: GivenServer;

beforeAll(async () => {
  archive = givenArchive(world());
  await archive.board('g');
  await archive.board('ck');
  server = await givenServer(world(), { config: { ...givenConfig(world()), sourceFiles: true } });
});

afterAll(async () => {
  await server.close();
});

const thread = async (num: number, headers = {}) => server.get(`/api/v1/boards/g/threads/${num}`, headers);

describe('a thread', () => {
  test('has all its posts ordered by num and then subnum, and its highest rev', async () => {
    const posts = await archive.store('g', [
      { num: 12, thread: 10, comment: 'second' },
      { num: 10, thread: 10, opener: true, subject: 'Thread', comment: 'first', images: 2, extra: { images: 3 } },
      { num: 11, thread: 10, subnum: 1, comment: 'ghost' },
      { num: 11, thread: 10, comment: 'reply' },
      { num: 13, thread: 13, opener: true },
    ]);
    const { status, body } = await thread(10);
    expect(status).toBe(200);
    const { posts: shown, ...rest } = body as Thread;
    expect(rest).toEqual({ board: 'g', num: 10, rev: posts[3]?.rev, source: 'postgres', degraded: false });
    expect(shown.map((post) => [post.num, post.subnum, post.comment])).toEqual([
      [10, 0, 'first'],
      [11, 0, 'reply'],
      [11, 1, 'ghost'],
      [12, 0, 'second'],
    ]);
    expect(shown[0]).toMatchObject({ opener: true, subject: 'Thread', images: 2, extra: { images: 3 } });
  });

  test('leaves hidden posts out, and is 404 if all are hidden', async () => {
    await archive.store('g', [
      { num: 20, thread: 20, opener: true, hidden: true },
      { num: 21, thread: 20, comment: 'left' },
      { num: 25, thread: 25, opener: true, hidden: true },
    ]);
    expect(((await thread(20)).body as Thread).posts.map((post) => post.num)).toEqual([21]);
    expect(await thread(25)).toMatchObject({ status: 404, body: { code: 'thread_unknown' } });
  });

  test('is found under the num of its opening post only', async () => {
    await archive.store('g', [
      { num: 30, thread: 30, opener: true },
      { num: 31, thread: 30 },
    ]);
    expect(await thread(31)).toMatchObject({ status: 404, body: { code: 'thread_unknown' } });
  });
});

describe('a reader with a copy of a thread', () => {
  test('gets 304 exactly until something changes', async () => {
    await archive.store('g', [{ num: 40, thread: 40, opener: true }]);
    let etag = String((await thread(40)).headers['etag']);
    const changes: (() => Promise<unknown>)[] = [
      () => archive.store('g', [{ num: 41, thread: 40, comment: 'new' }]),
      () => archive.store('g', [{ num: 40, thread: 40, opener: true, comment: 'edited' }]),
      () => archive.store('g', [{ num: 41, thread: 40, comment: 'new', hidden: true }]),
      () => archive.store('g', [{ num: 41, thread: 40, comment: 'new' }]),
    ];
    for (const change of changes) {
      expect((await thread(40, { 'if-none-match': '*' })).status).toBe(304);
      const unchanged = await thread(40, { 'if-none-match': `"other", W/${etag}` });
      expect(unchanged).toMatchObject({ status: 304, body: '', headers: { etag, 'cache-control': 'no-cache' } });
      await change();
      const changed = await thread(40, { 'if-none-match': etag });
      expect(changed.status).toBe(200);
      expect(changed.headers['etag']).not.toBe(etag);
      etag = String(changed.headers['etag']);
    }
  });

  test('gets 200 if a post changes with a rev below the highest', async () => {
    const [, low] = await archive.store('g', [
      { num: 50, thread: 50, opener: true },
      { num: 51, thread: 50 },
      { num: 52, thread: 50 },
    ]);
    await world().pool.query('update posts set rev = 1000000 where num = 52');
    const { headers } = await thread(50);
    await world().pool.query(`update posts set comment = 'late', rev = 999999 where num = $1`, [low?.num]);
    expect(await thread(50, { 'if-none-match': String(headers['etag']) })).toMatchObject({ status: 200 });
  });

  test('gets the same bytes as a reader without a copy, whether they are printed or cached', async () => {
    await archive.store('g', [
      { num: 60, thread: 60, opener: true, comment: 'first 日本' },
      { num: 61, thread: 60, comment: 'second' },
    ]);
    const first = await thread(60);
    const again = await thread(60);
    expect(again).toMatchObject({ status: 200, headers: { etag: first.headers['etag'] } });
    expect(again.headers['content-type']).toBe(first.headers['content-type']);
    expect(again.body).toEqual(first.body);
    await archive.store('g', [{ num: 61, thread: 60, comment: 'second', hidden: true }]);
    const { body } = await thread(60);
    expect((body as { posts: { num: number }[] }).posts.map(({ num }) => num)).toEqual([60]);
  });

  test('gets 404 for a thread that does not exist', async () => {
    expect((await thread(999, { 'if-none-match': '*' })).status).toBe(404);
  });
});

describe('a post', () => {
  test('is found by num, a ghost post by num and subnum', async () => {
    await archive.store('g', [
      { num: 60, thread: 60, opener: true, comment: 'post', mediaTime: 1234, mediaType: 'png' },
      { num: 60, subnum: 2, thread: 60, comment: 'ghost' },
    ]);
    expect(await server.get('/api/v1/boards/g/posts/60')).toMatchObject({
      status: 200,
      body: { num: 60, subnum: 0, comment: 'post', file: { url: 'http://i.example.org/g/1234.png' } },
    });
    expect(await server.get('/api/v1/boards/g/posts/60?subnum=2')).toMatchObject({
      status: 200,
      body: { comment: 'ghost' },
    });
    expect(await server.get('/api/v1/boards/g/posts/60?subnum=1')).toMatchObject({ status: 404 });
    expect(await server.get('/api/v1/boards/ck/posts/60')).toMatchObject({
      status: 404,
      body: { code: 'post_unknown' },
    });
  });

  test('is not found while hidden', async () => {
    await archive.store('g', [{ num: 61, thread: 60, hidden: true }]);
    expect(await server.get('/api/v1/boards/g/posts/61')).toMatchObject({ status: 404 });
  });
});

describe('boards', () => {
  test('are listed by name, with the number of visible posts and the time of the newest', async () => {
    await archive.board('po');
    await archive.store('ck', [{ num: 70 }, { num: 71 }, { num: 72, hidden: true }]);
    const fresh = await givenServer(world());
    const { boards } = (await fresh.get('/api/v1/boards')).body as BoardList;
    expect(boards.map((board) => board.name)).toEqual(['ck', 'g', 'po']);
    expect(boards[0]).toEqual({
      name: 'ck',
      title: 'Title of ck',
      worksafe: true,
      posts: 2,
      order: 'modified',
      last_post: new Date(START + 71_000).toISOString(),
      ...perBoardFlag(() => false),
      public_log: false,
      source: {
        name: 'a.example.org',
        url: 'http://a.example.org/ck/',
        post_url: 'http://a.example.org/ck/thread/{thread}#p{num}',
      },
      other_archives: [],
    });
    expect(boards[2]).toMatchObject({ posts: 0, last_post: null });
    await fresh.close();
  });

  test('include new ones immediately, and an unknown one is a 404', async () => {
    let now = START;
    const fresh = await givenServer(world(), { clock: () => new Date(now) });
    expect(await fresh.get('/api/v1/boards/new/threads/1')).toMatchObject({
      status: 404,
      body: { code: 'board_unknown' },
    });
    await archive.board('new');
    now += 1_000;
    expect(await fresh.get('/api/v1/boards/new/threads/1')).toMatchObject({
      status: 404,
      body: { code: 'thread_unknown' },
    });
    expect(await fresh.get('/api/v1/search?q=board:new')).toMatchObject({ status: 200 });
    await fresh.close();
  });
});

const backlinks = async (num: number) =>
  (await server.get(`/api/v1/boards/g/threads/${num}/backlinks`)).body as Backlinks;
const quote = (board: string, num: number) =>
  `<a href="/${board}/thread/${num}#p${num}" class="quotelink">&gt;&gt;&gt;/${board}/${num}</a>`;

describe('backlinks of a thread', () => {
  test('are the visible posts of other threads on every board that quote its posts, newest first', async () => {
    await archive.storeAndIndex('g', [
      { num: 100, thread: 100, opener: true, comment: 'quoted' },
      { num: 101, thread: 100, comment: quote('g', 100) },
      {
        num: 110,
        thread: 110,
        opener: true,
        subject: 'Next',
        comment: `${quote('g', 100)} ${quote('g', 101)} ${quote('g', 7)}`,
      },
      { num: 111, thread: 110, comment: quote('ck', 100) },
    ]);
    await archive.storeAndIndex('ck', [
      { num: 5, thread: 5, opener: true, comment: 'nothing' },
      { num: 6, thread: 5, comment: quote('g', 100) },
      { num: 100, thread: 5, comment: 'the same number' },
    ]);
    const [hidden] = await archive.storeAndIndex('ck', [{ num: 8, thread: 5, comment: quote('g', 101) }]);
    await world().pool.query(
      'update posts set hidden = true where num = $1 and board_id = (select id from boards where name = $2)',
      [hidden?.num, 'ck'],
    );
    const { backlinks: found, ...rest } = await backlinks(100);
    expect(rest).toEqual({
      board: 'g',
      thread: 100,
      has_more: false,
      partial: false,
      partial_reasons: [],
      source: 'postgres',
      degraded: false,
    });
    expect(found).toEqual([
      { board: 'g', thread: 110, num: 110, subnum: 0, thread_subject: 'Next', quotes: [100, 101] },
      { board: 'ck', thread: 5, num: 6, subnum: 0, thread_subject: null, quotes: [100] },
    ]);
  });

  test('are at most MAX_BACKLINKS, and the answer states that there are more', async () => {
    await archive.storeAndIndex('g', [
      { num: 1_000, thread: 1_000, opener: true },
      { num: 2_000, thread: 2_000, opener: true },
      ...Array.from({ length: MAX_BACKLINKS + 1 }, (_, at) => ({
        num: 2_001 + at,
        thread: 2_000,
        comment: quote('g', 1_000),
      })),
    ]);
    const found = await backlinks(1_000);
    expect(found.backlinks).toHaveLength(MAX_BACKLINKS);
    expect([found.backlinks[0]?.num, found.has_more]).toEqual([2_001 + MAX_BACKLINKS, true]);
  });

  test('of an unknown thread are a 404', async () => {
    expect(await server.get('/api/v1/boards/g/threads/999999/backlinks')).toMatchObject({
      status: 404,
      body: { code: 'thread_unknown' },
    });
  });
});
