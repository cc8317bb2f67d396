/** Shared files and the log of removals: the same tests for a folder and for a bucket. */
import { mkdtempSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRemovalLog } from '../../../platform/open-removal-log.ts';
import type { Removal } from '../../../platform/removal-log.ts';
import { openSharedFiles } from '../../../platform/shared-files/open-shared-files.ts';
import { readShared, type SharedFiles, type SharedFilesConfig } from '../../../platform/shared-files/shared-files.ts';
import { freePort } from '../../support/ports.ts';
import { S3_CONFIG, startS3Server, type S3Server } from '../../support/s3-server.ts';

const root = mkdtempSync(join(tmpdir(), 'sagasu-shared-'));
let s3: S3Server;
let made = 0;

beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(async () => {
  s3.stop();
  await rm(root, { recursive: true, force: true });
});

const places = [
  { name: 'a folder', given: (): SharedFilesConfig => ({ ...S3_CONFIG, dataDir: newFolder(), sharedFiles: null }) },
  { name: 'a bucket', given: (): SharedFilesConfig => inBucket(`${s3.bucket}/archive-${++made}`) },
];

function newFolder(): string {
  return join(root, `data-${++made}`);
}

function inBucket(sharedFiles: string): SharedFilesConfig {
  return { ...S3_CONFIG, dataDir: newFolder(), sharedFiles };
}

const namesIn = async (files: SharedFiles, folder: string) => (await files.list(folder)).map(({ name }) => name);

async function* broken(): AsyncGenerator<Buffer> {
  yield Buffer.alloc(17 * 2 ** 20);
  throw new Error('the client has disconnected');
}

const banOf = (hash: string) => ({ action: 'ban', at: '2024-05-01T12:00:00.000Z', hash }) as const;

describe.each(places)('$name', ({ given }) => {
  test('returns a file, completely and in parts, and lists it until it is deleted', async () => {
    const files = await openSharedFiles(given());
    expect(await files.list('exports')).toEqual([]);
    await files.write('exports/b', [Buffer.from('0123'), Buffer.from('456789')]);
    await files.write('exports/a', []);
    expect(String(await readShared(files, 'exports/b'))).toBe('0123456789');
    expect(String(await readShared({ open: async (key) => files.open(key, { start: 2, end: 4 }) }, 'exports/b'))).toBe(
      '234',
    );
    expect([await files.size('exports/b'), await files.size('exports/a'), await files.size('exports/c')]).toEqual([
      10,
      0,
      null,
    ]);
    expect((await files.list('exports')).map(({ name, size }) => [name, size])).toEqual([
      ['a', 0],
      ['b', 10],
    ]);
    await files.delete('exports/b');
    await files.delete('exports/never');
    expect(await readShared(files, 'exports/b')).toBeNull();
    expect(await namesIn(files, 'exports')).toEqual(['a']);
    files.close();
  });

  test('a file of many parts is complete, and one whose content fails does not exist', async () => {
    const files = await openSharedFiles(given());
    const piece = Buffer.alloc(2 ** 20, 'x');
    const many = Array.from({ length: 37 }, () => piece);
    await files.write('exports/large', many);
    expect((await readShared(files, 'exports/large'))?.equals(Buffer.concat(many))).toBe(true);
    await expect(files.write('exports/broken', broken())).rejects.toThrow('disconnected');
    expect(await files.size('exports/broken')).toBeNull();
    expect(await namesIn(files, 'exports')).toEqual(['large']);
    files.close();
  });

  test('removals of several machines are in one log, in their order', async () => {
    const config = given();
    // Machines with a bucket have folders of their own.
    const other = config.sharedFiles === null ? config : { ...config, dataDir: newFolder() };
    const [here, there] = [openRemovalLog(config), openRemovalLog(other)];
    expect(await here.read()).toEqual([]);
    await here.append(banOf('aa'), banOf('bb'));
    await there.append({ ...banOf('aa'), action: 'unban' });
    const all = ['ban aa', 'ban bb', 'unban aa'];
    for (const log of [here, there])
      expect((await log.read()).map((one) => ('hash' in one ? `${one.action} ${one.hash}` : ''))).toEqual(all);
  });
});

const found = (removals: readonly Removal[]) => new Set(removals.map((one) => ('hash' in one ? one.hash : '')));

test('many entries in a bucket become one object, and none is lost while machines read and write', async () => {
  const address = `${s3.bucket}/many`;
  const machines = [openRemovalLog(inBucket(address)), openRemovalLog(inBucket(address))];
  const hashes = Array.from({ length: 210 }, (_, at) => at.toString(16).padStart(4, '0'));
  for (let from = 0; from < hashes.length; from += 20)
    await Promise.all(hashes.slice(from, from + 20).map(async (hash, at) => machines[at % 2]?.append(banOf(hash))));
  const [reads] = await Promise.all([
    Promise.all(machines.map(async (log) => log.read())),
    machines[0]?.append(banOf('ffff')),
  ]);
  for (const read of reads) expect(hashes.filter((hash) => !found(read).has(hash))).toEqual([]);
  const files = await openSharedFiles(inBucket(address));
  expect((await files.list('removals')).length).toBeLessThan(5);
  expect(found((await machines[1]?.read()) ?? []).size).toBe(hashes.length + 1);
  files.close();
});

test('the log of the time without a bucket moves into the bucket, before newer entries', async () => {
  const config = inBucket(`${s3.bucket}/moved`);
  await openRemovalLog({ ...config, sharedFiles: null }).append(banOf('aa'));
  const log = openRemovalLog(config);
  await log.append({ ...banOf('aa'), action: 'unban' });
  expect((await log.read()).map(({ action }) => action)).toEqual(['ban', 'unban']);
  expect(await readdir(config.dataDir)).toEqual(['removals.ndjson.moved']);
  // Another machine needs no file.
  expect((await openRemovalLog({ ...config, dataDir: newFolder() }).read()).length).toBe(2);
});

test('a bucket that does not answer refuses removals and files, and an address without a bucket is named', async () => {
  const away = inBucket(`http://127.0.0.1:${await freePort()}/files`);
  await expect(openRemovalLog(away).append(banOf('aa'))).rejects.toMatchObject({ code: 'unavailable' });
  await expect(openRemovalLog(away).read()).rejects.toThrow('cannot be read');
  const files = await openSharedFiles(away);
  await expect(files.write('exports/a', [])).rejects.toMatchObject({ code: 'datastore_unavailable' });
  files.close();
  await expect(openSharedFiles(inBucket('https://s3.example.org'))).rejects.toThrow('has no bucket');
  await expect(openSharedFiles({ ...inBucket(s3.bucket), s3AccessKeyId: null })).rejects.toThrow(
    'SAGASU_S3_ACCESS_KEY_ID',
  );
});
