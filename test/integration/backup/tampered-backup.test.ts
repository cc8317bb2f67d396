/** A tampered backup: a restore refuses it before changing anything, or leaves an empty database that accepts no connections. */
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, readdir, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readIdentities } from '../../../backup/age.ts';
import { BackupError } from '../../../backup/backup-error.ts';
import { restoreBackup } from '../../../backup/restore-backup.ts';
import type { BackupManifest } from '../../../mappings/backup.ts';
import { aPost, insertBoard, writePosts } from '../../support/builders.ts';
import { useWorld } from '../../support/world.ts';
import { sagasu } from '../cli/harness.ts';

const world = useWorld();
let folder: string;
let name: string;
let secret: string;
let recipient: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sagasu-tampered-'));
  const { pool } = world();
  const board = await insertBoard(pool, 'g', { sliceSize: 100 });
  await writePosts(
    pool,
    board,
    Array.from({ length: 120 }, (_, at) => aPost({ num: at + 1, thread: 1, comment: `text ${at}` })),
  );
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const bad = (file = '') => join(folder, 'bad', name, file);
const PART = 'boards.copy.zst.age';

async function copyBackup(): Promise<BackupManifest> {
  await rm(join(folder, 'bad'), { recursive: true, force: true });
  await cp(join(folder, 'good'), join(folder, 'bad'), { recursive: true });
  return JSON.parse(await readFile(bad('manifest.json'), 'utf8')) as BackupManifest;
}

const writeManifest = async (manifest: object) => writeFile(bad('manifest.json'), JSON.stringify(manifest));

/** Replaces the rows of a table, as anybody with the public key can; the checksums match. */
async function withRows(table: string, change: (rows: string) => string, rows?: number): Promise<void> {
  const manifest = await copyBackup();
  const decrypter = new Decrypter();
  decrypter.addIdentity(secret);
  const plain = zstdDecompressSync(await decrypter.decrypt(await readFile(bad(`${table}.copy.zst.age`)))).toString();
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  const changed = change(plain);
  const bytes = await encrypter.encrypt(zstdCompressSync(Buffer.from(changed)));
  await writeFile(bad(`${table}.copy.zst.age`), bytes);
  await writeManifest({
    ...manifest,
    tables: manifest.tables.map((one) =>
      one.table === table
        ? {
            ...one,
            bytes: bytes.length,
            sha256: createHash('sha256').update(bytes).digest('hex'),
            rows: rows ?? changed.split('\n').length - 1,
          }
        : one,
    ),
  });
}

async function restore(from = 'bad'): Promise<string | null> {
  try {
    await restoreBackup({
      databaseUrl: world().databaseUrl,
      folder: join(folder, from),
      name: null,
      decrypter: await readIdentities(join(folder, 'key.txt')),
      replace: true,
      beforeReplacing: async () => undefined,
      beforeOpening: async () => undefined,
      onProgress: () => undefined,
    });
    return null;
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    return error.message;
  }
}

const posts = async () => (await world().pool.query('select 1 from posts')).rowCount;

test('the backup is created', async () => {
  expect((await sagasu(world(), 'post', 'purge', '--yes', 'g/7')).code).toBe(0);
  const { stdout: key } = await sagasu(world(), 'backup', 'key');
  await writeFile(join(folder, 'key.txt'), key);
  secret = /AGE-SECRET-KEY-\S+/.exec(key)?.[0] ?? '';
  recipient = /age1\S+/.exec(key)?.[0] ?? '';
  const made = await sagasu(world(), 'backup', join(folder, 'good'), '--recipient', recipient, '--no-files');
  expect(made).toMatchObject({ code: 0 });
  expect(
    await sagasu(world(), 'restore', join(folder, 'good'), '--key', join(folder, 'key.txt'), '--dry-run'),
  ).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^The backup \S+ of \S+ is whole: \d+ rows\. Nothing was changed\.\n$/),
  });
  name = (await readdir(join(folder, 'good'))).find((found) => /^\d/.test(found)) ?? '';
});

describe('is refused before anything changes', () => {
  test.each<[string, (manifest: BackupManifest) => Promise<unknown>]>([
    [
      'a flipped byte',
      async () => {
        const bytes = await readFile(bad(PART));
        bytes[bytes.length - 20]! ^= 1;
        await writeFile(bad(PART), bytes);
      },
    ],
    [
      'a flipped byte with a sum that fits',
      async (manifest) => {
        const bytes = await readFile(bad(PART));
        bytes[bytes.length - 20]! ^= 1;
        await writeFile(bad(PART), bytes);
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        await writeManifest({
          ...manifest,
          tables: manifest.tables.map((one) => (one.table === 'boards' ? { ...one, sha256 } : one)),
        });
      },
    ],
    [
      'a part that is cut off, with sums that fit',
      async (manifest) => {
        await truncate(bad(PART), 250);
        const bytes = await readFile(bad(PART));
        const sums = { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
        await writeManifest({
          ...manifest,
          tables: manifest.tables.map((one) => (one.table === 'boards' ? { ...one, ...sums } : one)),
        });
      },
    ],
    ['a missing part', async () => rm(bad(PART))],
    [
      'swapped parts',
      async () => {
        await rename(bad(PART), bad('x'));
        await rename(bad('identities.copy.zst.age'), bad(PART));
        await rename(bad('x'), bad('identities.copy.zst.age'));
      },
    ],
    [
      'a table that is listed twice',
      async (manifest) => writeManifest({ ...manifest, tables: [...manifest.tables, manifest.tables[0]] }),
    ],
    [
      'a name that leads out of the folder',
      async (manifest) =>
        writeManifest({ ...manifest, tables: manifest.tables.map((one) => ({ ...one, table: '../boards' })) }),
    ],
    ['no tables', async (manifest) => writeManifest({ ...manifest, tables: [] })],
    [
      'other numbers of rows',
      async (manifest) =>
        writeManifest({ ...manifest, tables: manifest.tables.map((one) => ({ ...one, rows: one.rows + 1 })) }),
    ],
    [
      'a migration of a newer version',
      async (manifest) => writeManifest({ ...manifest, migrations: [...manifest.migrations, '9999_x'] }),
    ],
    [
      'migrations of a version before 0.1.1',
      async (manifest) => writeManifest({ ...manifest, migrations: ['0001_spine', '0147_file_names'] }),
    ],
    ['a manifest that is no JSON', async () => writeFile(bad('manifest.json'), '{')],
  ])('%s', async (_what, change) => {
    await change(await copyBackup());
    expect(await restore()).toMatch(/.+/);
    expect(await posts()).toBe(120);
  });

  test('a backup for another key', async () => {
    await copyBackup();
    const { stdout: other } = await sagasu(world(), 'backup', 'key');
    const theirs = await sagasu(
      world(),
      'backup',
      join(folder, 'theirs'),
      '--recipient',
      /age1\S+/.exec(other)?.[0] ?? '',
      '--no-files',
    );
    expect(theirs.code).toBe(0);
    expect(await restore('theirs')).toContain('is it the right key?');
    expect(await posts()).toBe(120);
  });
});

describe('a refused restore leaves an empty, closed database', () => {
  test.each<[string, () => Promise<unknown>, RegExp]>([
    [
      'a table that the manifest leaves out',
      async () => {
        const manifest = await copyBackup();
        await writeManifest({
          ...manifest,
          tables: manifest.tables.filter(({ table }) => table !== 'audit_log' && table !== 'audit_details'),
        });
      },
      /lacks the table audit_/,
    ],
    [
      'a table of PostgreSQL',
      async () => {
        const manifest = await copyBackup();
        const [first] = manifest.tables;
        await cp(bad(`${first?.table}.copy.zst.age`), bad('pg_authid.copy.zst.age'));
        await writeManifest({ ...manifest, tables: [...manifest.tables, { ...first, table: 'pg_authid' }] });
      },
      /did not have: pg_authid/,
    ],
    [
      'other columns',
      async () => {
        const manifest = await copyBackup();
        await writeManifest({
          ...manifest,
          tables: manifest.tables.map((one) =>
            one.table === 'boards' ? { ...one, columns: one.columns.slice(1) } : one,
          ),
        });
      },
      /other columns/,
    ],
    [
      'a row with a forged value',
      async () => withRows('boards', (rows) => rows.replace(/^\d+\t/, 'one\t')),
      /refuses a row \(22P02, table boards, line 1\)/,
    ],
    [
      'a row with too few columns',
      async () => withRows('boards', () => '1\n'),
      /refuses a row \(22P04, table boards, line 1\)/,
    ],
    [
      'a sequence that is none',
      async () => {
        const manifest = await copyBackup();
        await writeManifest({ ...manifest, sequences: { ...manifest.sequences, no_such_seq: '5' } });
      },
      /refuses a row \(42P01/,
    ],
    [
      'a sequence past its end',
      async () => {
        const manifest = await copyBackup();
        await writeManifest({ ...manifest, sequences: { post_rev: '9999999999999999999' } });
      },
      /refuses a row \(22003/,
    ],
  ])('%s', async (_what, change, fault) => {
    await change();
    const message = await restore();
    expect(message).toMatch(fault);
    expect(message).toContain('empty and closed');
    expect(await posts()).toBe(0);
  });
});

const runRestore = async (from: string) =>
  sagasu(world(), 'restore', join(folder, from), '--key', join(folder, 'key.txt'), '--replace', '--no-files');

test('the good backup can be restored after refused ones, and a restore reports a changed audit log', async () => {
  expect(await posts()).toBe(0);
  const good = await runRestore('good');
  expect(await posts()).toBe(120);
  expect(good).toMatchObject({ code: 0, stdout: expect.stringContaining('The record is unchanged') as string });
  await withRows('audit_log', (rows) => rows.replace('posts.purge', 'posts.hide'));
  const forged = await runRestore('bad');
  expect(forged).toMatchObject({ code: 1, stdout: expect.stringContaining('does not follow') as string });
});
