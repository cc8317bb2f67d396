/**
 * Creates a post with a stored file, its two thumbnails and a contributed dump, and crawls every address of the archive. Once the file is
 * banned, no answer to readers sends it, links to it, or names its SHA-256 or that of a thumbnail, whatever the scraper is doing; posts
 * still show the file name and the source's MD5. Staff see the hash among the banned files.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ZipBuffer } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SearchAnswer } from '../../../mappings/contract/search.ts';
import { exportArchive } from '../../../archive-export/export-archive.ts';
import { removeLeftovers, removeUnusedFiles } from '../../../scraper/media/removals.ts';
import type { LeasedBoard } from '../../../scraper/leases/board-leases.ts';
import { drained, openIndexer } from '../../support/indexer.ts';
import { useWorld } from '../../support/world.ts';
import { MODULES } from '../../support/modules.ts';
import { createHarness, type Harness } from '../scraper/harness.ts';
import {
  createMediaHarness,
  drawPicture,
  filesIn,
  MEDIA_CONFIG,
  serveFile,
  sha256Of,
  type MediaHarness,
} from '../scraper/media/harness.ts';
import { addHeldBoard, Upstream } from '../scraper/upstream.ts';
import { givenAdmin, type Admin } from '../server/admin/given-admin.ts';
import { givenServer, type GivenServer } from '../server/given-archive.ts';
import { addressesOfPost, FOOLFUUKA, type Addresses } from './archive-addresses.ts';

const WORD = 'quetzalcoatlus';
const THREAD = 48_150_000;
const POST = 48_151_623;
const TIME = 1_700_000_000_123;

const world = useWorld();
let upstream: Upstream;
let board: LeasedBoard;
let scraper: Harness;
let media: MediaHarness;
let server: GivenServer;
let admin: Admin;
let archives: string;
let bytes: Buffer;
/** SHA-256 in hexadecimal of the file, of the large thumbnail, whose key has that of the file, and of both thumbnails. */
let hashes: readonly string[];
let addresses: Addresses;
/** Addresses of modules that show the file. */
const ofModules: string[] = [];

beforeAll(async () => {
  upstream = new Upstream();
  board = await addHeldBoard(world(), await upstream.open());
  scraper = createHarness(world(), board);
  media = await createMediaHarness(world());
  archives = await mkdtemp(join(tmpdir(), 'sagasu-archives-'));
  server = await givenServer(world(), { media: { ...MEDIA_CONFIG, mediaDir: media.root } });
  admin = await givenAdmin(world(), server);
  bytes = await drawPicture(1);
  upstream.start(THREAD, 3, { sub: 'A thread that stays' });
  upstream.reply(THREAD, POST, { ...(await serveFile(upstream, TIME, bytes)).fields, com: WORD, sub: WORD });
  await scraper.pass();
  await media.fetchDue([board]);
  hashes = (await filesIn(media.root)).map((key) => /[0-9a-f]{64}/.exec(key)?.[0] ?? key);
  addresses = addressesOfPost({
    board: 'g',
    num: POST,
    thread: THREAD,
    word: WORD,
    counted: ['', 'is:reply', `${WORD.slice(0, -2)}*`, 'ext:png'],
    time: TIME,
    sha256: sha256Of(bytes),
  });
  for (const module of MODULES) ofModules.push(...((await module.keepFile?.(world().pool, bytes)) ?? []));
  const indexer = await openIndexer(world());
  await drained(world());
  await indexer.close();
  await world().elasticsearch.indices.refresh({ index: `${world().indexPrefix}*` });
});

afterAll(async () => {
  await server.close();
  await media.close();
  await scraper.close();
  await upstream.close();
  await rm(archives, { recursive: true, force: true });
});

/** Some answers that show the file at first. */
const SHOWING = [
  `/api/v1/boards/g/posts/${POST}`,
  `/api/v1/boards/g/threads/${THREAD}`,
  `/api/v1/posts/${POST}`,
  `/g/thread/${THREAD}.json`,
  '/g/catalog.json',
  '/g/1.json',
  `${FOOLFUUKA}/post/?board=g&num=${POST}`,
];

/** Every address of the file's bytes, and those of its thumbnails. */
const fileAddresses = () => [
  ...[sha256Of(bytes)].flatMap((hash) => [
    mediaAddress(hash, 'png'),
    mediaAddress(hash, 'png').replace('/media', '/media/thumbs'),
  ]),
  ...hashes.filter((hash) => hash !== sha256Of(bytes)).map((hash) => mediaAddress(hash, 'jpg')),
  ...[`full_image/${TIME}.png`, `redirect/${TIME}.png`, `${TIME}s.jpg`].map((name) => `/g/${name}`),
  `/foolfuuka/boards/g/image/1700/00/${TIME}.png`,
  `/data/g/img/1700/00/${TIME}.png`,
  `/data/g/thumb/1700/00/${TIME}s.jpg`,
];
const mediaAddress = (hash: string, type: string) => `/media/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}.${type}`;

/** By its hashes. */
const lookUps = () =>
  [`sha256:${sha256Of(bytes)}`, `md5:${md5Of('base64url')}`].flatMap((q) =>
    ['postgres', 'elasticsearch'].map((source) => `/api/v1/search?q=${q}&source=${source}`),
  );
const md5Of = (encoding: 'hex' | 'base64' | 'base64url') => createHash('md5').update(bytes).digest(encoding);

/** The addresses whose answers send, name or link to the file or a thumbnail. */
async function crawl(): Promise<string[]> {
  const found: string[] = [];
  for (const url of [...addresses.of(server.app), ...fileAddresses(), ...lookUps(), ...ofModules]) {
    const headers = {
      'sec-fetch-site': 'same-origin',
      ...(url.startsWith('/api/v1/admin') && { cookie: admin.cookie }),
    };
    const answer = await server.app.inject({ url, headers });
    expect(answer.statusCode, url).not.toBe(500);
    const text = JSON.stringify(answer.headers) + withoutQuery(answer.payload, url);
    const isSent =
      answer.rawPayload.includes(bytes.subarray(64, 256)) ||
      String(answer.headers['content-type']).startsWith('image/');
    if (isSent || hashes.some((hash) => text.includes(hash))) found.push(url);
  }
  return found;
}

/** Answers to searches repeat the query, in `parts` too. */
function withoutQuery(payload: string, url: string): string {
  const asked = /[?&]q=([^&]*)/.exec(url)?.[1] ?? '';
  if (!asked.startsWith('sha256:') || !payload.startsWith('{')) return payload;
  const { q: _asked, parts: _parts, ...answer } = JSON.parse(payload) as Record<string, unknown>;
  return JSON.stringify(answer);
}

const zipped = async () => {
  const { rawPayload } = await server.app.inject({ url: `/api/v1/boards/g/threads/${THREAD}/zip` });
  return [...new ZipBuffer(rawPayload).keys()];
};
const ofStaff = (found: readonly string[]) => found.filter((url) => url.startsWith('/api/v1/admin/'));
const ofReaders = (found: readonly string[]) => found.filter((url) => !url.startsWith('/api/v1/admin/'));

// The tests depend on each other, in this order.
test('the crawl finds a visible file, so that its later absence is meaningful', async () => {
  expect(hashes).toHaveLength(4);
  const found = await crawl();
  expect(found).toEqual(expect.arrayContaining([...addresses.chanLists, ...addresses.ofBoard]));
  expect(found).toEqual(expect.arrayContaining([...SHOWING, ...ofModules]));
  for (const url of fileAddresses()) expect(found).toContain(url);
  const listing = addresses.lists.filter((url) => !url.includes('/explain?'));
  expect(found).toEqual(expect.arrayContaining(listing));
  expect(found.length).toBeGreaterThan(130);
  expect(await zipped()).toContain(`g-${THREAD}/files/${POST}.png`);
});

test('answers to readers neither send, link nor name a banned file, without a running scraper', async () => {
  expect(await admin.send('POST', '/files', { action: 'ban', board: 'g', num: POST })).toMatchObject({ status: 204 });
  await expectGone();
});

test('its post is marked as banned, and keeps the source’s file name and MD5', async () => {
  const md5 = md5Of('base64');
  for (const source of ['postgres', 'elasticsearch']) {
    const { hits } = (await server.search({ q: `md5:${md5Of('base64url')}`, source })).body as SearchAnswer;
    expect(
      hits.map(({ num, file }) => ({ num, file })),
      source,
    ).toMatchObject([{ num: POST, file: { status: 'banned', md5, name: `file ${TIME}` } }]);
    for (const name of ['sha256', 'url', 'thumb_url']) expect(hits[0]?.file).not.toHaveProperty(name);
  }
  expect(await zipped()).not.toContain(`g-${THREAD}/files/${POST}.png`);
});

test('an exported archive does not name it either', async () => {
  const { datastores } = media.context;
  await exportArchive(world().pool, {
    folder: archives,
    full: true,
    datastores,
    now: new Date(),
    signal: new AbortController().signal,
    pace: async () => undefined,
    onProgress: () => undefined,
  });
  const names = await filesIn(archives);
  expect(names.length).toBeGreaterThan(3);
  for (const name of names)
    expect(
      hashes.filter((hash) => name.includes(hash)),
      name,
    ).toEqual([]);
});

test('after a scraper has run, the banned file is not on the disk, and scraping again does not restore it', async () => {
  while ((await removeUnusedFiles(media.context)) > 0);
  await removeLeftovers({ ...media.context, now: () => new Date() });
  expect(await filesIn(media.root)).toEqual([]);
  upstream.edit(THREAD, POST, { com: `${WORD} edited` });
  upstream.reply(THREAD, POST + 1, (await serveFile(upstream, TIME + 1, bytes)).fields);
  await scraper.pass();
  await media.fetchDue([board]);
  expect(await filesIn(media.root)).toEqual([]);
  await expectGone();
});

test('when the ban is lifted, the file and its thumbnails come back', async () => {
  for (const hash of [sha256Of(bytes), md5Of('hex')])
    expect((await admin.send('DELETE', `/banned-files/${hash}`)).status).toBe(204);
  media.later(10 * 365 * 86_400_000);
  while ((await media.fetchDue([board])) > 0);
  expect((await filesIn(media.root)).map((key) => /[0-9a-f]{64}/.exec(key)?.[0])).toEqual(hashes);
  expect(await crawl()).toEqual(expect.arrayContaining(fileAddresses()));
});

async function expectGone(): Promise<void> {
  const found = await crawl();
  expect(ofReaders(found)).toEqual([]);
  // Staff decide by hashes, and moderators of all boards judge dumps.
  expect(ofStaff(found)).toEqual([
    '/api/v1/admin/banned-files',
    ...found.filter((url) => /admin.(dumps|audit)/.test(url)),
  ]);
}
