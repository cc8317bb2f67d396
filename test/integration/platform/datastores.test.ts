/** The same tests for a folder and for a bucket. */
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mediaKey } from '../../../mappings/media.ts';
import type { Datastore } from '../../../platform/datastore/datastore.ts';
import { createLocalStore } from '../../../platform/datastore/local-store.ts';
import { createS3Store } from '../../../platform/datastore/s3-store.ts';
import { S3_ACCESS, startS3Server, type S3Server } from '../../support/s3-server.ts';

const MARKER = 'b3c0f0f2-0000-4000-8000-000000000001';

let dir: string;
let s3: S3Server;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'sagasu-stores-'));
  s3 = await startS3Server();
});

afterAll(async () => {
  s3.stop();
  await rm(dir, { recursive: true, force: true });
});

let made = 0;

const places = [
  { name: 'a folder', place: () => join(dir, `folder-${++made}`), open: createLocalStore },
  {
    name: 'a bucket',
    place: () => `${s3.bucket}/archive-${++made}`,
    open: (place: string, marker: string) => createS3Store(place, marker, S3_ACCESS),
  },
];

describe.each(places)('$name', ({ place, open }) => {
  const given = async (): Promise<{ readonly at: string; readonly store: Datastore }> => {
    const at = place();
    const store = open(at, MARKER);
    await store.mark();
    return { at, store };
  };

  test('returns a stored file, completely and in parts, and lists it until it is deleted', async () => {
    const { store } = await given();
    const bytes = Buffer.from('0123456789'.repeat(10_000));
    const key = await put(store, bytes);
    expect(await contentOf(await store.open(key))).toEqual(bytes);
    expect(await contentOf(await store.open(key, { start: 3, end: 12 }))).toEqual(bytes.subarray(3, 13));
    expect(await store.exists(key)).toBe(true);
    const other = await put(store, Buffer.from('another'));
    const listed = new Map<string, number>();
    for await (const file of store.list()) listed.set(file.key, file.size);
    expect(listed).toEqual(
      new Map([
        [key, bytes.length],
        [other, 7],
      ]),
    );
    await store.delete(key);
    await store.delete(key);
    expect(await store.exists(key)).toBe(false);
    expect(await store.open(key)).toBeNull();
    store.close();
  });

  test('is not written without its marker, or with the marker of another archive', async () => {
    const { at, store } = await given();
    const other = open(at, 'b3c0f0f2-0000-4000-8000-000000000002');
    await expect(other.mark()).rejects.toMatchObject({ code: 'datastore_unavailable' });
    await expect(put(other, Buffer.from('x'))).rejects.toMatchObject({ code: 'datastore_unavailable' });
    const nowhere = open(place(), MARKER);
    await expect(put(nowhere, Buffer.from('x'))).rejects.toMatchObject({ code: 'datastore_unavailable' });
    await expect(nowhere.delete(mediaKey(Buffer.alloc(32), 'png'))).rejects.toMatchObject({
      code: 'datastore_unavailable',
    });
    for await (const file of store.list()) expect(file).toBeUndefined();
    for (const one of [store, other, nowhere]) one.close();
  });

  test('accepts a file that already exists', async () => {
    const { store } = await given();
    const key = await put(store, Buffer.from('twice'));
    expect(await put(store, Buffer.from('twice'))).toBe(key);
    expect(await contentOf(await store.open(key))).toEqual(Buffer.from('twice'));
    store.close();
  });
});

test('a folder accepts a file from another disk without leaving a partial file', async () => {
  const shm = await mkdtemp('/dev/shm/sagasu-').catch(() => null);
  if (shm === null) return;
  const at = join(shm, 'store');
  const store = createLocalStore(at, MARKER);
  await store.mark();
  const key = await put(store, Buffer.from('from another disk'));
  expect(await contentOf(await store.open(key))).toEqual(Buffer.from('from another disk'));
  expect(await readdir(join(at, '.incoming')).catch(() => [])).toEqual([]);
  await rm(shm, { recursive: true });
});

async function put(store: Datastore, bytes: Buffer): Promise<string> {
  const path = join(dir, `incoming-${++made}`);
  await writeFile(path, bytes);
  const sha256 = createHash('sha256').update(bytes).digest();
  const key = mediaKey(sha256, 'png');
  await store.put({ key, path, size: bytes.length, sha256, mime: 'image/png' });
  return key;
}

async function contentOf(stream: Readable | null): Promise<Buffer> {
  if (stream === null) throw new Error('it is not there');
  const pieces: Buffer[] = [];
  for await (const piece of stream as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces);
}
