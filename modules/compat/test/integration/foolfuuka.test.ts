import fc from 'fast-check';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRedis } from '../../../../platform/redis.ts';
import { countOf } from '../../../../test/support/full-counts.ts';
import { useWorld } from '../../../../test/support/world.ts';
import {
  givenArchive,
  givenConfig,
  givenServer,
  START,
  type GivenArchive,
  type GivenServer,
} from '../../../../test/integration/server/given-archive.ts';

type Json = Readonly<Record<string, unknown>>;
interface ThreadJson {
  readonly op: Json;
  readonly posts: Readonly<Record<string, Json>>;
}

interface PostJson extends Json {
  readonly num: string;
  readonly subnum: string;
  readonly board: { readonly shortname: string };
}

const API = '/_/api/chan';
const MD5 = Buffer.from('Y+vxZgoBHLQWtNj6VlGPdw==', 'base64');

const world = useWorld();
let archive: GivenArchive;
let server: GivenServer;
let redis: Redis;

beforeAll(async () => {
  archive = givenArchive(world());
  for (const board of ['g', 'ck', 'ghosts', 'pages', 'walked', 'deep']) await archive.board(board);
  redis = createRedis(world().redisUrl);
  // Redis stores where pages far down begin.
  server = await givenServer(world(), {
    config: { ...givenConfig(world()), sourceFiles: true },
    redis,
    hasFallback: false,
  });
  await archive.storeAndIndex('g', [
    { num: 100, thread: 100, opener: true, subject: 'kettles', comment: 'which kettle', timeBumped: at(160) },
    { num: 101, thread: 100, comment: '<a href="#p100" class="quotelink">&gt;&gt;100</a><br>a copper kettle' },
    { num: 102, thread: 100, comment: 'a steel kettle', ...aFile(102) },
    { num: 102, subnum: 1, thread: 100, comment: 'written later' },
    { num: 103, thread: 100, comment: 'a secret kettle', hidden: true },
    { num: 104, thread: 100, comment: 'gone', timeDeletedPost: at(170) },
    { num: 110, thread: 110, opener: true, comment: 'cups', timeBumped: at(110), ...aFile(110) },
    { num: 120, thread: 120, opener: true, comment: 'nobody may see this', hidden: true },
    { num: 121, thread: 120, comment: 'left alone' },
  ]);
  await archive.storeAndIndex('ck', [{ num: 99, thread: 99, opener: true, comment: 'kettle chips' }]);
});

afterAll(async () => {
  await server.close();
  redis.disconnect();
});

const at = (seconds: number) => new Date(START + seconds * 1000);

function aFile(num: number) {
  return {
    mediaTime: 1_551_787_200_000 + num,
    mediaType: 'jpg',
    mediaName: `picture ${num}`,
    mediaHash: MD5,
    mediaSize: 61_122,
    mediaDimsSrcW: 1280,
    mediaDimsSrcH: 720,
  };
}

const ask = async (path: string, headers = {}) => server.get(`${API}${path}`, headers);
const threadOf = async (path: string, num = 100) => ((await ask(path)).body as Record<string, ThreadJson>)[num];
/** Replaces ids of rows, which tests cannot choose. */
const docIdOf = async (num: number, subnum = 0) => {
  const { body } = await ask(`/post/?board=g&num=${num}_${subnum}`);
  return (body as { doc_id: string }).doc_id;
};

const found = async (query: string) => {
  const { body } = await ask(`/search/?${query}`);
  const { 0: page, meta } = body as { 0: { posts: PostJson[] }; meta: Json };
  return {
    keys: page.posts.map(({ board, num, subnum }) => `${board.shortname}.${num}.${subnum}`),
    meta,
  };
};

/** Threads of an index in the order of the JSON text. */
const orderOf = async (query: string) => {
  const { payload } = await server.app.inject(`${API}/index/?board=g&page=1${query}`);
  return [...payload.matchAll(/"(\d+)":\{"op"/g)].map(([, num]) => Number(num)).filter((num) => num < 130);
};

describe('a thread', () => {
  test('has a separate opener and the replies by number, with ghost posts after the post that they follow', async () => {
    const { status, headers } = await ask('/thread/?board=g&num=100');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'access-control-allow-origin': '*',
      'last-modified': expect.any(String) as string,
    });
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    const thread = await threadOf('/thread/?board=g&num=100');
    expect(thread?.op).toMatchObject({ num: '100', op: '1', title: 'kettles', nreplies: null });
    expect(Object.keys(thread?.posts ?? {}).toSorted()).toEqual(['101', '102', '102_1', '104']);
    expect(thread?.posts['102_1']).toMatchObject({ num: '102', subnum: '1', thread_num: '100', op: '0' });
    expect(thread?.posts['101']).toMatchObject({
      comment: '>>100\na copper kettle',
      comment_processed: expect.stringContaining('data-post="100"') as string,
    });
    expect(thread?.posts['104']).toMatchObject({ deleted: '1', timestamp_expired: (START + 170_000) / 1000 });
  });

  test('keeps ghost posts in their places in the JSON text', async () => {
    const { payload } = await server.app.inject(`${API}/thread/?board=g&num=100`);
    expect([...payload.matchAll(/"(10\d(?:_\d)?)":\{/g)].map(([, key]) => key)).toEqual([
      '100',
      '101',
      '102',
      '102_1',
      '104',
    ]);
  });

  test('without replies has an empty object of posts', async () => {
    expect(await threadOf('/thread?board=g&num=110', 110)).toMatchObject({ op: { num: '110' }, posts: {} });
  });

  test('can be limited to its last replies', async () => {
    const thread = await threadOf('/thread/?board=g&num=100&last_limit=2');
    expect(thread?.op['num']).toBe('100');
    expect(Object.keys(thread?.posts ?? {}).toSorted()).toEqual(['102_1', '104']);
  });

  test('can be limited to posts after a doc_id, and is 204 if there are none', async () => {
    const thread = await threadOf(`/thread/?board=g&num=100&latest_doc_id=${await docIdOf(102)}`);
    expect(thread).not.toHaveProperty('op');
    expect(Object.keys(thread?.posts ?? {}).toSorted()).toEqual(['102_1', '104']);
    const last = await ask(`/thread/?board=g&num=100&latest_doc_id=${await docIdOf(104)}`);
    expect(last).toMatchObject({ status: 204, body: '' });
  });

  test('with a hidden opener is 404, and so is the number of a reply', async () => {
    for (const num of [120, 101, 999, 0]) {
      expect(await ask(`/thread/?board=g&num=${num}`)).toMatchObject({
        status: 404,
        body: { error: 'Thread not found.' },
      });
    }
  });

  test('can be limited to its deleted posts', async () => {
    const thread = await threadOf('/deleted/?board=g&num=100');
    expect(Object.keys(thread?.posts ?? {})).toEqual(['104']);
    expect(await threadOf('/deleted/?board=g&num=110', 110)).toMatchObject({ posts: {} });
    expect((await ask('/deleted/?board=g&num=999')).status).toBe(404);
  });
});

const mediaOf = async (num: number) => ((await ask(`/post/?board=g&num=${num}`)).body as { media: Json }).media;

describe('a file that several posts of the board show', () => {
  const names = {
    media: '1551787200102.jpg',
    preview_op: '1551787200110s.jpg',
    preview_reply: '1551787200102s.jpg',
  };

  test('has the names of the first post, the first opener and the first reply, beside its own', async () => {
    expect(await mediaOf(102)).toMatchObject({ ...names, media_orig: '1551787200102.jpg', total: '2' });
    expect(await mediaOf(110)).toMatchObject({
      ...names,
      media_orig: '1551787200110.jpg',
      preview_orig: '1551787200110s.jpg',
    });
    expect((await threadOf('/thread?board=g&num=110', 110))?.op['media']).toMatchObject(names);
  });

  test('is named after visible posts only', async () => {
    await archive.store('g', [
      { num: 140, thread: 140, opener: true, ...aFile(140), mediaHash: Buffer.alloc(16, 7) },
      { num: 141, thread: 140, ...aFile(141), mediaHash: Buffer.alloc(16, 7) },
    ]);
    expect(await mediaOf(141)).toMatchObject({ media: '1551787200140.jpg', preview_op: '1551787200140s.jpg' });
    await archive.store('g', [
      { num: 140, thread: 140, opener: true, ...aFile(140), mediaHash: Buffer.alloc(16, 7), hidden: true },
    ]);
    expect(await mediaOf(141)).toMatchObject({ media: '1551787200141.jpg', preview_op: null, total: '1' });
  });
});

describe('a client with a copy', () => {
  test('gets 304 by ETag or by time until something changes', async () => {
    await archive.store('g', [{ num: 130, thread: 130, opener: true, comment: 'first' }]);
    for (const path of ['/thread/?board=g&num=130', '/post/?board=g&num=130']) {
      const { etag, 'last-modified': modified } = (await ask(path)).headers;
      for (const headers of [{ 'if-none-match': etag }, { 'if-modified-since': modified }]) {
        expect(await ask(path, headers)).toMatchObject({ status: 304, body: '' });
      }
    }
    const before = (await ask('/thread/?board=g&num=130')).headers;
    await archive.store('g', [{ num: 130, thread: 130, opener: true, comment: 'edited', timeModified: at(500) }]);
    const changed = [{ 'if-none-match': before['etag'] }, { 'if-modified-since': before['last-modified'] }];
    for (const headers of changed) expect((await ask('/thread/?board=g&num=130', headers)).status).toBe(200);
  });

  test('gets different bytes under another address of the site', async () => {
    const one = await ask('/thread/?board=g&num=100', { host: 'one.example.org' });
    const other = await ask('/thread/?board=g&num=100', { host: 'other.example.org' });
    expect(JSON.stringify(one.body)).toContain('http://one.example.org/g/');
    expect(JSON.stringify(other.body)).toContain('http://other.example.org/g/');
    expect(other.headers['etag']).not.toBe(one.headers['etag']);
  });
});

describe('a post', () => {
  test('is answered alone; a ghost post is named by `_` or by `,`', async () => {
    expect((await ask('/post/?board=g&num=102')).body).toMatchObject({
      num: '102',
      subnum: '0',
      media: {
        media: '1551787200102.jpg',
        media_orig: '1551787200102.jpg',
        media_filename: 'picture 102.jpg',
        media_link: 'http://i.example.org/g/1551787200102.jpg',
        thumb_link: 'http://i.example.org/g/1551787200102s.jpg',
        preview_orig: '1551787200102s.jpg',
        media_hash: 'Y+vxZgoBHLQWtNj6VlGPdw==',
        safe_media_hash: 'Y-vxZgoBHLQWtNj6VlGPdw',
        media_w: '1280',
        spoiler: '0',
      },
      board: { name: 'Title of g', shortname: 'g' },
    });
    for (const num of ['102_1', '102,1', '102%2C1']) {
      expect((await ask(`/post/?board=g&num=${num}`)).body).toMatchObject({ subnum: '1', comment: 'written later' });
    }
  });

  test('that is hidden or missing is a 404 with the message that clients show', async () => {
    for (const num of ['999', '102_2', '103', '120']) {
      expect(await ask(`/post/?board=g&num=${num}`)).toMatchObject({ status: 404, body: { error: 'Post not found.' } });
    }
  });
});

describe('a board', () => {
  test('lists its threads by last bump or by number, in that order in the JSON text', async () => {
    expect(await orderOf('')).toEqual([100, 110]);
    expect(await orderOf('&order=by_post')).toEqual([100, 110]);
    expect(await orderOf('&order=by_thread')).toEqual([110, 100]);
  });

  test('shows the last five replies of each thread, and counts the omitted ones', async () => {
    await archive.store('pages', [
      { num: 1, thread: 1, opener: true, ...aFile(1) },
      ...[2, 3, 4, 5, 6, 7, 8].map((num) => ({ num, thread: 1, ...(num < 4 && aFile(num)) })),
      { num: 9, thread: 1, hidden: true },
    ]);
    const { body } = await ask('/index/?board=pages&page=1');
    const { posts, ...thread } = (body as Record<string, Json>)['1'] ?? {};
    expect((posts as Json[]).map(({ num }) => num)).toEqual(['4', '5', '6', '7', '8']);
    expect(thread).toMatchObject({ omitted: 2, images_omitted: 2, op: { num: '1', nreplies: null } });
  });

  test('has empty lists past the end, in the index and in the gallery', async () => {
    for (const path of ['index', 'gallery']) {
      expect(await ask(`/${path}/?board=g&page=2`)).toMatchObject({ status: 200, body: [] });
    }
  });

  test('has pages far down for programs that request one after the other, and refuses others with a link to go on', async () => {
    await world().pool.query(
      `insert into posts (board_id, num, thread, opener, time_posted, time_modified, rev)
       select (select id from boards where name = 'deep'), n, n, true, now(), now(), nextval('post_rev') from generate_series(1, 1025) n`,
    );
    const numsOn = async (page: number) => {
      const { payload } = await server.app.inject(`${API}/index/?board=deep&page=${page}&order=by_thread`);
      return [...payload.matchAll(/"(\d+)":\{"op"/g)].map(([, num]) => Number(num));
    };
    const refused = await server.app.inject(`${API}/index/?board=deep&page=101&order=by_thread`);
    expect(refused.statusCode).toBe(422);
    const [, next = ''] = /^<http:\/\/[^/]+(.+)>; rel="next"$/.exec(String(refused.headers['link'])) ?? [];
    expect(refused.json<{ error: string }>().error).toContain(next);
    const { threads } = (await server.get(next)).body as { threads: { num: number }[] };
    expect(threads.slice(0, 10).map(({ num }) => num)).toEqual([25, 24, 23, 22, 21, 20, 19, 18, 17, 16]);
    const walked: number[][] = [];
    for (const page of [100, 101, 102, 103, 104]) walked.push(await numsOn(page));
    expect(walked.map((nums) => [nums[0], nums.at(-1)])).toEqual([
      [35, 26],
      [25, 16],
      [15, 6],
      [5, 1],
      [undefined, undefined],
    ]);
    expect(await ask('/index/?board=deep&page=106&order=by_thread')).toMatchObject({ status: 422 });
    expect(await ask('/index/?board=deep&page=106')).toMatchObject({ status: 422 });
    // Shorter boards end before it.
    expect(await ask('/gallery/?board=deep&page=101')).toMatchObject({ status: 200, body: [] });
    expect(await server.get('/deep/101.json')).toMatchObject({
      status: 404,
      body: { error: 'There is no such page.' },
    });
  });

  test('has a gallery of opening posts, newest first, with the counts of their threads', async () => {
    const { body } = await ask('/gallery/?board=g&page=1');
    const openers = (body as Json[]).filter(({ num }) => Number(num) < 130);
    expect(openers.map(({ num, nreplies, nimages }) => [num, nreplies, nimages])).toEqual([
      ['110', '1', '1'],
      ['100', '5', '1'],
    ]);
  });

  test('lists threads with ghost posts, the newest ghost post first', async () => {
    await archive.storeAndIndex('ghosts', [
      { num: 1, thread: 1, opener: true },
      { num: 1, subnum: 1, thread: 1, timePosted: at(900) },
      { num: 2, thread: 2, opener: true },
      { num: 3, thread: 3, opener: true },
      { num: 3, subnum: 1, thread: 3, timePosted: at(800) },
    ]);
    const { payload } = await server.app.inject(`${API}/index/?board=ghosts&page=1&order=ghost`);
    expect([...payload.matchAll(/"(\d+)":\{"op"/g)].map(([, num]) => num)).toEqual(['1', '3']);
    expect((await ask('/index/?board=ghosts&page=2&order=ghost')).body).toEqual([]);
  });
});

describe('a search', () => {
  test('finds the same posts as the native API on the named boards', async () => {
    expect(await found('text=kettle&boards=g')).toMatchObject({
      keys: ['g.102.0', 'g.101.0', 'g.100.0'],
      meta: { total_found: 3, max_results: 5000, search_title: expect.stringContaining('kettle') as string },
    });
    expect((await found('text=kettle&boards=g.ck.nosuch&order=asc')).keys).toEqual([
      'ck.99.0',
      'g.100.0',
      'g.101.0',
      'g.102.0',
    ]);
    expect((await found('text=kettle')).keys).toHaveLength(4);
    expect((await found('board=ck&text=kettle')).keys).toEqual(['ck.99.0']);
  });

  test("supports FoolFuuka's parameters for ghost posts, images and hashes", async () => {
    expect((await found('boards=g&ghost=only')).keys).toEqual(['g.102.1']);
    expect((await found('boards=g&filter=text')).keys).toEqual(['g.110.0', 'g.102.0']);
    expect((await found('boards=g&image=Y-vxZgoBHLQWtNj6VlGPdw&type=op')).keys).toEqual(['g.110.0']);
  });

  test('grouped by threads returns their visible opening posts', async () => {
    expect((await found('boards=g&text=kettle&results=thread')).keys).toEqual(['g.100.0']);
    expect((await ask('/search/?boards=g&text=alone&results=thread')).body).toEqual({ error: 'No results found.' });
  });

  test('without results gives an `error` with status 200, after which clients stop paging', async () => {
    for (const query of ['text=unheardof', 'boards=g&text=kettle&page=2', 'text=kettle&page=200']) {
      expect(await ask(`/search/?${query}`)).toMatchObject({ status: 200, body: { error: 'No results found.' } });
    }
    expect(await ask('/search/?text=kettle&page=201')).toMatchObject({
      status: 200,
      body: { error: 'Only the first 5000 results are returned.' },
    });
  });

  test.each(['', '&results=thread', '&order=asc'])(
    'has every hit on one of its pages and none on two: %s',
    async (how) => {
      const posts = Array.from({ length: 60 }, (_, index) => ({ num: index + 1, thread: index + 1, opener: true }));
      await archive.storeAndIndex('walked', posts);
      const pages = [];
      for (const page of [1, 2, 3]) pages.push((await found(`boards=walked&page=${page}${how}`)).keys);
      expect(pages.map((keys) => keys.length)).toEqual([25, 25, 10]);
      const nums = pages.flat().map((key) => Number(key.split('.')[1]));
      const expected = posts.map(({ num }) => num);
      expect(nums).toEqual(how === '&order=asc' ? expected : expected.toReversed());
    },
  );
});

describe('the site', () => {
  test('lists its boards under the keys that clients read', async () => {
    const { body } = await ask('/boards/');
    expect(body).toMatchObject({ site: { name: 'Sagasu', global_search_enabled: true } });
    const { boards } = body as { boards: Record<string, Json> };
    expect(Object.values(boards).map(({ shortname }) => shortname)).toEqual(expect.arrayContaining(['g', 'ck']));
    expect(Object.values(boards).find(({ shortname }) => shortname === 'g')).toMatchObject({
      name: 'Title of g',
      board_url: 'http://localhost/g/',
      is_nsfw: false,
      search_enabled: true,
    });
    for (const path of ['/archives/', '/site/']) expect((await ask(path)).body).toMatchObject({ archives: boards });
  });
});

/** Types as Kuroba reads them: where it expects a number, a number or a numeric string, never null. */
const NUMBERS = 'num subnum thread_num op timestamp sticky locked deleted'.split(' ');
const NUMBERS_OF_FILES = 'spoiler media_w media_h media_size banned'.split(' ');

describe('a strict client', () => {
  test.each(['/thread/?board=g&num=100', '/thread/?board=g&num=110', '/index/?board=g&page=1', '/search/?boards=g'])(
    'finds every field with its type: %s',
    async (path) => {
      const { payload } = await server.app.inject(API + path);
      const posts = postsIn(JSON.parse(payload));
      expect(posts.length).toBeGreaterThan(0);
      for (const post of posts) {
        const media = (post['media'] ?? {}) as Json;
        const read = [
          ...NUMBERS.map((name) => post[name]),
          ...(post['media'] ? NUMBERS_OF_FILES.map((name) => media[name]) : []),
        ];
        for (const number of read) expect(String(number)).toMatch(/^\d{1,10}$/);
        // 4chan X and others compare these with ===.
        for (const name of ['op', 'subnum', 'sticky', 'locked', 'deleted']) expect(post[name]).toBeTypeOf('string');
        expect(post['timestamp']).toBeTypeOf('number');
        expect(post['comment_processed']).toBeTypeOf('string');
        expect(post['comment_sanitized']).toBeTypeOf('string');
      }
    },
  );

  test('reads the number of the thread first', async () => {
    const { payload } = await server.app.inject(`${API}/thread/?board=g&num=100`);
    expect(payload.startsWith('{"100":{"op":{"doc_id":"')).toBe(true);
  });
});

function postsIn(value: unknown): Json[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('doc_id' in value) return [value];
  return Object.values(value).flatMap(postsIn);
}

describe('too many requests', () => {
  test('are refused with a message that these clients show', async () => {
    const limited = await givenServer(world(), { config: { ...givenConfig(world()), rateLimit: 2 } });
    const path = `${API}/search/?text=kettle&boards=g`;
    for (const left of ['1', '0']) {
      const { status, headers } = await limited.get(path);
      expect({ status, left: headers['ratelimit-remaining'] }).toEqual({ status: 200, left });
    }
    expect(await limited.get(path)).toMatchObject({
      status: 429,
      body: { error: expect.stringContaining('Too many requests') as string },
      headers: { 'retry-after': expect.stringMatching(/^[1-9]\d*$/) as string, 'access-control-allow-origin': '*' },
    });
    expect((await limited.get(`${API}/nothing`)).status).toBe(429);
    await limited.close();
  });
});

describe('an invalid request', () => {
  test.each([
    ['/thread/', 422, 'No board selected.'],
    ['/thread/?board=nosuch&num=1', 404, 'Board not found.'],
    ['/thread/?board=g', 422, 'The "num" parameter is missing.'],
    ['/thread/?board=g&num=x', 422, 'The value for "num" is invalid.'],
    ['/thread/?board=g&num=100&latest_doc_id=x', 422, 'The value for "latest_doc_id" is malformed.'],
    ['/thread/?board=g&num=99999999999999999999', 422, 'The value for "num" is invalid.'],
    ['/post/?board=g&num=1_', 422, 'The value for "num" is invalid.'],
    ['/index/?board=g', 422, 'The "page" parameter is missing.'],
    ['/gallery/?board=g&page=00', 422, 'The "page" parameter is missing.'],
    ['/gallery/?board=g&page=-1', 422, 'The value for "page" is invalid.'],
    ['/index/?board=g&page=1&order=best', 422, 'The value for "order" is invalid.'],
    ['/search/?start=never', 422, expect.stringContaining('"start"') as string],
    ['/search/?page=0', 422, expect.stringContaining('"page"') as string],
    ['/search/?boards=nosuch&text=a', 404, 'Board not found.'],
    ['/nothing/?board=g', 404, 'Requested resource does not exist.'],
    ['/', 404, 'Requested resource does not exist.'],
  ])('%s is %d', async (path, status, error) => {
    const answer = await ask(path);
    expect(answer).toMatchObject({ status, body: { error } });
    expect(Object.keys(answer.body as Json)).toEqual(['error']);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
  });

  test('gets a proper error, whatever the parameters are', async () => {
    const names = 'board boards num page order text image start tnum latest_doc_id last_limit results width'.split(' ');
    const value = fc.oneof(
      fc.constantFrom('g', '100', '1', '102_1', 'ghost', 'thread', '-1', '1e9', '9'.repeat(17), '\0', '*', 'kett*'),
      fc.string({ unit: 'binary', maxLength: 20 }),
    );
    const query = fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 6 });
    const endpoint = fc.constantFrom('thread', 'deleted', 'post', 'index', 'gallery', 'search', 'boards', 'nothing');
    await fc.assert(
      fc.asyncProperty(endpoint, query, async (path, pairs) => {
        const written = pairs.map(([name, text]) => `${name}=${encodeURIComponent(text.toWellFormed())}`).join('&');
        const { status, body } = await ask(`/${path}/?${written}`);
        expect([200, 204, 404, 422]).toContain(status);
        if (status >= 400) expect(Object.keys(body as Json)).toEqual(['error']);
      }),
      { numRuns: Number(process.env['QUERIES'] ?? countOf(500, 30)) },
    );
  });

  test('by POST is refused at addresses that do not accept POST', async () => {
    const { statusCode, body } = await server.app.inject({
      method: 'POST',
      url: `${API}/search/`,
      payload: {},
    });
    expect([statusCode, body]).toEqual([404, '{"error":"Requested resource does not exist."}']);
  });
});
