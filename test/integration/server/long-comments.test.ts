/** Long comments: every answer stays within some megabytes, marks omissions, and the whole text can be read. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Post } from '../../../mappings/contract/post.ts';
import type { SearchAnswer } from '../../../mappings/contract/search.ts';
import type { Thread } from '../../../mappings/contract/thread.ts';
import { ALWAYS_SHOWN_COMMENT, MAX_SHOWN_COMMENT } from '../../../mappings/text-limits.ts';
import { useWorld } from '../../support/world.ts';
import { givenArchive, givenServer, type GivenServer } from './given-archive.ts';

const world = useWorld();
/** More posts with long comments than one answer shows at length. */
const POSTS = 1_000;
/** The size of a row that was stored before there was a limit. */
const OLD = 8_000_000;
/** "A few": FoolFuuka's API repeats each comment three times, and has two kilobytes besides for each post. */
const MAX_BYTES = 5_000_000;
let server: GivenServer;

beforeAll(async () => {
  const archive = givenArchive(world());
  await archive.board('g');
  const posts = Array.from({ length: POSTS }, (_, at) => ({
    num: 1_000 + at,
    thread: 1_000,
    opener: at === 0,
    comment: `post ${at} <s>spoiler</s><br>${'ねこ &amp; '.repeat(2_500)}`,
    extra: { asagi: { comment: 'bbcode', original: Array.from({ length: 5_000 }, () => Math.random()).join(' ') } },
  }));
  for (let at = 0; at < POSTS; at += 100) await archive.storeAndIndex('g', posts.slice(at, at + 100));
  await archive.storeAndIndex('g', [
    { num: 1, thread: 1, opener: true, subject: 'old', comment: `needle <br>${'text '.repeat(OLD / 5)}<br>the end` },
    { num: 2, thread: 1, comment: 'short' },
    { num: 3, thread: 1, comment: 'x'.repeat(MAX_SHOWN_COMMENT) },
    { num: 4, thread: 4, opener: true, comment: 'ß'.repeat(MAX_SHOWN_COMMENT + 1), hidden: true },
  ]);
  server = await givenServer(world());
});
afterAll(async () => {
  await server.close();
});

const sizeOf = async (url: string) => {
  const { statusCode, rawPayload } = await server.app.inject({ url });
  expect({ url, statusCode }).toEqual({ url, statusCode: 200 });
  return rawPayload.length;
};

describe('no answer is longer than some megabytes', () => {
  test.each([
    '/api/v1/boards/g/threads/1000',
    '/g/thread/1000.json',
    '/g/catalog.json',
    '/g/1.json',
    '/_/api/chan/thread/?board=g&num=1000',
    '/_/api/chan/index/?board=g&page=1',
    '/api/v1/boards/g/threads?order=modified&limit=15&replies=10',
    '/api/v1/boards/g/posts?order=created&limit=200',
    '/api/v1/search?q=board:g&limit=100',
    '/api/v1/search/feed.atom?q=board:g',
    '/api/v1/search/feed.json?q=board:g',
    '/_/api/chan/search/?boards=g',
    '/api/v1/boards/g/posts/1',
    '/api/v1/posts/1',
  ])('%s', async (url) => {
    expect(await sizeOf(url)).toBeLessThan(MAX_BYTES);
  });
});

test('a thread shows a share of each long comment', async () => {
  const { body } = await server.get('/api/v1/boards/g/threads/1000');
  const { posts } = body as Thread;
  expect(posts).toHaveLength(POSTS);
  expect(posts.every(({ comment_truncated: cut }) => cut === true)).toBe(true);
  expect(posts[7]?.comment.startsWith('post 7 spoiler')).toBe(true);
  expect(posts[7]?.comment.length).toBeGreaterThan(ALWAYS_SHOWN_COMMENT / 3);
});

test('a comment that is not too long is shown whole, beside one that is', async () => {
  const { posts } = (await server.get('/api/v1/boards/g/threads/1')).body as Thread;
  expect(posts.map(({ comment, comment_truncated: cut }) => [comment.length, cut])).toEqual([
    [expect.any(Number), true],
    [5, undefined],
    [MAX_SHOWN_COMMENT, undefined],
  ]);
  expect(posts[0]?.comment.length).toBeGreaterThan(MAX_SHOWN_COMMENT - 50);
  expect((await server.get('/g/thread/1.json')).body).toMatchObject({ posts: [{ comment_truncated: 1 }, {}, {}] });
  expect((await server.get('/_/api/chan/post/?board=g&num=1')).body).toMatchObject({ comment_truncated: true });
});

test('a hit is found and marked in the part that is shown', async () => {
  const { hits } = (await server.search({ q: 'needle' })).body as SearchAnswer;
  expect(hits).toMatchObject([{ num: 1, comment_truncated: true, highlights: { comment: [[0, 6]] } }]);
});

test('the whole comment is sent as text; that of a hidden post is not', async () => {
  const { statusCode, headers, body } = await server.app.inject({ url: '/api/v1/boards/g/posts/1/comment' });
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(body).toBe(`needle \n${'text '.repeat(OLD / 5)}\nthe end`);
  for (const num of [4, 5]) {
    expect(await server.get(`/api/v1/boards/g/posts/${num}/comment`)).toMatchObject({
      status: 404,
      body: { code: 'post_unknown' },
    });
  }
});

test('exports have whole comments', async () => {
  const { body } = await server.app.inject({ url: '/api/v1/search/export?q=num:1,2' });
  const [first, second] = body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Post);
  expect([first, second].map((post) => [post?.num, post?.comment_truncated])).toEqual([
    [2, undefined],
    [1, undefined],
  ]);
  expect(second?.comment.length).toBeGreaterThan(OLD);
});
