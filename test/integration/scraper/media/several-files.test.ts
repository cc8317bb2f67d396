/** Posts of a vichan site with several files: each is stored, fetched, shown and removed like the first. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Board } from '../../../../mappings/board.ts';
import type { JsonFeed } from '../../../../mappings/contract/feed.ts';
import type { ExtraFile, Post } from '../../../../mappings/contract/post.ts';
import type { SearchAnswer } from '../../../../mappings/contract/search.ts';
import { RemovalLog } from '../../../../platform/removal-log.ts';
import { moderateFile } from '../../../../server/moderation/files.ts';
import { moderate } from '../../../../server/moderation/moderate.ts';
import { upsertBoard } from '../../../../store/boards/boards.ts';
import { wardenOf } from '../../../support/sessions.ts';
import { useWorld } from '../../../support/world.ts';
import { POST_COLUMNS, toPost, type PostRow } from '../../../../mappings/postgres/post-row.ts';
import { givenArchive, givenServer, type GivenArchive, type GivenServer } from '../../server/given-archive.ts';
import { createHarness, type Harness } from '../harness.ts';
import { Upstream } from '../upstream.ts';
import {
  createMediaHarness,
  drawPicture,
  fieldsOf,
  MEDIA_CONFIG,
  send,
  sha256Of,
  type MediaHarness,
} from './harness.ts';

const world = useWorld();
const upstream = new Upstream();
let board: Board;
let posts: Harness;
let media: MediaHarness;
let server: GivenServer;
let archive: GivenArchive;

const pictures: Buffer[] = [];
/** The last one is in the folder of all boards, under a hash. */
const FOUR = [...[0, 1, 2].map((at) => `1600001001000-${at}`), 'a3f5'.repeat(16)];
const pathOf = (at: number, folder: 'src' | 'thumb') =>
  `/${at < 3 ? `v/${folder}` : `file_store${folder === 'thumb' ? '/thumb' : ''}`}/${FOUR[at]}.png`;

beforeAll(async () => {
  const url = await upstream.open();
  archive = givenArchive(world());
  await archive.board('v');
  board = await upsertBoard(world().pool, {
    name: 'v',
    title: 'Pictures',
    worksafe: true,
    source: 'vichan',
    url,
    mediaUrl: url,
  });
  posts = createHarness(world(), board);
  media = await createMediaHarness(world());
  server = await givenServer(world(), { media: { ...MEDIA_CONFIG, mediaDir: media.root } });
  const sent = (path: string, document: () => unknown) =>
    upstream.instead.set(path, (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document()));
    });
  sent('/v/threads.json', () => upstream.list());
  sent('/v/res/1.json', () => upstream.document(1));
  for (let at = 0; at < 4; at++) {
    const bytes = await drawPicture(at + 1, 40 + at, 30);
    pictures.push(bytes);
    upstream.instead.set(pathOf(at, 'src'), send(bytes));
    upstream.instead.set(pathOf(at, 'thumb'), send(await drawPicture(at + 10, 20, 15)));
  }
  upstream.start(1);
});

afterAll(async () => {
  await server.close();
  await media.close();
  await posts.close();
  await upstream.close();
});

const factsOf = (at: number): Record<string, unknown> => ({
  ...fieldsOf(0, pictures[at] as Buffer, '.png'),
  tim: FOUR[at],
  filename: `kettle ${at}`,
  fpath: at === 3 ? 1 : 0,
});

const hashOf = (at: number) => String(factsOf(at)['md5']);

async function harvest(): Promise<void> {
  posts.later(60);
  media.later(60_000);
  await posts.pass();
  upstream.takePaths();
  await media.fetchDue([board]);
}

const postOf = async (num: number) => (await server.get(`/api/v1/boards/v/posts/${num}`)).body as Post;
const extraOf = async (num: number): Promise<readonly ExtraFile[]> => (await postOf(num)).extra_files ?? [];
const revOf = async (num: number) => (await postOf(num)).rev;
const rowsOf = async (table: string) =>
  (
    await world().pool.query<{ rows: number }>(`select count(*)::int as rows from ${table} where board_id = $1`, [
      board.id,
    ])
  ).rows[0]?.rows;

test('all files of a post are fetched by their own names', async () => {
  upstream.reply(1, 101, { ...factsOf(0), extra_files: [1, 2, 3].map(factsOf) });
  upstream.reply(1, 102, { ...factsOf(1), tim: 1_600_001_002_000 });
  upstream.instead.set('/v/src/1600001002000.png', send(pictures[1] as Buffer));
  await harvest();
  const asked = new Set(upstream.takePaths());
  for (const at of FOUR.keys()) {
    expect(asked).toContain(pathOf(at, 'thumb'));
    if (at !== 1) expect(asked).toContain(pathOf(at, 'src'));
  }
  const post = await postOf(101);
  expect(post.file).toMatchObject({ name: 'kettle 0', status: 'archived', sha256: sha256Of(pictures[0] as Buffer) });
  expect(post.extra).toEqual({ tim: FOUR[0], fpath: 0 });
  expect(post.extra_files).toEqual(
    [1, 2, 3].map((at) =>
      expect.objectContaining({
        place: at,
        name: `kettle ${at}`,
        status: 'archived',
        sha256: sha256Of(pictures[at] as Buffer),
        time_deleted: null,
      }),
    ),
  );
  for (const { url, thumb_url: thumb } of post.extra_files ?? []) {
    expect([(await server.get(url ?? '')).status, (await server.get(thumb ?? '')).status]).toEqual([200, 200]);
  }
  // A post with one file has no row besides its own.
  expect(await postOf(102)).not.toHaveProperty('extra_files');
  expect(await rowsOf('post_files')).toBe(3);
  // The same answer again changes nothing.
  const rev = await revOf(101);
  upstream.touch(1);
  await harvest();
  expect(await revOf(101)).toBe(rev);
});

test('every file is found, counted and shown, in searches, APIs, feeds and zips', async () => {
  const { rows } = await world().pool.query<PostRow>(
    `select ${POST_COLUMNS} from posts p join boards b on b.id = p.board_id order by p.num`,
  );
  await archive.index('v', rows.map(toPost));
  const found = async (q: string) => {
    const { hits } = (await server.get(`/api/v1/search?q=${encodeURIComponent(q)}`)).body as SearchAnswer;
    return hits.map(({ num }) => num).toSorted((a, b) => a - b);
  };
  for (const [q, expected] of [
    ['file:"kettle 3"', [101]],
    ['file:"kettle 1"', [101, 102]],
    ['file:*tle*', [101, 102]],
    ['file:*"tle 3"*', [101]],
    [`md5:${hashOf(2)}`, [101]],
    [`md5:${hashOf(1)}`, [101, 102]],
    [`sha256:${sha256Of(pictures[3] as Buffer)}`, [101]],
    [`size:${pictures[3]?.length} file:kettle`, [101]],
    ['ext:png has:image', [101, 102]],
    ['file:"0 kettle"', []],
  ] as const) {
    expect([q, await found(q)]).toEqual([q, expected]);
  }
  const answer = (await server.get('/api/v1/search?q=file%3A3')).body as SearchAnswer;
  expect(answer.hits.map(({ num, highlights }) => [num, highlights])).toEqual([
    [101, { extra_files: [[], [], [[7, 8]]] }],
  ]);
  const { posts: printed } = (await server.get('/v/thread/1.json')).body as { posts: Record<string, unknown>[] };
  const sent = printed.find(({ no }) => no === 101);
  // Here, no file is in a folder of all boards.
  const shownFacts = [1, 2, 3].map((at) => Object.entries(factsOf(at)).filter(([name]) => name !== 'fpath'));
  expect(sent?.['extra_files']).toEqual(shownFacts.map((facts) => expect.objectContaining(Object.fromEntries(facts))));
  expect(JSON.stringify(printed)).not.toContain('fpath');
  expect(printed.find(({ no }) => no === 102)).not.toHaveProperty('extra_files');
  for (const address of [`/v/src/${FOUR[3]}.png`, `/v/thumb/${FOUR[3]}.png`]) {
    expect([address, (await server.get(address)).status]).toEqual([address, 200]);
  }
  const feed = (await server.get('/api/v1/search/feed.json?q=file%3A3')).body as JsonFeed;
  expect(feed.items[0]?.attachments?.map(({ title }) => title)).toEqual([0, 1, 2, 3].map((at) => `kettle ${at}.png`));
  const zip = (await server.app.inject('/api/v1/boards/v/threads/1/zip')).rawPayload.toString('latin1');
  for (const name of ['101', '101-1', '101-2', '101-3']) expect(zip).toContain(`files/${name}.png`);
});

test('a file that the site deletes stays, marked; a file that cannot be read keeps its row', async () => {
  const rev = await revOf(101);
  const deleted = { tim: '', ext: 'deleted', filename: 'deleted' };
  upstream.edit(1, 101, { extra_files: [deleted, 'unreadable', { ...factsOf(3), w: -1, filename: 'renamed' }] });
  await harvest();
  const [first, second, third] = await extraOf(101);
  expect(first).toMatchObject({ name: 'kettle 1', status: 'archived' });
  expect(first?.time_deleted).not.toBeNull();
  expect(second).toMatchObject({ name: 'kettle 2', time_deleted: null });
  expect(third).toMatchObject({ name: 'renamed', width: 320, time_deleted: null });
  expect(await revOf(101)).toBeGreaterThan(rev);
  upstream.edit(1, 101, { extra_files: [1, 2, 3].map(factsOf) });
  await harvest();
  expect((await extraOf(101)).map(({ time_deleted: time }) => time)).toEqual([null, null, null]);
});

test('moderators delete and ban one of the files', async () => {
  const secret = await wardenOf(world().pool);
  const log = new RemovalLog(media.root);
  const byWarden = { board, reason: null, secret };
  await moderateFile(world().pool, { ...byWarden, action: 'ban', post: { num: 101, subnum: 0, place: 2 } }, log);
  await moderateFile(world().pool, { ...byWarden, action: 'delete', post: { num: 101, subnum: 0, place: 3 } }, log);
  const { file, extra_files: files = [] } = await postOf(101);
  expect([file, ...files].map((one) => one?.status)).toEqual(['archived', 'archived', 'banned', 'gone']);
  expect(files[1]).toMatchObject({ url: null, thumb_url: null, sha256: null });
  expect((await log.read()).map((removal) => ('place' in removal ? removal.place : removal.action))).toEqual([
    'ban',
    'ban',
    3,
  ]);
  const { rows } = await world().pool.query<{ thumb: Buffer; sha256: Buffer }>(
    'select media_hash_thb as thumb, media_hash_src as sha256 from post_files where place = 2',
  );
  const removals = await world().pool.query<{ sha256: Buffer }>('select sha256 from media_removals');
  const hex = removals.rows.map(({ sha256 }) => sha256.toString('hex'));
  expect(hex).toEqual(
    expect.arrayContaining(rows.flatMap(({ thumb, sha256 }) => [thumb, sha256].map((hash) => hash.toString('hex')))),
  );
});

test('a hidden post hides all its files, and a purge removes them', async () => {
  const addresses = (await extraOf(101)).slice(0, 1).map(({ url }) => url ?? '');
  const request = {
    board,
    posts: [{ num: 101, subnum: 0 }],
    threads: false,
    actor: 'warden',
    secret: await wardenOf(world().pool),
    reason: null,
    now: new Date(),
  } as const;
  // Another post shows the same file.
  expect((await server.get(addresses[0] ?? '')).status).toBe(200);
  for (const num of [101, 102])
    await moderate(world().pool, { ...request, action: 'hide', posts: [{ num, subnum: 0 }] });
  expect((await server.get(addresses[0] ?? '')).status).toBe(404);
  await moderate(world().pool, { ...request, action: 'purge' });
  expect([await rowsOf('post_files'), await rowsOf('tombstones')]).toEqual([0, 1]);
});
