/**
 * Requests of programs that cannot run in tests, and every field that their source code reads from the answers: 4chan X for
 * posts that are gone at the source, Kuroba's parsers of both kinds of threads, and the MCP server. The posts are made
 * up.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SearchAnswer } from '../../../../mappings/contract/search.ts';
import { countOf } from '../../../../test/support/full-counts.ts';
import { useWorld } from '../../../../test/support/world.ts';
import { fullPost } from '../../../../test/unit/server/posts.ts';
import {
  givenArchive,
  givenConfig,
  givenServer,
  START,
  type GivenArchive,
  type GivenPost,
  type GivenServer,
} from '../../../../test/integration/server/given-archive.ts';

type Json = Readonly<Record<string, unknown>>;

const world = useWorld();
let archive: GivenArchive;
let server: GivenServer;

beforeAll(async () => {
  archive = givenArchive(world());
  for (const board of ['g', 'ck', 'drawn']) await archive.board(board);
  server = await givenServer(world(), { config: { ...givenConfig(world()), sourceFiles: true } });
  await archive.storeAndIndex('g', [
    {
      ...fullPost,
      num: 100,
      subnum: 0,
      thread: 100,
      // The file is only at the source.
      mediaHashSrc: null,
      mediaHashThb: null,
      extra: { images: 1, country_name: 'Germany' },
    },
    { num: 101, thread: 100, comment: 'a reply' },
    { num: 101, subnum: 1, thread: 100, comment: 'a ghost' },
  ]);
});

afterAll(async () => {
  await server.close();
});

const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const word = fc.constantFrom('heron', 'tea & milk', '<b>', "it's", '日本', '"', '\u2028');
const nums = fc.integer({ min: 0, max: 10_000 });

/** Any combination of the optional fields of a source. */
const drawnPost = fc.record({
  name: some(word),
  tripcode: some(fc.constantFrom('!heron', '!!tea')),
  capcode: some(fc.constantFrom('M', 'A', 'D', 'V', 'F', 'G')),
  posterid: some(fc.constantFrom('AbCdEfGh', 'Heaven')),
  country: some(fc.constantFrom('DE', 'XX', 'troll:nz')),
  email: some(word),
  subject: some(word),
  comment: some(fc.constantFrom('text', '<span class="quote">&gt;green</span><br><s>x</s>', '<wbr>', '&amp;lt;')),
  mediaTime: some(fc.integer({ min: 1, max: 1_700_000_000_000 })),
  mediaHash: some(fc.uint8Array({ minLength: 16, maxLength: 16 })),
  mediaName: some(word),
  mediaType: some(fc.constantFrom('png', 'webm')),
  mediaSize: some(nums),
  mediaDimsSrcW: some(nums),
  mediaDimsSrcH: some(nums),
  spoiler: fc.boolean(),
  sticky: some(fc.boolean()),
  closed: some(fc.boolean()),
  posters: some(nums),
  replies: some(nums),
  timeDeletedPost: some(fc.constant(new Date(START))),
  timeDeletedFile: some(fc.constant(new Date(START))),
  timeArchived: some(fc.constant(new Date(START))),
  extra: some(fc.constantFrom({ since4pass: 2016 }, { flag_name: 'Pony', board_flag: 'PN' }, { images: 2 })),
});

const drawnThread = fc.array(drawnPost, { minLength: 1, maxLength: 6 });
let threads = 0;

async function stored(drawn: readonly (typeof drawnPost extends fc.Arbitrary<infer T> ? T : never)[]): Promise<number> {
  threads += 1000;
  const posts = drawn.map((post, at): GivenPost => ({ ...post, num: threads + at, thread: threads, opener: at === 0 }));
  await archive.store('drawn', posts);
  return threads;
}

const RUNS = { numRuns: Number(process.env['HISTORIES'] ?? countOf(60, 5)) };

const textOrNull = (value: unknown) => value === null || typeof value === 'string';
/** `nextInt` accepts a number, or a string that contains one. */
const readsInt = (value: unknown) => /^-?\d{1,10}$/.test(String(value)) && Math.abs(Number(value)) < 2 ** 31;
const postOf = async (board: string, num: number) =>
  (await server.get(`/_/api/chan/post/?board=${board}&num=${num}`)).body as Json;
const readThread = async (more = '') => server.get(`/_/api/chan/thread/?board=g&num=100${more}`);

function readMedia(media: Json | null) {
  if (media === null) return;
  expect(['0', '1']).toContain(media['banned']);
  expect(['0', '1']).toContain(media['spoiler']);
  for (const name of ['media_filename', 'media_orig']) expect(media[name]).toBeTypeOf('string');
  for (const name of ['media_w', 'media_h', 'media_size', 'preview_w', 'preview_h']) {
    expect(media[name]).toMatch(/^\d+$/);
  }
  for (const name of ['media_hash', 'preview_orig', 'thumb_link']) {
    expect([name, textOrNull(media[name])]).toEqual([name, true]);
  }
  if (media['thumb_link'] !== null) expect(media['thumb_link']).toMatch(/^https?:\/\/|^\//);
  if (media['exif'] !== null) expect(JSON.parse(media['exif'] as string)).toBeTypeOf('object');
}

describe('4chan X', () => {
  test('parses every field of a post, whatever the post has', async () => {
    await fc.assert(
      fc.asyncProperty(drawnThread, async (drawn) => {
        const thread = await stored(drawn);
        for (const [at] of drawn.entries()) {
          const post = await postOf('drawn', thread + at);
          expect(post).not.toHaveProperty('error');
          expect(post['thread_num']).toBe(String(thread));
          for (const name of ['comment', 'title', 'email', 'name', 'trip', 'poster_hash', 'poster_country']) {
            expect([name, textOrNull(post[name])]).toEqual([name, true]);
          }
          expect('MADVFGN').toContain(post['capcode']);
          for (const name of ['troll_country_code', 'poster_country_name', 'troll_country_name']) {
            expect([name, post[name] === false || typeof post[name] === 'string']).toEqual([name, true]);
          }
          expect(Number.isInteger(post['timestamp'])).toBe(true);
          expect(post['fourchan_date']).toMatch(/^\d{1,2}\/\d{1,2}\/\d\d\([A-Z][a-z]{2}\)\d{1,2}:\d\d$/);
          readMedia(post['media'] as Json | null);
        }
      }),
      RUNS,
    );
  });

  test('shows the message of an error of any status', async () => {
    expect(await postOf('g', 999)).toEqual({ error: 'Post not found.' });
    expect(await postOf('nosuch', 1)).toEqual({ error: 'Board not found.' });
  });

  const SEARCHES: readonly (readonly [string, string])[] = [
    ['username', 'Name%20%22quoted%22'],
    ['tripcode', '!trip'],
    ['capcode', 'mod'],
    ['subject', 'a%20subject'],
    ['country', 'DE'],
    ['filename', 'a%20file.png'],
    ['image', '_____________________w'],
  ];

  test.each(SEARCHES)('opens a search by %s on a page that shows the post', async (type, value) => {
    const { status, headers } = await server.get(`/g/search/${type}/${value}/`);
    expect(status).toBe(301);
    const q = new URL(String(headers['location']), 'http://localhost').searchParams.get('q') ?? '';
    const { hits } = (await server.search({ q })).body as SearchAnswer;
    expect(hits.map(({ num }) => num)).toEqual([100]);
  });

  test('finds the thread, the post and the file at the addresses that it builds', async () => {
    const { media } = (await postOf('g', 100)) as { media: { media_orig: string } };
    const asked = ['/g/', '/g/thread/100/', '/g/post/101/', `/g/full_image/${media.media_orig}`];
    const answers = await Promise.all(asked.map(async (url) => server.get(url)));
    // Without built pages the first two are 404; the redirects still work.
    expect(answers.slice(2).map(({ status }) => status)).toEqual([301, 302]);
    expect(answers[2]?.headers['location']).toBe('/g/thread/100#p101');
    expect(String(answers[3]?.headers['location'])).toContain(media.media_orig);
  });
});

describe('Kuroba', () => {
  test('parses a FoolFuuka thread as a stream, without nulls or booleans in place of numbers', async () => {
    await fc.assert(
      fc.asyncProperty(drawnThread, async (drawn) => {
        const thread = await stored(drawn);
        const { payload } = await server.app.inject(`/_/api/chan/thread/?board=drawn&num=${thread}`);
        expect(payload.startsWith(`{"${thread}":{`)).toBe(true);
        const { op, posts } = (JSON.parse(payload) as Record<string, { op: Json; posts: Record<string, Json> }>)[
          thread
        ] ?? { op: {}, posts: {} };
        expect(Object.keys(posts)).toEqual(drawn.slice(1).map((_, at) => String(thread + at + 1)));
        for (const post of [op, ...Object.values(posts)]) {
          for (const name of ['num', 'subnum', 'thread_num', 'op', 'timestamp', 'sticky', 'locked', 'deleted']) {
            expect([name, readsInt(post[name])]).toEqual([name, true]);
          }
          const media = post['media'] as Json | null;
          for (const name of media === null ? [] : ['spoiler', 'media_w', 'media_h', 'media_size', 'banned']) {
            expect([name, readsInt(media?.[name])]).toEqual([name, true]);
          }
          const link = media?.['thumb_link'] ?? 'http://none';
          expect(link).toMatch(/^https?:\/\//);
        }
      }),
      RUNS,
    );
  });

  const INTS = ['no', 'resto', 'w', 'h', 'spoiler', 'filedeleted', 'sticky', 'closed', 'archived', 'sticky_cap'];
  const MORE_INTS = ['replies', 'images', 'unique_ips', 'since4pass', 'bumplimit', 'imagelimit', 'custom_spoiler'];
  const LONGS = ['time', 'fsize', 'last_modified', 'tim'];
  const TEXTS = ['sub', 'name', 'com', 'ext', 'filename', 'trip', 'country', 'country_name', 'board_flag', 'flag_name'];
  const MORE_TEXTS = ['id', 'capcode', 'md5', 'email', 'now', 'semantic_url'];

  test('parses a 4chan thread: every field has its type, and none is null', async () => {
    await fc.assert(
      fc.asyncProperty(drawnThread, async (drawn) => {
        const thread = await stored(drawn);
        const { posts } = (await server.get(`/drawn/thread/${thread}.json`)).body as { posts: Json[] };
        expect(posts.map(({ no, resto }) => [no, resto])).toEqual(
          drawn.map((_, at) => [thread + at, at === 0 ? 0 : thread]),
        );
        for (const post of posts) {
          for (const name of ['no', 'resto', 'now', 'time']) expect(post).toHaveProperty(name);
          for (const [name, value] of Object.entries(post)) expect([name, value]).not.toEqual([name, null]);
          for (const name of [...INTS, ...MORE_INTS, ...LONGS].filter((each) => each in post)) {
            expect([name, Number.isSafeInteger(post[name])]).toEqual([name, true]);
          }
          for (const name of [...TEXTS, ...MORE_TEXTS].filter((each) => each in post)) {
            expect([name, typeof post[name]]).toEqual([name, 'string']);
          }
          if ('md5' in post) expect(post['md5']).toMatch(/^[A-Za-z0-9+/]{22}==$/);
        }
        // BASC-py4chan and others read these fields of the opener without checking that they exist.
        expect(posts[0]).toMatchObject({ replies: expect.any(Number) as number, images: expect.any(Number) as number });
      }),
      RUNS,
    );
  });
});

describe('the MCP server', () => {
  test('searches with every parameter that it supports, and parses hits and totals', async () => {
    const asked = new URLSearchParams({ boards: 'g.ck', text: 'green', username: 'name', tripcode: '!trip' });
    const narrowed = { capcode: 'mod', uid: 'AbCdEfGh', country: 'DE', deleted: 'deleted', ghost: 'none', type: 'op' };
    const rest = { subject: 'subject', filename: 'file', filter: 'text', start: '2019-01-01', end: '2019-12-31' };
    const shape = { results: 'post', order: 'desc', page: '1', image: '/////////////////////w==' };
    for (const [name, value] of Object.entries({ ...narrowed, ...rest, ...shape })) asked.set(name, value);
    const { status, body } = await server.get(`/_/api/chan/search/?${asked.toString()}`);
    expect({ status, body }).toMatchObject({ status: 200 });
    const { 0: page, meta } = body as { 0: { posts: Json[] }; meta: Json };
    expect(page.posts.map(({ num }) => num)).toEqual(['100']);
    expect(Number(meta['total_found'])).toBe(1);
    expect(Number(meta['max_results'])).toBeGreaterThan(0);
  });

  test('reads a thread, its ghost posts and opener, and the posts after a given one', async () => {
    const { op, posts } = ((await readThread()).body as Record<string, { op: Json; posts: Record<string, Json> }>)[
      '100'
    ] ?? {
      op: {},
      posts: {},
    };
    expect([op['op'], op['subnum']]).toEqual(['1', '0']);
    const entries = Object.entries(posts).map(([key, post]) => [key, post['op'], post['subnum'] !== '0']);
    expect(entries).toEqual([
      ['101', '0', false],
      ['101_1', '0', true],
    ]);
    const last = Math.max(...[op, ...Object.values(posts)].map((post) => Number(post['doc_id'])));
    expect(await readThread(`&latest_doc_id=${last}&last_limit=5`)).toMatchObject({ status: 204, body: '' });
  });

  test('lists every board of the archive, and the site', async () => {
    const { site, boards } = (await server.get('/_/api/chan/boards/')).body as {
      site: Json;
      boards: Record<string, Json>;
    };
    for (const name of ['name', 'url', 'title', 'global_search_enabled']) expect(site).toHaveProperty(name);
    const read = Object.values(boards).map(({ shortname, name, search_enabled: searched }) => [
      shortname,
      name,
      searched,
    ]);
    expect(new Set(read.map(([shortname]) => shortname))).toEqual(new Set(['ck', 'drawn', 'g']));
    for (const [, name, searched] of read) expect([typeof name, Boolean(searched)]).toEqual(['string', true]);
  });

  test('shows an error with its status and message, and obeys Retry-After', async () => {
    const refused = await server.get('/_/api/chan/thread/?board=g&num=999');
    expect(refused).toMatchObject({ status: 404, body: { error: 'Thread not found.' } });
  });
});
