import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Value } from 'typebox/value';
import { FourChanTail } from '../../contract/four-chan.ts';
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
  readonly posts: readonly Json[];
}

const world = useWorld();
let archive: GivenArchive;
let server: GivenServer;

beforeAll(async () => {
  archive = givenArchive(world());
  await archive.board('g');
  await archive.board('ck');
  server = await givenServer(world());
});

afterAll(async () => {
  await server.close();
});

interface Page {
  readonly page: number;
  readonly threads: readonly Json[];
}

const list = async (name: string) => (await server.get(`/ck/${name}.json`)).body;
const at = (seconds: number) => new Date(START + seconds * 1000);
const thread = async (num: number, headers = {}) => server.get(`/g/thread/${num}.json`, headers);

describe('a thread', () => {
  test('has its opener first, then its replies, and no ghost posts', async () => {
    await archive.store('g', [
      { num: 12, thread: 10, comment: 'second', mediaTime: 1_400_000_000_123, mediaType: 'png' },
      { num: 10, thread: 10, opener: true, comment: 'first' },
      { num: 11, thread: 10, subnum: 1, comment: 'ghost' },
    ]);
    const { status, body, headers } = await thread(10);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'access-control-allow-origin': '*',
      'last-modified': new Date(START + 12_000).toUTCString(),
      vary: expect.stringContaining('Accept-Encoding') as string,
    });
    const { posts } = body as ThreadJson;
    expect(posts.map((post) => [post['no'], post['resto'], post['com']])).toEqual([
      [10, 0, 'first'],
      [12, 10, 'second'],
    ]);
    // Clients read both fields without checking that they exist.
    expect(posts[0]).toMatchObject({ replies: 1, images: 1 });
    expect(posts[1]).toMatchObject({ tim: 1_400_000_000_123, ext: '.png' });
  });

  test('counts the replies and files that it shows, whatever the source states', async () => {
    await archive.store('g', [
      { num: 30, thread: 30, opener: true, replies: 9, images: 7, extra: { replies: 9, images: 4 } },
      { num: 31, thread: 30, mediaTime: 1_400_000_000_456, mediaType: 'png' },
    ]);
    expect(((await thread(30)).body as ThreadJson).posts[0]).toMatchObject({ replies: 1, images: 1 });
  });

  test('has a tail if it is longer: the last fifty posts below a part of the opener', async () => {
    const replies = Array.from({ length: 52 }, (_, index) => ({ num: 41 + index, thread: 40 }));
    const opener = { num: 40, thread: 40, opener: true, comment: 'first', posters: 3, extra: { bumplimit: 1 } };
    await archive.store('g', [opener, ...replies, { num: 92, subnum: 1, thread: 40, comment: 'ghost' }]);
    const whole = ((await thread(40)).body as ThreadJson).posts;
    const { status, body, headers } = await server.get('/g/thread/40-tail.json');
    expect(status).toBe(200);
    expect(Value.Errors(FourChanTail, body)).toEqual([]);
    const [part, ...last] = (body as ThreadJson).posts;
    expect(part).toEqual({
      no: 40,
      bumplimit: 1,
      replies: 52,
      images: 0,
      unique_ips: 3,
      tail_size: 50,
      tail_id: 42,
    });
    expect(last).toEqual(whole.slice(-50));
    const again = await server.get('/g/thread/40-tail.json', { 'if-none-match': String(headers['etag']) });
    expect(again.status).toBe(304);
    await archive.store('g', [
      { num: 92, thread: 40, hidden: true },
      { num: 91, thread: 40, hidden: true },
    ]);
    expect((await server.get('/g/thread/40-tail.json')).status).toBe(404);
  });

  test.each(['/g/res/10.json', '/g/thread/10.json/'])('is also at %s', async (address) => {
    expect((await server.get(address)).body).toEqual((await thread(10)).body);
  });

  test('answers HEAD with the headers of GET and no body', async () => {
    const { headers } = await thread(10);
    const head = await server.app.inject({ method: 'HEAD', url: '/g/thread/10.json' });
    expect(head.statusCode).toBe(200);
    expect(head.body).toBe('');
    for (const name of ['etag', 'last-modified', 'content-type', 'content-length']) {
      expect([name, head.headers[name]]).toEqual([name, headers[name]]);
    }
  });

  test.each([
    '/g/thread/11.json',
    '/g/thread/99.json',
    '/g/thread/10-tail.json',
    '/g/thread/10%0A.json',
    '/nosuch/thread/10.json',
    '/g/0.json',
  ])('that is not there is a 404 in JSON: %s', async (address) => {
    const { status, body, headers } = await server.get(address, { accept: 'text/html' });
    expect(status).toBe(404);
    expect(body).toMatchObject({ error: expect.any(String) as string });
    expect(headers['access-control-allow-origin']).toBe('*');
  });

  test('is 404 while its opener is hidden', async () => {
    await archive.store('g', [
      { num: 20, thread: 20, opener: true, hidden: true },
      { num: 21, thread: 20, comment: 'left' },
    ]);
    expect((await thread(20)).status).toBe(404);
  });

  test('shows only fields that the API defines if its source is of another kind', async () => {
    const id = await archive.board('list');
    await world().pool.query(`update boards set source = 'pipermail' where id = $1`, [id]);
    await archive.store('list', [{ num: 5, opener: true, extra: { message_id: '<a@b>', since4pass: 2015 } }]);
    const fresh = await givenServer(world());
    const { posts } = (await fresh.get('/list/thread/5.json')).body as ThreadJson;
    expect(posts[0]).toMatchObject({ since4pass: 2015 });
    expect(posts[0]).not.toHaveProperty('message_id');
    await fresh.close();
  });
});

describe('lists', () => {
  beforeAll(async () => {
    const openers = Array.from({ length: 170 }, (_, index) => ({
      num: 1000 + index * 10,
      opener: true,
      timeBumped: at(index),
      timeModified: at(index),
    }));
    await archive.store('ck', openers);
    // The oldest thread has the newest reply.
    await archive.store('ck', [
      { num: 1000, opener: true, timeBumped: at(5000), timeModified: at(0) },
      ...Array.from({ length: 7 }, (_, index) => ({
        num: 5001 + index,
        thread: 1000,
        timeModified: at(5000 + index),
        ...(index < 2 && { mediaTime: 1, mediaType: 'png' }),
      })),
      { num: 6000, opener: true, timeBumped: at(9000), hidden: true },
    ]);
  });

  test('of threads have ten pages of fifteen, the last bumped thread first', async () => {
    const pages = (await list('threads')) as readonly Page[];
    expect(pages.map(({ page, threads }) => [page, threads.length])).toEqual(
      Array.from({ length: 10 }, (_, index) => [index + 1, 15]),
    );
    const [first, second] = pages[0]?.threads ?? [];
    expect(first).toEqual({ no: 1000, last_modified: (START + 5_006_000) / 1000, replies: 7 });
    expect(second).toMatchObject({ no: 2690 });
  });

  test('have the same time of change as the thread itself', async () => {
    const [page] = (await list('threads')) as readonly Page[];
    for (const { no, last_modified: seconds } of page?.threads ?? []) {
      const { headers } = await server.get(`/ck/thread/${String(no)}.json`);
      expect(Date.parse(String(headers['last-modified']))).toBe(Number(seconds) * 1000);
    }
  });

  test('with posts count the omitted ones', async () => {
    const [page] = (await list('catalog')) as readonly Page[];
    const { last_replies: replies, ...opener } = page?.threads[0] ?? {};
    expect(opener).toMatchObject({ no: 1000, replies: 7, images: 2, omitted_posts: 2, omitted_images: 2 });
    expect((replies as readonly Json[]).map((post) => post['no'])).toEqual([5003, 5004, 5005, 5006, 5007]);
    expect(page?.threads[1]).not.toHaveProperty('last_replies');
    const { threads } = (await list('1')) as { readonly threads: readonly ThreadJson[] };
    expect(threads.map(({ posts }) => posts.length)).toEqual([6, ...Array.from({ length: 14 }, () => 1)]);
    expect(threads[0]?.posts[0]).toMatchObject({ no: 1000, omitted_posts: 2 });
  });

  test('continue past the tenth page, and the archive list has the threads beyond it', async () => {
    const archived = await list('archive');
    expect(archived).toEqual(Array.from({ length: 20 }, (_, index) => 1010 + index * 10));
    const { threads } = (await list('11')) as { readonly threads: readonly ThreadJson[] };
    expect(threads.map(({ posts }) => posts[0]?.['no'])).toEqual([...(archived as number[])].toReversed().slice(0, 15));
    expect((await server.get('/ck/13.json')).status).toBe(404);
  });

  test('of boards have every field that clients read', async () => {
    const { body } = await server.get('/boards.json');
    expect((body as { boards: readonly Json[] }).boards).toContainEqual({
      board: 'ck',
      title: 'Title of ck',
      ws_board: 1,
      per_page: 15,
      pages: 10,
      is_archived: 1,
    });
  });

  test.each(['threads.json', 'catalog.json', 'archive.json', '1.json'])('are 304 for their ETag: %s', async (name) => {
    const { headers } = await server.get(`/ck/${name}`);
    const again = await server.get(`/ck/${name}`, { 'if-none-match': `W/${String(headers['etag'])}` });
    expect(again).toMatchObject({ status: 304, body: '' });
  });
});

test('requests for JSON count towards the rate limit of the API', async () => {
  const counting = await givenServer(world(), { config: { ...givenConfig(world()), rateLimit: 2 } });
  const left = [];
  for (const url of ['/g/thread/10.json', '/api/v1/boards', '/g/threads.json'])
    left.push((await counting.get(url)).status);
  expect(left).toEqual([200, 200, 429]);
  await counting.close();
});
