import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { NUMBERED_PAGES } from '../../../mappings/list-pages.ts';
import type { Board } from '../../../mappings/board.ts';
import type { PostList } from '../../../mappings/contract/post-list.ts';
import type { FileList, ThreadList } from '../../../mappings/contract/thread-list.ts';
import {
  COUNT_LISTED,
  COUNT_THREADS,
  SELECT_FILES,
  SELECT_LISTED_POSTS,
  THREADS_BY_CREATED,
  THREADS_BY_MODIFIED,
} from '../../../server/threads/list-sql.ts';
import { findPlace, listThreads, MAX_SKIPPED, type ThreadOrder } from '../../../server/threads/list.ts';
import { LIST_POSTS } from '../../../server/posts/list.ts';
import { createPostgresPool } from '../../../platform/postgres.ts';
import { countOf } from '../../support/full-counts.ts';
import { loginUrl } from '../../support/logins.ts';
import { planWork } from '../../support/plan-work.ts';
import { useWorld } from '../../support/world.ts';
import {
  givenArchive,
  givenServer,
  START,
  type GivenArchive,
  type GivenPost,
  type GivenServer,
} from './given-archive.ts';

const world = useWorld();
let archive: GivenArchive;
let server: GivenServer;

beforeAll(async () => {
  archive = givenArchive(world());
  for (const board of ['g', 'ck', 'po', 'mod', 'walk', 'bumped', 'big', 'deep']) await archive.board(board);
  server = await givenServer(world());
});

afterAll(async () => {
  await server.close();
});

const at = (seconds: number) => new Date(START + seconds * 1000);
const opener = (num: number, bumped: number | null, more: Partial<GivenPost> = {}): GivenPost => ({
  num,
  thread: num,
  opener: true,
  timeBumped: bumped === null ? null : at(bumped),
  ...more,
});

async function threads(board: string, query = ''): Promise<ThreadList> {
  const order = query.includes('order=') ? '' : 'order=modified&';
  const { status, body } = await server.get(`/api/v1/boards/${board}/threads?${order}${query}`);
  expect(status).toBe(200);
  return body as ThreadList;
}

async function files(board: string, query = ''): Promise<FileList> {
  const { status, body } = await server.get(`/api/v1/boards/${board}/images?${query}`);
  expect(status).toBe(200);
  return body as FileList;
}

const numsOf = (list: ThreadList) => list.threads.map(({ num }) => num);

describe('threads of a board', () => {
  beforeAll(async () => {
    await archive.store('g', [
      opener(10, 500, { subject: 'Old, and talked about', mediaType: 'png', mediaTime: 1 }),
      { num: 11, thread: 10, mediaType: 'jpg', mediaTime: 2 },
      { num: 12, thread: 10, hidden: true, mediaType: 'jpg', mediaTime: 3, comment: 'not to be seen' },
      { num: 13, thread: 10, comment: 'third' },
      { num: 13, subnum: 1, thread: 10, comment: 'ghost' },
      opener(20, 100),
      opener(30, 400, { hidden: true }),
      { num: 31, thread: 30 },
      // Its bump time is unknown, so the time of its opener is used.
      opener(40, null, { timePosted: at(300) }),
    ]);
  });

  test('are ordered by last bump or by creation, and the answer names the order', async () => {
    const modified = await threads('g');
    expect([modified.order, numsOf(modified), modified.total]).toEqual(['modified', [10, 40, 20], 3]);
    const created = await threads('g', 'order=created');
    expect([created.order, numsOf(created)]).toEqual(['created', [40, 20, 10]]);
  });

  test('have counts of visible posts, and as many of the newest replies as requested', async () => {
    const [thread] = (await threads('g', 'limit=1&replies=2')).threads;
    expect(thread?.opener.subject).toBe('Old, and talked about');
    expect(thread?.replies.map(({ comment }) => comment)).toEqual(['third', 'ghost']);
    expect(thread).toMatchObject({ posts: 4, images: 2, omitted_posts: 1, omitted_images: 1 });
    const [bare] = (await threads('g', 'limit=1')).threads;
    expect(bare).toMatchObject({ replies: [], posts: 4, omitted_posts: 3, omitted_images: 1 });
  });

  test('are refused without an order, with the orders to choose from', async () => {
    for (const [query, code] of [
      ['', 'order_missing'],
      ['limit=500', 'order_missing'],
      ['order=bumped', 'request_invalid'],
      ['order=modified&limit=500', 'request_invalid'],
    ]) {
      const { status, body } = await server.get(`/api/v1/boards/g/threads?${query}`);
      expect({ query, status, body }).toMatchObject({ query, status: 400, body: { code } });
      if (code === 'order_missing') expect(body).toMatchObject({ detail: 'order is required: modified or created.' });
      if (query === 'order=bumped') expect(body).toMatchObject({ detail: 'order must be one of modified, created.' });
    }
  });

  test('can be paged by number, and a page past the end is empty', async () => {
    expect(numsOf(await threads('g', 'limit=2&page=2'))).toEqual([20]);
    expect(await threads('g', 'limit=2&page=9')).toMatchObject({ threads: [], next: null, previous: null, total: 3 });
  });

  test('have numbers on the first ten pages only, and the refusal names the cursor', async () => {
    expect((await threads('g', 'page=10')).threads).toEqual([]);
    expect(await server.get('/api/v1/boards/g/threads?order=created&page=11')).toMatchObject({
      status: 400,
      body: { code: 'page_too_far', detail: expect.stringContaining('`next`') as string },
    });
  });

  test('are refused for a cursor of another order or board, or with both cursor and page', async () => {
    const { next } = await threads('g', 'limit=1');
    for (const query of [
      `order=created&cursor=${next}`,
      `order=modified&cursor=${next}x`,
      `order=modified&page=1&cursor=${next}`,
    ]) {
      expect(await server.get(`/api/v1/boards/g/threads?${query}`)).toMatchObject({
        status: 400,
        body: { code: 'cursor_invalid' },
      });
    }
    expect(await server.get(`/api/v1/boards/ck/threads?order=modified&cursor=${next}`)).toMatchObject({ status: 400 });
    expect(await server.get(`/api/v1/boards/ck/images?cursor=${next}`)).toMatchObject({ status: 400 });
    expect(await server.get('/api/v1/boards/nowhere/threads?order=created')).toMatchObject({ status: 404 });
  });
});

test('files of a board are listed newest first, with those of ghost posts and without hidden ones', async () => {
  await archive.store('po', [
    opener(1, 1, { mediaType: 'png', mediaTime: 1 }),
    { num: 2, thread: 1 },
    { num: 3, thread: 1, mediaType: 'webm', mediaTime: 2 },
    { num: 3, subnum: 1, thread: 1, mediaType: 'gif', mediaTime: 3 },
    { num: 4, thread: 1, mediaType: 'png', mediaTime: 4, hidden: true },
  ]);
  const first = await files('po', 'limit=2');
  expect(first).toMatchObject({
    posts: [
      { num: 3, subnum: 1 },
      { num: 3, subnum: 0 },
    ],
    previous: null,
  });
  const second = await files('po', `limit=2&cursor=${first.next}`);
  expect(second).toMatchObject({ posts: [{ num: 1 }], next: null });
  expect((await files('po', `limit=2&cursor=${second.previous}`)).posts).toEqual(first.posts);
});

const namesOf = ({ posts }: PostList) => posts.map(({ num, subnum }) => `${num}_${subnum}`);

test('posts of a board are listed by their last change or by number, without hidden ones, forth and back', async () => {
  await archive.store('mod', [opener(1, 1), { num: 2, thread: 1 }, { num: 3, thread: 1, hidden: true }]);
  await archive.store('mod', [
    { num: 4, thread: 1 },
    { num: 4, subnum: 1, thread: 1 },
  ]);
  // Changes the opener as a reply does.
  await world().pool.query(
    `update posts set rev = (select max(rev) + 1 from posts) where board_id = (select id from boards where name = 'mod') and num = 1`,
  );
  const list = async (query: string) => {
    const { status, body } = await server.get(`/api/v1/boards/mod/posts?${query}`);
    expect(status).toBe(200);
    return body as PostList;
  };
  for (const [order, all] of [
    ['modified', ['1_0', '4_1', '4_0', '2_0']],
    ['created', ['4_1', '4_0', '2_0', '1_0']],
  ] as const) {
    const first = await list(`order=${order}&limit=3`);
    const second = await list(`order=${order}&limit=3&cursor=${first.next}`);
    expect([...namesOf(first), ...namesOf(second)], order).toEqual(all);
    expect([first.previous, second.next], order).toEqual([null, null]);
    expect(namesOf(await list(`order=${order}&limit=3&cursor=${second.previous}`)), order).toEqual(namesOf(first));
    expect(await server.get(`/api/v1/boards/g/posts?order=${order}&cursor=${first.next}`)).toMatchObject({
      status: 400,
      body: { code: 'cursor_invalid' },
    });
  }
  expect(await server.get('/api/v1/boards/mod/posts')).toMatchObject({ status: 400, body: { code: 'order_missing' } });
});

test('cursors visit each thread once, in either order, and the same threads on the way back', async () => {
  const thread = fc.record({ hidden: fc.boolean(), bumped: fc.option(fc.integer({ min: 0, max: 3 })) });
  await fc.assert(
    fc.asyncProperty(
      fc.array(thread, { maxLength: 12 }),
      fc.integer({ min: 1, max: 5 }),
      fc.constantFrom<'modified' | 'created'>('modified', 'created'),
      async (given, limit, sort) => {
        await world().pool.query(`delete from posts where board_id = (select id from boards where name = 'walk')`);
        const posts = given.map(({ hidden, bumped }, place) => opener(place + 1, bumped, { hidden }));
        const stored = await archive.store('walk', posts);
        const key = (post: (typeof stored)[number]) =>
          sort === 'created' ? 0 : (post.timeBumped ?? post.timePosted).getTime();
        const expected = stored
          .filter(({ hidden }) => !hidden)
          .toSorted((one, other) => key(other) - key(one) || other.num - one.num)
          .map(({ num }) => num);
        const pages: ThreadList[] = [await threads('walk', `order=${sort}&limit=${limit}`)];
        for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) {
          pages.push(await threads('walk', `order=${sort}&limit=${limit}&cursor=${next}`));
        }
        expect(pages.flatMap(numsOf)).toEqual(expected);
        const back: number[][] = [];
        for (let previous = pages.at(-1)?.previous; previous;) {
          const page = await threads('walk', `order=${sort}&limit=${limit}&cursor=${previous}`);
          back.unshift(numsOf(page));
          previous = page.previous;
        }
        expect(back).toEqual(pages.slice(0, -1).map(numsOf));
        const paged = await Promise.all(
          pages
            .slice(0, NUMBERED_PAGES)
            .map(async (_, place) => threads('walk', `order=${sort}&limit=${limit}&page=${place + 1}`)),
        );
        expect(paged.map(numsOf)).toEqual(pages.slice(0, NUMBERED_PAGES).map(numsOf));
      },
    ),
    { numRuns: countOf(200, 15) },
  );
});

test('a thread that is bumped between two pages moves no other thread across them', async () => {
  await archive.store(
    'bumped',
    [1, 2, 3, 4, 5, 6].map((num) => opener(num, num * 10)),
  );
  const first = await threads('bumped', 'limit=2');
  expect(numsOf(first)).toEqual([6, 5]);
  await archive.store('bumped', [opener(1, 900), opener(7, 800)]);
  const second = await threads('bumped', `limit=2&cursor=${first.next}`);
  const third = await threads('bumped', `limit=2&cursor=${second.next}`);
  expect([numsOf(second), numsOf(third), third.next]).toEqual([[4, 3], [2], null]);
  // A place has one cursor, whenever it is asked for.
  expect((await threads('bumped', `limit=2&cursor=${third.previous}`)).next).toBe(second.next);
});

test("every statement on a large board reads the index that it names, also in the server's role", async () => {
  const board = await archive.board('big');
  await world().pool.query(
    `insert into posts (board_id, num, thread, opener, time_posted, time_modified, time_bumped, media_type, comment, rev)
     select $1, n, n - n % 100 + 1, n % 100 = 1, now(), now(),
       case when n % 100 = 1 then 'epoch'::timestamptz + (n * 7919 % 100000) * interval '1 minute' end,
       case when n % 50 = 0 then 'png' end, repeat('word ', 100), n
     from generate_series(101, 60000) n where n % 100 > 0`,
    [board],
  );
  await world().pool.query('analyze posts');
  const pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'server') });
  onTestFinished(async () => pool.end());
  const plan = async (statement: string, ...parameters: readonly unknown[]) => {
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${statement}`, [board, ...parameters]);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  const plans = [
    [await plan(THREADS_BY_MODIFIED.page, 15, 300), /_time_bumped_num_idx/],
    [await plan(THREADS_BY_MODIFIED.forward, 15, 3e15, 5000), /_time_bumped_num_idx[^]*Index Cond: .*ROW\(CASE/],
    [await plan(THREADS_BY_MODIFIED.backward, 15, 3e15, 5000), /_time_bumped_num_idx[^]*Index Cond: .*ROW\(CASE/],
    [await plan(THREADS_BY_CREATED.page, 15, 300), /_board_id_num_idx/],
    [await plan(THREADS_BY_CREATED.forward, 15, 5000), /_board_id_num_idx/],
    [await plan(THREADS_BY_CREATED.backward, 15, 5000), /_board_id_num_idx/],
    [await plan(COUNT_THREADS), /_board_id_num_idx/],
    [await plan(COUNT_LISTED, [101, 201, 301]), /_board_id_thread_num_subnum_idx/],
    [
      await plan(SELECT_LISTED_POSTS, [101, 201, 301], 3),
      /(_pkey|_board_id_num_idx)[^]*_board_id_thread_num_subnum_idx/,
    ],
    [await plan(LIST_POSTS.modified.forward, 50, 30_000), /_s\d+_rev_idx[^]*Index Cond: .*rev/],
    [await plan(LIST_POSTS.modified.backward, 50, 30_000), /_s\d+_rev_idx[^]*Index Cond: .*rev/],
    [await plan(LIST_POSTS.created.forward, 50, 30_000, 0), /_pkey[^]*Index Cond: .*ROW\(/],
    [await plan(LIST_POSTS.created.backward, 50, 30_000, 0), /_pkey[^]*Index Cond: .*ROW\(/],
    [await plan(SELECT_FILES.forward, 50, 30_000, 0), /_board_id_num_subnum_idx/],
    [await plan(SELECT_FILES.backward, 50, 30_000, 0), /_board_id_num_subnum_idx/],
  ] as const;
  for (const [text, index] of plans) {
    expect(text).toMatch(index);
    expect(text).not.toContain('Seq Scan on posts');
  }
});

test('with a million threads a page far down by its cursor reads as much as the first one', async () => {
  const [board, stored] = [await archive.board('deep'), 20_000];
  await world().pool.query(
    `insert into posts (board_id, num, thread, opener, time_posted, time_modified, time_bumped, rev)
     select $1, n, n, true, now(), now(), 'epoch'::timestamptz + (n * 7919 % 100003) * interval '1 minute', n
     from generate_series(1, $2::int) n`,
    [board, stored],
  );
  await world().pool.query('vacuum analyze posts');
  // The planner takes the density of rows from here: it sees a million threads.
  await world().pool.query(
    `update pg_class set reltuples = 1000000 where oid in
       (select inhrelid from pg_inherits where inhparent =
         (select inhrelid from pg_inherits i join pg_class c on c.oid = i.inhrelid
          where i.inhparent = 'posts'::regclass and pg_get_expr(c.relpartbound, c.oid) = format('FOR VALUES IN (%s)', $1::int)))`,
    [board],
  );
  const pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'server') });
  onTestFinished(async () => pool.end());
  const [known] = (await pool.query<Board>('select id, name from boards where id = $1', [board])).rows;
  if (known === undefined) throw new Error('the board is missing');
  const planned = await pool.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    `explain (format json) select from posts where board_id = $1 and opener and not hidden`,
    [board],
  );
  expect(planned.rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows']).toBeGreaterThan(900_000);

  for (const [order, statements, scan] of [
    ['modified', THREADS_BY_MODIFIED, 'Index Scan'],
    ['created', THREADS_BY_CREATED, 'Index Only Scan'],
  ] as const satisfies readonly (readonly [ThreadOrder, typeof THREADS_BY_MODIFIED, string])[]) {
    const first = await planWork(pool, statements.page, [board, 16, 0]);
    const place = await findPlace(pool, known, order, MAX_SKIPPED);
    if (place === null) throw new Error(`${order} has no place so far down`);
    const from = order === 'modified' ? [place.at, place.num] : [place.num];
    for (const direction of ['forward', 'backward'] as const) {
      const far = await planWork(pool, statements[direction], [board, 16, ...from]);
      expect({ order, direction, scan: far.scan, rows: far.rows }).toEqual({ order, direction, scan, rows: 16 });
      // Inner pages of the index, and the rows of the threads.
      expect(far.blocks, `${order} ${direction}`).toBeLessThan(first.blocks + 16);
    }
  }
  // Without a place a list cannot begin far down.
  const asked = { order: 'modified', start: { page: 1_000 }, limit: 15, replies: 0 } as const;
  await expect(listThreads(pool, known, asked)).rejects.toThrow(RangeError);
});
