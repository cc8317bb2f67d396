/** A missing file from a contributor: it is requested, uploaded, checked, accepted by a moderator, and served at its old addresses. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Dump } from '../../../format/dump.ts';
import type { DumpOfferList, WantedFileList } from '../../../contract/dump-moderation.ts';
import { OFFER_FOLDER } from '../../../format/changes.ts';
import { handleOfferedFiles } from '../../../scraper/offered-files.ts';
import { openSharedFiles } from '../../../../../platform/shared-files/open-shared-files.ts';
import { pictureOf } from '../../../../../test/support/pictures.ts';
import { DumpStage, keyOf } from '../../support/dump-stage.ts';
import { S3_CONFIG, startS3Server } from '../../../../../test/support/s3-server.ts';
import { wardenOf } from '../../../../../test/support/sessions.ts';
import { useWorld } from '../../../../../test/support/world.ts';
import { givenServer, type GivenServer } from '../../../../../test/integration/server/given-archive.ts';
import {
  createMediaHarness,
  MEDIA_CONFIG,
  type MediaHarness,
} from '../../../../../test/integration/scraper/media/harness.ts';

const world = useWorld();
let stage: DumpStage;
let media: MediaHarness;
let offersDir: string;
let server: GivenServer;
let bytes: Buffer;
let dump: Dump;
let num: number;

const hash = (algorithm: string, of: Buffer) => createHash(algorithm).update(of).digest('hex');
const dumpOf = (of: Buffer): Dump => ({
  client: { name: 'sagasu', version: '1.0' },
  file: {
    size: of.length,
    type: 'png',
    md5: hash('md5', of),
    sha1: hash('sha1', of),
    sha256: hash('sha256', of),
    offered: true,
  },
  image: null,
  media: null,
});

beforeAll(async () => {
  stage = await DumpStage.of(world());
  media = await createMediaHarness(world());
  offersDir = join(media.dir, OFFER_FOLDER);
  await mkdir(offersDir, { recursive: true });
  server = await givenServer(world(), {
    media: { ...MEDIA_CONFIG, mediaDir: media.root },
    dataDir: media.dir,
    clock: () => stage.now,
  });
  ({ bytes } = await pictureOf('green'));
});
afterAll(async () => Promise.all([stage.close(), media.close(), server.close()]));
beforeEach(async () => {
  await stage.clear();
  await stage.owner.query('truncate dump_offers, banned_media');
  dump = dumpOf(bytes);
  num = await stage.post(dump);
  await stage.trust('ann', dump);
  await stage.contribute(dump);
  await stage.service();
  stage.later(24 * 60);
  await stage.grant();
  await stage.service();
});

const wanted = async (by = 'ann') =>
  ((await server.get(`/api/v1/dumps/wanted?contributor=${keyOf(by)}`)).body as WantedFileList).files;

async function handOver(body: Buffer, sha256 = dump.file.sha256) {
  const answer = await server.app.inject({
    method: 'PUT',
    url: `/api/v1/dumps/files/${sha256}`,
    payload: body,
    headers: { 'content-type': 'application/octet-stream' },
  });
  const { state, code } = answer.json<{ state?: string; code?: string }>();
  return [answer.statusCode, state ?? code];
}

async function asModerator(method: 'GET' | 'POST', path: string, payload?: object) {
  const cookie = `sagasu=${await wardenOf(world().pool)}`;
  const url = `/api/v1/admin/dumps/offers${path}`;
  return server.app.inject({ method, url, headers: { cookie }, ...(payload !== undefined && { payload }) });
}

const offers = async () => (await asModerator('GET', '')).json<DumpOfferList>().offers;
const postFile = async () =>
  (
    (await server.get(`/api/v1/boards/thumbs/posts/${num}`)).body as {
      file: { sha256: string; status: string; url: string | null };
    }
  ).file;

test('the archive requests an offered file, and serves it after a moderator has accepted it', async () => {
  expect(await wanted()).toEqual([{ sha256: dump.file.sha256, size: bytes.length }]);
  expect(await wanted('eve')).toEqual([]);
  expect(await postFile()).toMatchObject({ sha256: dump.file.sha256, status: 'never_fetched' });
  expect(await handOver(bytes)).toEqual([202, 'uploaded']);
  expect(await wanted()).toEqual([]);
  expect(await handleOfferedFiles(media.context)).toBe(1);
  const [offer] = await offers();
  expect(offer).toMatchObject({ state: 'quarantined', sha256: dump.file.sha256 });
  // Only moderators can load the file yet.
  const address = `/media/${dump.file.sha256.slice(0, 2)}/${dump.file.sha256.slice(2, 4)}/${dump.file.sha256}.png`;
  expect((await server.get(address)).status).toBe(404);
  const shown = await asModerator('GET', `/${offer?.id}/file`);
  expect([shown.statusCode, shown.headers['content-type'], shown.rawPayload.equals(bytes)]).toEqual([
    200,
    'image/png',
    true,
  ]);
  // The archive has drawn the thumbnail, so the moderator's browser does not load the file itself.
  expect(offer).toMatchObject({ has_thumbnail: true, post: { board: 'thumbs', num, subnum: 0, thread: num } });
  const thumbnail = await asModerator('GET', `/${offer?.id}/thumbnail`);
  expect([thumbnail.statusCode, thumbnail.headers['content-type']]).toEqual([200, 'image/jpeg']);
  expect(await sharp(thumbnail.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 40, height: 40 });
  expect((await server.get(`/api/v1/admin/dumps/offers/${offer?.id}/thumbnail`)).status).toBe(401);
  expect((await asModerator('POST', '', { action: 'accept', offers: [offer?.id] })).json()).toEqual({
    done: [offer?.id],
    refused: [],
  });
  await handleOfferedFiles(media.context);
  expect((await offers())[0]).toMatchObject({ state: 'stored' });
  expect(await postFile()).toMatchObject({ status: 'archived', url: address });
  expect((await server.app.inject({ url: address })).rawPayload.equals(bytes)).toBe(true);
  expect(await readdir(offersDir)).toEqual([]);
  // The file is stored: its SHA-256 was computed, and the dump still verifies it.
  await stage.service();
  expect([...(await stage.states()).values()]).toEqual(['used']);
  expect((await server.get('/api/v1/dumps')).body).toMatchObject({ dumps: [{ stored: true, verified: true }] });
});

test('a file handed over on one machine is checked on another, and accepted on a third, if they share a bucket', async () => {
  const s3 = await startS3Server();
  onTestFinished(() => s3.stop());
  const machine = async (name: string) =>
    openSharedFiles({ ...S3_CONFIG, dataDir: join(media.dir, name), sharedFiles: `${s3.bucket}/archive` });
  const shared = [await machine('one'), await machine('two'), await machine('three')] as const;
  const servers = await Promise.all(
    [shared[0], shared[2]].map(async (files) => givenServer(world(), { files, clock: () => stage.now })),
  );
  const [door, desk] = servers;
  onTestFinished(async () => {
    for (const one of servers) await one.close();
    for (const files of shared) files.close();
  });
  const sent = await door?.app.inject({
    method: 'PUT',
    url: `/api/v1/dumps/files/${dump.file.sha256}`,
    payload: bytes,
    headers: { 'content-type': 'application/octet-stream' },
  });
  expect(sent?.statusCode).toBe(202);
  const context = { ...media.context, files: shared[1] };
  await handleOfferedFiles(context);
  const [offer] = await offers();
  expect(offer?.state).toBe('quarantined');
  const cookie = `sagasu=${await wardenOf(world().pool)}`;
  const url = `/api/v1/admin/dumps/offers/${offer?.id}`;
  const shown = await desk?.app.inject({ url: `${url}/file`, headers: { cookie } });
  expect(shown?.rawPayload.equals(bytes)).toBe(true);
  const thumbnail = await desk?.app.inject({ url: `${url}/thumbnail`, headers: { cookie } });
  expect(await sharp(thumbnail?.rawPayload).metadata()).toMatchObject({ format: 'jpeg' });
  await asModerator('POST', '', { action: 'accept', offers: [offer?.id] });
  await handleOfferedFiles(context);
  expect((await offers())[0]?.state).toBe('stored');
  expect(await shared[1].list(OFFER_FOLDER)).toEqual([]);
});

describe('the archive refuses a file', () => {
  test('that was not requested, differs or is too long, and deletes it', async () => {
    const other = Buffer.from('another file');
    expect(await handOver(other, hash('sha256', other))).toEqual([404, 'file_not_wanted']);
    expect(await handOver(Buffer.alloc(bytes.length, 1))).toEqual([422, 'file_differs']);
    expect(await handOver(Buffer.concat([bytes, bytes]))).toEqual([422, 'file_differs']);
    expect(await handOver(bytes.subarray(1))).toEqual([422, 'file_differs']);
    expect(await readdir(offersDir)).toEqual([]);
    expect(await handOver(bytes)).toEqual([202, 'uploaded']);
    expect(await handOver(bytes)).toEqual([404, 'file_not_wanted']);
  });

  test.each([
    ['was deleted at the source', 'update posts set time_deleted_post = now()'],
    ['lost its file at the source', 'update posts set time_deleted_file = now()'],
    ['is hidden', 'update posts set hidden = true'],
  ])('of a post that %s at any step', async (_name, happen) => {
    await stage.owner.query('truncate dump_offers');
    await stage.owner.query(happen);
    await stage.service();
    expect(await offers()).toEqual([]);
    await stage.owner.query('update posts set hidden = false, time_deleted_post = null, time_deleted_file = null');
    await stage.service();
    expect(await wanted()).toHaveLength(1);
    // The post changes after the request, then after the upload, then after the acceptance.
    await stage.owner.query(happen);
    expect(await handOver(bytes)).toEqual([404, 'file_not_wanted']);
    await stage.owner.query('update posts set hidden = false, time_deleted_post = null, time_deleted_file = null');
    await handOver(bytes);
    await handleOfferedFiles(media.context);
    const [offer] = await offers();
    await asModerator('POST', '', { action: 'accept', offers: [offer?.id] });
    await stage.owner.query(happen);
    await handleOfferedFiles(media.context);
    expect((await offers())[0]).toMatchObject({ state: 'refused' });
    expect(await readdir(offersDir)).toEqual([]);
  });

  test('that is banned', async () => {
    await stage.owner.query(`insert into banned_media (hash, banned_by) values (decode($1, 'hex'), 'me')`, [
      dump.file.md5,
    ]);
    expect(await handOver(bytes)).toEqual([404, 'file_not_wanted']);
  });

  test('that is not a picture, or was changed on the disk', async () => {
    await stage.clear();
    await stage.owner.query('truncate dump_offers');
    const broken = Buffer.concat([bytes.subarray(0, 60), Buffer.alloc(500, 3)]);
    dump = dumpOf(broken);
    num = await stage.post(dump);
    await stage.trust('ann', dump);
    await stage.contribute(dump);
    await stage.service();
    stage.later(24 * 60);
    await stage.grant();
    await stage.service();
    expect(await handOver(broken)).toEqual([202, 'uploaded']);
    await handleOfferedFiles(media.context);
    expect((await offers())[0]?.detail).toContain('cannot be decoded');
    await stage.owner.query(`update dump_offers set state = 'asked'`);
    await handOver(broken);
    await writeFile(join(offersDir, dump.file.sha256), 'x'.repeat(broken.length));
    await handleOfferedFiles(media.context);
    expect((await offers())[0]?.detail).toContain('MD5');
  });

  test('that a moderator refuses', async () => {
    await handOver(bytes);
    await handleOfferedFiles(media.context);
    const [offer] = await offers();
    await asModerator('POST', '', { action: 'refuse', offers: [offer?.id] });
    expect((await offers())[0]).toMatchObject({ state: 'refused', detail: 'a moderator refused it' });
    await handleOfferedFiles(media.context);
    expect(await readdir(offersDir)).toEqual([]);
  });
});
