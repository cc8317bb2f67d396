/** The server returns the posts that the scraper has read from the 4chan API, to clients and to another Sagasu. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Value } from 'typebox/value';
import { upsertBoard } from '../../../../store/boards/boards.ts';
import { FoolFuukaThread } from '../../contract/foolfuuka.ts';
import { FourChanThread } from '../../contract/four-chan.ts';
import { useWorld } from '../../../../test/support/world.ts';
import { FOUR_CHAN_OPENER } from '../../../../test/support/four-chan-opener.ts';
import { createHarness } from '../../../../test/integration/scraper/harness.ts';
import { addBoard, httpDate, LIST, Upstream } from '../../../../test/integration/scraper/upstream.ts';
import { givenServer, type GivenServer } from '../../../../test/integration/server/given-archive.ts';

type Json = Readonly<Record<string, unknown>>;
interface ThreadJson {
  readonly posts: readonly Json[];
}

const world = useWorld();
let upstream: Upstream;
let server: GivenServer;
let url: string;

beforeAll(async () => {
  upstream = new Upstream();
  url = await upstream.open();
  server = await givenServer(world());
  await server.app.listen({ port: 0, host: '127.0.0.1' });
});

afterEach(async () => {
  upstream.instead.clear();
  await world().pool.query('truncate posts, dirty, harvest_state, wanted_media');
});

afterAll(async () => {
  await server.close();
  await upstream.close();
});

/** Replaces the board's threads and polls it once. */
async function harvested(threads: readonly ThreadJson[]): Promise<void> {
  const modified = 1_700_000_000;
  const give = (path: string, document: unknown) =>
    upstream.instead.set(path, (_request, response) => {
      const headers = { 'content-type': 'application/json', 'last-modified': httpDate(modified) };
      response.writeHead(200, headers).end(JSON.stringify(document));
    });
  const openers = threads.map(({ posts }) => Number(posts[0]?.['no']));
  give(LIST, [{ page: 1, threads: openers.map((no) => ({ no, last_modified: modified, replies: 0 })) }]);
  for (const [place, num] of openers.entries()) give(`/g/thread/${num}.json`, threads[place]);
  const scraper = createHarness(world(), await addBoard(world(), url));
  await scraper.pass();
  await scraper.close();
}

const served = async (num: unknown) => {
  const { body } = await server.get(`/g/thread/${String(num)}.json`);
  expect(Value.Errors(FourChanThread, body)).toEqual([]);
  return body as ThreadJson;
};

/** Checks the thread against the schema of FoolFuuka's API in the OpenAPI document. */
async function expectDocumented(num: unknown): Promise<void> {
  const { status, body } = await server.get(`/_/api/chan/thread?board=g&num=${String(num)}`);
  expect(status).toBe(200);
  expect(Value.Errors(FoolFuukaThread, body)).toEqual([]);
}

/** Every field of the 4chan API, in the API's form. */
const THREAD: ThreadJson = {
  posts: [
    { ...FOUR_CHAN_OPENER, replies: 3, images: 0 },
    { no: 101, resto: 100, now: '03/05/19(Tue)14:07:12', time: 1_551_812_832, name: 'Anonymous', country: 'XX' },
    { no: 102, resto: 100, now: '03/05/19(Tue)14:07:13', time: 1_551_812_833, trip: '!!x', board_flag: 'NZ' },
    { no: 103, resto: 100, now: '03/05/19(Tue)14:07:14', time: 1_551_812_834, name: 'Anonymous', filedeleted: 1 },
  ],
};

test('a thread with every field comes out with equal fields', async () => {
  await harvested([THREAD]);
  const [opener, ...replies] = THREAD.posts;
  expect(await served(100)).toEqual({ posts: [{ ...opener, media_status: 'pending' }, ...replies] });
  await expectDocumented(100);
});

const folder = process.env['SAGASU_CAPTURES'];

/** The differences that docs/COMPATIBILITY.md lists. */
function isDocumented(name: string, original: unknown): boolean {
  if (name === 'media_status') return original === undefined;
  // The archive counts stored posts, while the source also counts deleted ones.
  if (name === 'replies' || name === 'images') return true;
  return ['email', 'sub', 'trip', 'sticky', 'closed'].includes(name) && (original === '' || original === 0);
}

test.skipIf(folder === undefined)(
  'every captured thread is returned field by field, except for the documented differences',
  async () => {
    const files = readdirSync(join(folder ?? '', '4chan'), { recursive: true, encoding: 'utf8' });
    const threads = files
      .filter((file) => /-thread-\d+\.json$/.test(file))
      .map((file) => JSON.parse(readFileSync(join(folder ?? '', '4chan', file), 'utf8')) as ThreadJson);
    expect(threads.length).toBeGreaterThan(10);
    await harvested(threads);
    for (const { posts } of threads) {
      const again = await served(posts[0]?.['no']);
      await expectDocumented(posts[0]?.['no']);
      expect(again.posts.map((post) => post['no'])).toEqual(posts.map((post) => post['no']));
      for (const [place, post] of again.posts.entries()) {
        const original = posts[place] ?? {};
        const names = new Set([...Object.keys(original), ...Object.keys(post)]);
        const unlisted = [...names].filter(
          (name) =>
            JSON.stringify(original[name]) !== JSON.stringify(post[name]) && !isDocumented(name, original[name]),
        );
        expect({ no: post['no'], unlisted }).toEqual({ no: post['no'], unlisted: [] });
      }
    }
  },
  60_000,
);

test('another Sagasu that harvests this one has the same rows, and finds nothing new the second time', async () => {
  await harvested([THREAD, { posts: [{ no: 200, resto: 0, time: 1_551_812_999, name: 'Anonymous', replies: 0 }] }]);
  const { port } = server.app.server.address() as AddressInfo;
  const own = `http://127.0.0.1:${port}`;
  const board = { name: 'second', title: 'Second', worksafe: true, source: '4chan' as const, sourceName: 'g' };
  const mirror = createHarness(world(), await upsertBoard(world().pool, { ...board, url: own, mediaUrl: own }));
  expect(await mirror.pass()).toBe(true);
  expect(await rowsOf('second')).toEqual(await rowsOf('g'));
  const before = await world().pool.query('select max(rev) as rev from posts');
  await mirror.pass();
  expect((await world().pool.query('select max(rev) as rev from posts')).rows).toEqual(before.rows);
  await mirror.close();
});

/** All columns except those that are specific to each archive, such as the rev and the time of writing. */
async function rowsOf(board: string): Promise<readonly unknown[]> {
  const { rows } = await world().pool.query<{ row: Json }>(
    `select to_jsonb(p) - '{board_id,id,rev,time_modified,time_deleted_file,extra}'::text[] || jsonb_build_object(
       'file_is_deleted', time_deleted_file is not null, 'extra', coalesce(p.extra, '{}') - 'images') as row
     from posts p join boards b on b.id = p.board_id where b.name = $1 order by num`,
    [board],
  );
  expect(rows.length).toBeGreaterThan(3);
  return rows.map(({ row }) => row);
}
