/**
 * A post with a word, a stored picture and its thumbnails, in the index and in every file that modules publish. After a purge by request
 * nothing of it is left in answers, tables, documents, published files and on the disk, nor of the request that quoted it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeUnusedFiles } from '../../../../scraper/media/removals.ts';
import type { LeasedBoard } from '../../../../scraper/leases/board-leases.ts';
import { changeSettings } from '../../../../store/boards/settings.ts';
import { addressesOfPost } from '../../../../test/integration/moderation/archive-addresses.ts';
import { createHarness, type Harness } from '../../../../test/integration/scraper/harness.ts';
import {
  createMediaHarness,
  drawPicture,
  filesIn,
  MEDIA_CONFIG,
  serveFile,
  sha256Of,
  type MediaHarness,
} from '../../../../test/integration/scraper/media/harness.ts';
import { addHeldBoard, Upstream } from '../../../../test/integration/scraper/upstream.ts';
import { ask, givenAdmin, type Admin } from '../../../../test/integration/server/admin/given-admin.ts';
import { givenServer, type GivenServer } from '../../../../test/integration/server/given-archive.ts';
import { drained, openIndexer } from '../../../../test/support/indexer.ts';
import { MODULES } from '../../../../test/support/modules.ts';
import { useWorld } from '../../../../test/support/world.ts';
import type { RemovalQueue } from '../../contract/removal-requests.ts';

const WORD = 'quetzalcoatlus';
const THREAD = 48_150_000;
const POST = 48_151_623;
const TIME = 1_700_000_000_123;
const DAY_MS = 86_400_000;

const world = useWorld();
let upstream: Upstream;
let board: LeasedBoard;
let scraper: Harness;
let media: MediaHarness;
let server: GivenServer;
let admin: Admin;
let dataDir: string;
let bytes: Buffer;

beforeAll(async () => {
  upstream = new Upstream();
  board = await addHeldBoard(world(), await upstream.open());
  await changeSettings(world().pool, board, { publicExport: true });
  scraper = createHarness(world(), board);
  media = await createMediaHarness(world());
  dataDir = await mkdtemp(join(tmpdir(), 'sagasu-canary-'));
  server = await givenServer(world(), {
    media: { ...MEDIA_CONFIG, mediaDir: media.root },
    dataDir,
    clock: () => new Date(),
  });
  admin = await givenAdmin(world(), server);
  bytes = await drawPicture(1);
  upstream.start(THREAD, 3, { sub: 'A thread that stays' });
  upstream.reply(THREAD, POST, {
    ...(await serveFile(upstream, TIME, bytes)).fields,
    com: WORD,
    sub: WORD,
    name: WORD,
  });
  await scraper.pass();
  await media.fetchDue([board]);
  await indexAll();
});

afterAll(async () => {
  await server.close();
  await media.close();
  await scraper.close();
  await upstream.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function indexAll(): Promise<void> {
  const indexer = await openIndexer(world());
  await drained(world());
  await indexer.close();
  await world().elasticsearch.indices.refresh({ index: `${world().indexPrefix}*` });
}

/** The files that modules publish, as of this day. */
async function published(days: number): Promise<string> {
  const now = new Date(Date.now() + days * DAY_MS);
  const files = await Promise.all(
    MODULES.map(async (module) => module.publishedFiles?.({ pool: world().pool, dataDir, now })),
  );
  return files.flat().join('\n');
}

/** Addresses whose answers have the word or send a picture. */
async function traces(): Promise<string[]> {
  const hash = sha256Of(bytes);
  const media1 = `/media/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}.png`;
  const ofPost = addressesOfPost({
    board: 'g',
    num: POST,
    thread: THREAD,
    word: WORD,
    counted: ['', `${WORD.slice(0, -2)}*`],
    time: TIME,
    sha256: hash,
  });
  const found: string[] = [];
  for (const url of [...ofPost.of(server.app), media1, media1.replace('/media', '/media/thumbs'), '/transparency']) {
    const isOfStaff = url.startsWith('/api/v1/admin');
    const headers = { 'sec-fetch-site': 'same-origin', ...(isOfStaff && { cookie: admin.cookie }) };
    const answer = await server.app.inject({ url, headers });
    const isPicture = String(answer.headers['content-type']).startsWith('image/');
    const query = decodeURIComponent(url).includes(WORD) ? new RegExp(`"(q|parts|text|query)":.*`, 's') : /$^/;
    if (isPicture || answer.payload.replace(query, '').includes(WORD)) found.push(url);
  }
  return found;
}

async function tablesWithTraces(): Promise<string[]> {
  const { rows } = await world().pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const row = await world().pool.query(`select 1 from ${name} t where t::text like $1 limit 1`, [`%${WORD}%`]);
    if (row.rowCount !== 0) found.push(name);
  }
  return found;
}

async function documentsWithTraces(): Promise<number> {
  const { hits } = await world().elasticsearch.search({ index: `${world().indexPrefix}*`, size: 100 });
  return hits.hits.filter((hit) => JSON.stringify(hit._source).includes(WORD)).length;
}

// The tests depend on each other, in this order.
test('the post is found everywhere, so that its later absence is meaningful', async () => {
  const payload = {
    about: 'posts',
    reason: 'personal_data',
    posts: [`/g/thread/${THREAD}#p${POST}`],
    words: `It contains ${WORD}`,
  };
  expect(await ask(server, { method: 'POST', url: '/api/v1/removal-requests', payload })).toMatchObject({
    status: 201,
  });
  expect(await published(1)).toContain(WORD);
  const found = await traces();
  expect(found).toContain(`/api/v1/boards/g/posts/${POST}`);
  expect(found).toContain('/api/v1/admin/removal-requests');
  expect(found.filter((url) => url.startsWith('/media/')).length).toBeGreaterThan(1);
  expect(await tablesWithTraces()).toEqual(expect.arrayContaining(['posts', 'removal_requests']));
  expect(await documentsWithTraces()).toBe(1);
  expect((await filesIn(media.root)).length).toBeGreaterThan(2);
});

test('after the purge by request nothing is left', async () => {
  const { requests } = (await admin.get('/removal-requests')).body as RemovalQueue;
  const [request] = requests;
  const decided = await admin.send('POST', `/removal-requests/${request?.id}`, {
    action: 'purge',
    version: request?.version,
  });
  expect(decided).toMatchObject({ status: 200, body: { posts: 1 } });
  expect(await tablesWithTraces()).toEqual([]);
  await indexAll();
  while ((await removeUnusedFiles(media.context)) > 0);
  expect(await documentsWithTraces()).toBe(0);
  expect(await filesIn(media.root)).toEqual([]);
  expect(await published(2)).not.toContain(WORD);
  expect(await traces()).toEqual([]);
});

test('the next harvest of the source does not bring it back', async () => {
  upstream.edit(THREAD, POST, { com: `${WORD} edited` });
  await scraper.pass();
  while ((await media.fetchDue([board])) > 0);
  await indexAll();
  expect(await tablesWithTraces()).toEqual([]);
  expect(await filesIn(media.root)).toEqual([]);
});
