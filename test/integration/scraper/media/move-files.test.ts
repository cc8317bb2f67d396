/** Datastores whose ranges change, which are closed and emptied, while their files are read. */
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Board } from '../../../../mappings/board.ts';
import { LEFTOVER_MS, moveFiles } from '../../../../scraper/media/move-files.ts';
import { removeLeftovers } from '../../../../scraper/media/removals.ts';
import { verifyMedia } from '../../../../scraper/media/verify-media.ts';
import { startCommand } from '../../cli/harness.ts';
import { givenServer, type GivenServer } from '../../server/given-archive.ts';
import { useWorld } from '../../../support/world.ts';
import { createHarness, type Harness } from '../harness.ts';
import { addBoard, Upstream } from '../upstream.ts';
import { createMediaHarness, drawPicture, filesIn, keyOf, MEDIA_CONFIG, serveFile, sha256Of } from './harness.ts';
import type { MediaHarness } from './harness.ts';

const world = useWorld();
const upstream = new Upstream();
const pictures: Buffer[] = [];
const PICTURES = 30;
let board: Board;
let posts: Harness;
let media: MediaHarness;
let server: GivenServer;
let second: string;

beforeAll(async () => {
  board = await addBoard(world(), await upstream.open());
  posts = createHarness(world(), board);
  media = await createMediaHarness(world());
  server = await givenServer(world(), { media: { ...MEDIA_CONFIG, mediaDir: media.root } });
  upstream.start(1);
  for (let at = 0; at < PICTURES; at++) {
    pictures.push(await drawPicture(at, 64, 40));
    upstream.reply(1, 100 + at, (await serveFile(upstream, 1000 + at, pictures[at] ?? Buffer.alloc(0))).fields);
  }
  await posts.pass();
  await media.fetchDue([board]);
  await world().pool.query("update datastores set base = $1 where name = 'local'", [media.root]);
  second = join(media.dir, 'second');
  await mkdir(second);
});

afterAll(async () => {
  await server.close();
  await media.close();
  await posts.close();
  await upstream.close();
});

async function sagasu(...args: readonly string[]) {
  const { code, stdout, stderr } = await startCommand(world(), 'media', 'store', ...args).ended;
  return { code, stderr, stdout, last: stdout.trim().split('\n').at(-1) ?? '' };
}

const firstByte = (picture: Buffer) => Number.parseInt(sha256Of(picture).slice(0, 2), 16);
const addressOf = (picture: Buffer) => `/media/${keyOf(picture, 'png')}`;

async function storesOf(): Promise<ReadonlyMap<string, number>> {
  const { rows } = await world().pool.query<{ name: string; files: number }>(
    'select d.name, count(*)::int as files from images i join datastores d on d.id = i.datastore_id group by 1',
  );
  return new Map(rows.map(({ name, files }) => [name, files]));
}

async function verified() {
  const found = await verifyMedia(world().pool, media.context.datastores, {
    repair: false,
    now: () => new Date(Date.now() + 86_400_000),
    graceMs: 3_600_000,
    onFinding: () => undefined,
  });
  return { damaged: found.damaged, missing: found.missing, orphans: found.orphans };
}

const GOOD = { damaged: 0, missing: 0, orphans: 0 };

test('after ranges change, files move to their datastores, and every read during the move gets the whole file', async () => {
  expect((await sagasu('add', 'second', '--base', second, '--from', '80')).code).toBe(0);
  const all = await filesIn(media.root);
  const upper = all.filter((key) => key.slice(0, 2) >= '80').length;
  const before = await sagasu('rebalance', '--dry-run');
  expect(JSON.parse(before.last)).toMatchObject({ moved: upper, unreadable: 0, homeless: 0 });
  expect(await filesIn(second)).toEqual([]);

  const moving = new AbortController();
  const statuses = new Map<number, number>();
  const reader = (async () => {
    for (let at = 0; !moving.signal.aborted; at++) {
      const picture = pictures[at % PICTURES] ?? Buffer.alloc(0);
      const answer = await server.app.inject({ url: addressOf(picture) });
      const status = answer.rawPayload.equals(picture) ? answer.statusCode : -answer.statusCode;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  })();
  const run = await sagasu('rebalance', '--list');
  moving.abort();
  await reader;
  expect(run).toMatchObject({ code: 0 });
  expect(JSON.parse(run.last)).toMatchObject({ moved: upper, unreadable: 0, homeless: 0 });
  expect([...statuses.keys()]).toEqual([200]);
  expect(await storesOf()).toEqual(
    new Map([
      ['local', all.length - upper],
      ['second', upper],
    ]),
  );
  expect(await verified()).toEqual(GOOD);
});

test('a moved file’s old copy stays for readers who were redirected to it, and is deleted afterwards', async () => {
  const old = (await filesIn(media.root)).filter((key) => key.slice(0, 2) >= '80');
  expect(old.length).toBeGreaterThan(0);
  const context = { ...media.context, now: () => new Date() };
  expect(await removeLeftovers(context)).toBe(0);
  const later = { ...context, now: () => new Date(Date.now() + LEFTOVER_MS) };
  while ((await removeLeftovers(later)) > 0);
  expect((await filesIn(media.root)).filter((key) => key.slice(0, 2) >= '80')).toEqual([]);
  expect(await verified()).toEqual(GOOD);
});

test('a closed datastore takes no new files, and is emptied by a rebalance', async () => {
  const closed = await sagasu('set', 'second', '--close');
  expect(closed.code).toBe(0);
  const run = await sagasu('rebalance');
  expect(run.code).toBe(0);
  expect((await storesOf()).has('second')).toBe(false);
  const picture = pictures.find((one) => firstByte(one) >= 0x80) ?? Buffer.alloc(0);
  expect((await server.app.inject({ url: addressOf(picture) })).rawPayload).toEqual(picture);
  const later = { ...media.context, now: () => new Date(Date.now() + LEFTOVER_MS) };
  while ((await removeLeftovers(later)) > 0);
  expect(await filesIn(second)).toEqual([]);
  expect(await verified()).toEqual(GOOD);
});

test('a range without a datastore is reported, and its files stay where they are', async () => {
  const narrowed = await sagasu('set', 'local', '--to', '7f');
  expect(narrowed.stderr).toContain('No datastore takes new files of 80-ff');
  const run = await sagasu('rebalance');
  expect(run.code).toBe(1);
  expect(JSON.parse(run.last)).toMatchObject({ moved: 0 });
  expect(JSON.parse(run.last)).not.toMatchObject({ homeless: 0 });
  expect((await sagasu('set', 'local', '--from', '90')).stderr).toContain('the lowest first byte is above the highest');
  expect((await sagasu('set', 'nosuch', '--open')).stderr).toContain('there is no datastore "nosuch"');
  expect((await sagasu('set', 'local', '--redirect', 'files')).stderr).toContain('begins with http');
  expect((await sagasu('set', 'local', '--to', 'ff')).stderr).toBe('');
});

test('a redirect moves with the file, and browsers do not keep it', async () => {
  await sagasu('set', 'local', '--redirect', 'https://one.example.org/');
  await sagasu('set', 'second', '--open', '--redirect', 'https://two.example.org/files');
  const other = await givenServer(world(), { media: { ...MEDIA_CONFIG, mediaDir: media.root } });
  try {
    const picture = pictures.find((one) => firstByte(one) >= 0x80) ?? Buffer.alloc(0);
    const sent = async () => {
      const { statusCode, headers } = await other.app.inject({ url: addressOf(picture) });
      return { status: statusCode, location: headers['location'], cache: headers['cache-control'] };
    };
    const key = keyOf(picture, 'png');
    expect(await sent()).toEqual({ status: 302, location: `https://one.example.org/${key}`, cache: 'no-cache' });
    await sagasu('rebalance');
    expect(await sent()).toEqual({ status: 302, location: `https://two.example.org/files/${key}`, cache: 'no-cache' });
    expect((await stat(join(second, key))).size).toBe(picture.length);
  } finally {
    await other.close();
    await sagasu('set', 'local', '--no-redirect');
    await sagasu('set', 'second', '--no-redirect');
  }
});

test('a lost file is left to media verify, and a repeated move moves nothing twice', async () => {
  const picture = pictures.find((one) => firstByte(one) < 0x80) ?? Buffer.alloc(0);
  await rm(join(media.root, keyOf(picture, 'png')));
  await sagasu('set', 'local', '--close');
  await sagasu('set', 'second', '--from', '00');
  const options = { dryRun: false, incomingDir: media.context.incomingDir, now: () => new Date() };
  const [one, other] = await Promise.all([
    moveFiles(media.context.pool, media.context.datastores, options),
    moveFiles(media.context.pool, media.context.datastores, options),
  ]);
  expect(one.moved + other.moved).toBeGreaterThan(0);
  expect(await moveFiles(media.context.pool, media.context.datastores, options)).toMatchObject({
    moved: 0,
    unreadable: 1,
  });
  expect(await storesOf()).toEqual(
    new Map([
      ['local', 1],
      ['second', (await filesIn(second)).length],
    ]),
  );
  expect(await readdir(media.context.incomingDir)).toEqual([]);
});
