import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type pg from 'pg';
import { createPostgresPool } from '../../../platform/postgres.ts';
import type { Board, BoardList } from '../../../mappings/contract/board.ts';
import type { Post } from '../../../mappings/contract/post.ts';
import type { SearchAnswer } from '../../../mappings/contract/search.ts';
import type { Thread } from '../../../mappings/contract/thread.ts';
import type { PostNumber } from '../../../mappings/post.ts';
import { moderate, type ModerationAction } from '../../../server/moderation/moderate.ts';
import { DEFAULT_SLICE_SIZE } from '../../../mappings/board.ts';
import { boardAlias } from '../../../mappings/elasticsearch/index-names.ts';
import { documentId } from '../../../mappings/elasticsearch/post-document.ts';
import { aPost, writePosts } from '../../support/builders.ts';
import { useWorld } from '../../support/world.ts';
import { givenArchive, givenServer, NOW, type GivenArchive, type GivenServer } from './given-archive.ts';
import { loginUrl } from '../../support/logins.ts';
import { chiefOf, wardenOf } from '../../support/sessions.ts';

const world = useWorld();
let archive: GivenArchive;
let server: GivenServer;
let pool: pg.Pool;
let boardId: number;

beforeAll(async () => {
  archive = givenArchive(world());
  boardId = await archive.board('g');
  await archive.board('ck');
  server = await givenServer(world());
  // Runs in the server's role, so that missing privileges fail here.
  pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'server') });
});

afterAll(async () => {
  await server.close();
  await pool.end();
});

async function act(
  action: ModerationAction,
  posts: readonly (number | PostNumber)[],
  more: { threads?: boolean; reason?: string } = {},
): Promise<number> {
  const result = await moderate(pool, {
    action,
    board: { id: boardId, name: 'g' },
    posts: posts.map((post) => (typeof post === 'number' ? { num: post, subnum: 0 } : post)),
    threads: more.threads ?? false,
    actor: 'warden',
    secret: await (more.threads === true ? chiefOf : wardenOf)(world().pool),
    reason: more.reason ?? null,
    now: NOW,
  });
  return result.posts.length;
}

async function rowsOf(table: string, more = ''): Promise<Record<string, unknown>[]> {
  return (await world().pool.query<Record<string, unknown>>(`select * from ${table} ${more}`)).rows;
}

async function searched(q: string): Promise<{ nums: number[]; total: SearchAnswer['total'] }> {
  const { status, body } = await server.search({ q });
  expect({ status, body }).toMatchObject({ status: 200 });
  const { hits, total } = body as SearchAnswer;
  return { nums: hits.map((hit) => hit.num), total };
}

async function threadNums(num: number): Promise<number[]> {
  return ((await server.get(`/api/v1/boards/g/threads/${num}`)).body as Thread).posts.map((post) => post.num);
}

async function repliesOf(num: number): Promise<number | null> {
  return ((await server.get(`/api/v1/boards/g/posts/${num}`)).body as Post).replies;
}

async function listed(): Promise<Board> {
  const { boards } = (await server.get('/api/v1/boards')).body as BoardList;
  const board = boards.find(({ name }) => name === 'g');
  if (board === undefined) throw new Error('/g/ is not listed');
  return board;
}

async function pendingHides(): Promise<number> {
  return (await rowsOf('pending_hides')).length;
}

describe('a post that is hidden', () => {
  test('leaves search, total, thread and look-ups immediately, although the index still has it, and returns when it is shown', async () => {
    await archive.storeAndIndex('g', [
      { num: 10, thread: 10, opener: true, comment: 'alderword' },
      { num: 11, thread: 10, comment: 'alderword' },
      { num: 12, thread: 10, comment: 'alderword' },
    ]);
    expect(await act('hide', [11])).toBe(1);
    expect(await searched('alderword')).toEqual({ nums: [12, 10], total: { value: 2, relation: 'eq' } });
    expect(await threadNums(10)).toEqual([10, 12]);
    expect((await server.get('/api/v1/boards/g/posts/11')).status).toBe(404);
    expect(await act('hide', [11])).toBe(0);

    expect(await act('show', [11])).toBe(1);
    expect(await searched('alderword')).toEqual({ nums: [12, 11, 10], total: { value: 3, relation: 'eq' } });
    expect(await threadNums(10)).toEqual([10, 11, 12]);
    expect((await server.get('/api/v1/boards/g/posts/11')).status).toBe(200);
    expect(await act('show', [11])).toBe(0);
  });

  test('is not counted among the replies of its thread until it is shown', async () => {
    const posts = [90, 91, 92, 93].map((num) => ({ num, thread: 90, opener: num === 90 }));
    await archive.store('g', posts);
    await act('hide', [91]);
    expect(await repliesOf(90)).toBe(2);
    await act('purge', [93]);
    expect(await repliesOf(90)).toBe(1);
    await act('show', [91]);
    expect(await repliesOf(90)).toBe(2);
    const { rows } = await world().pool.query('select thread from dirty where thread = 90');
    expect(rows).toHaveLength(1);
  });

  test('no page counts it in any order, and posts with the same number on other boards stay', async () => {
    await archive.storeAndIndex('ck', [{ num: 20, comment: 'birchword' }]);
    await archive.storeAndIndex(
      'g',
      Array.from({ length: 30 }, (_, place) => ({ num: 20 + place, thread: 20, comment: 'birchword' })),
    );
    await act('hide', [20]);
    for (const sort of ['new', 'old', 'relevance', 'modified']) {
      const { body } = await server.search({ q: 'birchword', sort, limit: '5' });
      const { total, next } = body as SearchAnswer;
      expect(total).toEqual({ value: 30, relation: 'eq' });
      const { body: second } = await server.search({ q: 'birchword', sort, limit: '5', cursor: next ?? '' });
      expect((second as SearchAnswer).total).toEqual({ value: 30, relation: 'eq' });
    }
    expect((await searched('birchword board:ck')).nums).toEqual([20]);
  });

  test('is not counted on a page without hits', async () => {
    const posts = [80, 81, 82, 83, 84, 85].map((num) => ({ num, thread: 80, comment: 'rowanword' }));
    await archive.storeAndIndex('g', posts);
    const { body } = await server.search({ q: 'rowanword', limit: '5' });
    const { next } = body as SearchAnswer;
    // Deletes the document of the next page's only post.
    const index = boardAlias(world().indexPrefix, 'g');
    await world().elasticsearch.delete({ index, id: documentId({ board: 'g', num: 80, subnum: 0 }), refresh: true });
    await act('hide', [83]);
    const { body: rest } = await server.search({ q: 'rowanword', limit: '5', cursor: next ?? '' });
    expect(rest).toMatchObject({ hits: [], total: { value: 4, relation: 'eq' } });
  });

  test('does not pass its subject to the hits of its thread', async () => {
    await archive.storeAndIndex('g', [
      { num: 60, thread: 60, opener: true, subject: 'Cedarword subject' },
      { num: 61, thread: 60, comment: 'cypressword' },
    ]);
    await act('hide', [60]);
    const { body } = await server.search({ q: 'cypressword' });
    const { hits } = body as SearchAnswer;
    expect(hits).toMatchObject([{ num: 61 }]);
    expect(hits[0]).not.toHaveProperty('thread_subject');
    expect((await searched('cedarword')).total.value).toBe(0);
  });

  test("invalidates the readers' copies of its thread", async () => {
    await archive.store('g', [
      { num: 65, thread: 65, opener: true },
      { num: 66, thread: 65, comment: 'seen' },
    ]);
    const { headers } = await server.get('/api/v1/boards/g/threads/65');
    const copy = { 'if-none-match': String(headers['etag']) };
    expect((await server.get('/api/v1/boards/g/threads/65', copy)).status).toBe(304);
    await act('hide', [66]);
    expect((await server.get('/api/v1/boards/g/threads/65', copy)).status).toBe(200);
  });

  test('leaves the counts of boards immediately', async () => {
    await archive.store('g', [{ num: 999_990 }]);
    const before = await listed();
    await act('hide', [999_990]);
    const after = await listed();
    expect(after.posts).toBe(before.posts - 1);
    expect(after.last_post).not.toBe(before.last_post);
    await act('show', [999_990]);
    expect(await listed()).toEqual(before);
    await act('hide', [999_990]);
  });

  test('can be one of 200 in one call, which hides all of them or none', async () => {
    const nums = Array.from({ length: 200 }, (_, place) => 1_000 + place);
    await archive.storeAndIndex(
      'g',
      nums.map((num) => ({ num, thread: num - (num % 7), comment: 'elmword' })),
    );
    await expect(act('hide', [...nums, 77_777])).rejects.toThrow('There is no post 77777 on /g/ in the archive.');
    expect((await searched('elmword')).total.value).toBe(200);
    expect(await act('hide', nums)).toBe(200);
    expect(await searched('elmword')).toEqual({ nums: [], total: { value: 0, relation: 'eq' } });
    expect(await act('show', nums.slice(50))).toBe(150);
    expect((await searched('elmword')).total).toEqual({ value: 150, relation: 'eq' });
  });

  test('is marked for the indexer from its new rev on, and logged', async () => {
    const [post] = await archive.store('g', [{ num: 70, comment: 'logged' }]);
    await world().pool.query('delete from dirty');
    await act('hide', [70], { reason: 'because' });
    const [row] = await rowsOf('posts', 'where num = 70');
    const [mark] = await rowsOf('dirty');
    expect(mark).toMatchObject({ thread: '70', min_rev: row?.['rev'] });
    expect(row?.['rev']).not.toBe(String(post?.rev));
    expect(
      await rowsOf('audit_log left join audit_details on audit_id = id', `where target->'posts' ? '70'`),
    ).toMatchObject([{ actor: 'warden', action: 'posts.hide', target: { posts: ['70'] }, reason: 'because' }]);
  });

  test('makes the total a lower bound if a search cannot exclude all pending hides', async () => {
    await world().pool.query('delete from pending_hides; delete from dirty');
    onTestFinished(async () => {
      await world().pool.query('delete from pending_hides; delete from dirty');
    });
    const board = { id: boardId, name: 'g', sliceSize: DEFAULT_SLICE_SIZE };
    const posts = Array.from({ length: 2_050 }, (_, place) =>
      aPost({ board: 'g', num: 10_000 + place, thread: 10_000, comment: 'fernword' }),
    );
    await writePosts(world().pool, board, posts);
    await archive.index('g', posts);
    await archive.storeAndIndex('g', [{ num: 13_000, comment: 'fernword' }]);
    expect(await act('hide', [10_000], { threads: true })).toBe(2_050);
    const { total } = await searched('fernword');
    expect(total).toEqual({ value: 1, relation: 'gte' });
  });
});

describe('a post or thread that is not in the archive', () => {
  test('is refused with a message', async () => {
    await expect(act('hide', [{ num: 10, subnum: 3 }])).rejects.toMatchObject({
      code: 'post_unknown',
      message: 'There is no post 10_3 on /g/ in the archive.',
    });
    await archive.store('g', [{ num: 81, thread: 80 }]);
    await expect(act('purge', [81], { threads: true })).rejects.toMatchObject({
      code: 'thread_unknown',
      message: 'No thread on /g/ in the archive is opened by 81.',
    });
  });
});

describe('a whole thread', () => {
  test('is hidden and shown with all its posts except purged ones', async () => {
    await archive.storeAndIndex('g', [
      { num: 90, thread: 90, opener: true, comment: 'gorseword' },
      { num: 91, thread: 90, comment: 'gorseword' },
      { num: 91, subnum: 1, thread: 90, comment: 'gorseword' },
      { num: 92, thread: 90, comment: 'gorseword' },
    ]);
    await act('purge', [92]);
    expect(await act('hide', [90], { threads: true })).toBe(3);
    expect((await server.get('/api/v1/boards/g/threads/90')).status).toBe(404);
    expect(await searched('gorseword')).toEqual({ nums: [], total: { value: 0, relation: 'eq' } });
    expect(await act('show', [90], { threads: true })).toBe(3);
    expect(await searched('gorseword')).toEqual({ nums: [91, 91, 90], total: { value: 3, relation: 'eq' } });
  });

  test('does not show a single post while it is hidden', async () => {
    await archive.storeAndIndex('g', [
      { num: 95, thread: 95, opener: true },
      { num: 96, thread: 95 },
    ]);
    await act('hide', [95], { threads: true });
    await expect(act('show', [96])).rejects.toMatchObject({ status: 409, code: 'thread_hidden' });
    expect(await rowsOf('posts', 'where thread = 95 and hidden')).toHaveLength(2);
    await act('show', [95], { threads: true });
    await act('hide', [96]);
    expect(await act('show', [96])).toBe(1);
  });
});

describe('a purge', () => {
  const KEPT = [
    'board_id',
    'num',
    'subnum',
    'thread',
    'opener',
    'time_posted',
    'time_purged',
    'time_modified',
    'id',
    'rev',
  ];

  test('leaves only key, thread and times in the row', async () => {
    await archive.store('g', [
      {
        num: 100,
        thread: 100,
        opener: true,
        name: 'hazelword',
        subject: 'hazelword',
        comment: 'hazelword',
        mediaName: 'hazelword',
        mediaTime: 1,
        mediaHash: new Uint8Array(16),
        mediaType: 'png',
        timeBumped: NOW,
        timeDeletedFile: NOW,
        extra: { tag: 'hazelword' },
      },
    ]);
    await world().pool.query(
      `update posts set tripcode = 'x', capcode = 'x', posterid = 'x', country = 'x', email = 'x', sticky = true, closed = true,
              spoiler = true, posters = 1, replies = 1, media_size = 1, time_deleted_post = now(), time_archived = now()
        where num = 100`,
    );
    expect(await act('purge', [100], { reason: 'unlawful' })).toBe(1);
    const [row = {}] = await rowsOf('posts', 'where num = 100');
    const left = Object.entries(row).filter(([column, value]) => !KEPT.includes(column) && value !== null);
    expect(left).toEqual([
      ['spoiler', false],
      ['hidden', true],
    ]);
    expect(row).toMatchObject({ thread: '100', opener: true, time_purged: NOW, time_modified: NOW });
    expect(await rowsOf('tombstones', 'where num = 100')).toMatchObject([
      { purged_by: 'warden', purged_at: NOW, reason: 'unlawful', segments_purged_at: null },
    ]);
    expect((await server.get('/api/v1/boards/g/posts/100')).status).toBe(404);
  });

  test('is final: the post cannot be shown, purged again, or filled again', async () => {
    await archive.store('g', [{ num: 110, comment: 'ivyword' }]);
    await act('purge', [110]);
    expect(await act('purge', [110])).toBe(0);
    expect(await act('hide', [110])).toBe(0);
    await expect(act('show', [110])).rejects.toMatchObject({ code: 'post_purged' });
    await expect(act('show', [110], { threads: true })).rejects.toMatchObject({ code: 'post_purged' });
    await expect(world().pool.query(`update posts set comment = 'ivyword' where num = 110`)).rejects.toThrow(
      'posts_purged_is_empty',
    );
    expect(await rowsOf('audit_log', `where target->'posts' ? '110'`)).toHaveLength(1);
  });

  test('deletes quotes of the post: reasons in the quarantine and samples of refusals', async () => {
    await archive.store('g', [{ num: 120 }, { num: 121 }]);
    await world().pool.query(
      `insert into quarantine (board_id, thread, num, subnum, index_name, rev, reason)
       select $1, n, n, 0, 'i', 1, 'quotes juniperword' from generate_series(120, 121) n`,
      [boardId],
    );
    await world().pool.query(
      `insert into refusals (board_id, url, reason, sample, first_seen, last_seen, thread)
       select $1, 'http://old.example.org/g/thread/' || n || '.json', 'not_json', 'quotes juniperword', now(), now(), n
         from unnest(array[120, 121, 1120]) n`,
      [boardId],
    );
    await act('purge', [120]);
    expect((await rowsOf('quarantine')).map(({ num }) => num)).toEqual(['121']);
    expect((await rowsOf('refusals', 'order by url')).map(({ url }) => url)).toEqual([
      'http://old.example.org/g/thread/1120.json',
      'http://old.example.org/g/thread/121.json',
    ]);
    await world().pool.query('delete from quarantine; delete from refusals');
  });

  test('requests one segment purge per board, which includes posts purged later', async () => {
    await world().pool.query('delete from tasks');
    await archive.store('g', [{ num: 130 }, { num: 131 }]);
    await act('purge', [130]);
    await act('purge', [131]);
    expect(await rowsOf('tasks')).toMatchObject([
      { kind: 'purge_segments', status: 'enqueued', requested_by: 'warden' },
    ]);
    await world().pool.query(`update tasks set status = 'failed'`);
    await act('purge', [131]);
    expect(await rowsOf('tasks', `where status = 'enqueued'`)).toHaveLength(1);
  });
});

describe('a hidden post that Elasticsearch still shows', () => {
  test('is excluded until its mark is gone and the index has had time to refresh', async () => {
    await world().pool.query('delete from pending_hides; delete from dirty');
    await archive.storeAndIndex('g', [
      { num: 140, comment: 'larchword' },
      { num: 141, comment: 'larchword' },
    ]);
    await act('hide', [140]);
    // The hide is a day old, but the thread is still marked.
    await world().pool.query(`update pending_hides set since = now() - interval '1 day'`);
    expect((await searched('larchword')).total).toEqual({ value: 1, relation: 'eq' });
    await act('hide', [141]);
    expect(await pendingHides()).toBe(2);
    // The mark is gone, and the hide is old.
    await world().pool.query(`delete from dirty where thread = 140`);
    await act('show', [141]);
    expect(await pendingHides()).toBe(0);
  });

  test('is excluded while Elasticsearch refuses its new state', async () => {
    await world().pool.query('delete from pending_hides; delete from dirty');
    await archive.storeAndIndex('g', [{ num: 150, comment: 'mapleword' }]);
    await act('hide', [150]);
    await world().pool.query(
      `insert into quarantine (board_id, thread, num, subnum, index_name, rev, reason) values ($1, 150, 150, 0, 'i', 1, 'why')`,
      [boardId],
    );
    onTestFinished(async () => {
      await world().pool.query('delete from quarantine');
    });
    await world().pool.query(`delete from dirty; update pending_hides set since = now() - interval '1 day'`);
    expect((await searched('mapleword')).total.value).toBe(0);
    await archive.store('g', [{ num: 151 }]);
    await act('hide', [151]);
    expect((await searched('mapleword')).total.value).toBe(0);
  });
});
