/** A folder and a bucket keep backups in the same way. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPlace, type BackupPlace } from '../../../backup/place.ts';
import { S3_CONFIG, startS3Server, type S3Server } from '../../support/s3-server.ts';

let s3: S3Server;
let folder: string;
const places = new Map<string, BackupPlace>();

beforeAll(async () => {
  s3 = await startS3Server();
  folder = await mkdtemp(join(tmpdir(), 'sagasu-place-'));
  places.set('folder', await openPlace(folder, () => S3_CONFIG));
  places.set('bucket', await openPlace(`${s3.bucket}/backups`, () => S3_CONFIG));
});
afterAll(async () => {
  for (const place of places.values()) place.close();
  s3.stop();
  await rm(folder, { recursive: true });
});

const keysOf = async (place: BackupPlace, name: string) => (await place.list(name)).map(({ key }) => key);

test.each(['folder', 'bucket'])('a %s has what was written, until it is deleted', async (kind) => {
  const place = places.get(kind);
  if (place === undefined) throw new Error(kind);
  expect(await place.list('base')).toEqual([]);
  expect([await place.open('base/a/data'), await place.has('base/a/data')]).toEqual([null, false]);
  await place.write('base/a/data', [Buffer.from('one '), Buffer.from('two')]);
  await place.write('base/a/manifest.json', [Buffer.from('{}')]);
  await place.write('base/b/data', []);
  expect(await place.list('base')).toEqual(
    [
      ['base/a/data', 7],
      ['base/a/manifest.json', 2],
      ['base/b/data', 0],
    ].map(([key, size]) => ({ key, size, modified: expect.any(Date) as Date })),
  );
  expect(await keysOf(place, 'base/a')).toEqual(['base/a/data', 'base/a/manifest.json']);
  expect(await place.has('base/a/data')).toBe(true);
  const opened = await place.open('base/a/data');
  expect(opened === null ? null : await text(opened)).toBe('one two');
  await place.write('base/a/data', [Buffer.from('new')]);
  await place.delete('base/a/manifest.json');
  await place.delete('base/a/manifest.json');
  await place.delete('base/b/data');
  expect(await keysOf(place, 'base')).toEqual(['base/a/data']);
});

test.each(['folder', 'bucket'])('in a %s, content that fails leaves the old one and no draft', async (kind) => {
  const place = places.get(kind);
  if (place === undefined) throw new Error(kind);
  // More than one part of an upload.
  const large = Buffer.alloc(70 * 2 ** 20, 'x');
  await place.write('wal/1/segment', [large]);
  const opened = await place.open('wal/1/segment');
  expect(opened === null ? false : (await buffer(opened)).equals(large)).toBe(true);
  async function* failing() {
    yield large;
    yield large;
    await Promise.reject(new Error('the source ended early'));
  }
  await expect(place.write('wal/1/segment', failing())).rejects.toThrow('the source ended early');
  await expect(place.write('wal/1/other', failing())).rejects.toThrow('the source ended early');
  expect(await place.list('wal')).toEqual([expect.objectContaining({ key: 'wal/1/segment', size: large.length })]);
  if (kind === 'folder') expect(await readdir(join(folder, 'wal/1'))).toEqual(['segment']);
});

test('a bucket without settings or server is refused with its address', async () => {
  const none = { s3AccessKeyId: null, s3SecretAccessKey: null, s3Region: 'us-east-1' };
  await expect(openPlace(s3.bucket, () => none)).rejects.toThrow('needs SAGASU_S3_ACCESS_KEY_ID');
  const away = await openPlace('http://127.0.0.1:9/files', () => S3_CONFIG);
  await expect(away.list('base')).rejects.toThrow('http://127.0.0.1:9/files: ');
  away.close();
});
