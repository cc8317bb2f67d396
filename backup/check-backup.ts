/** Reads a whole backup before a restore changes anything. It checks that all parts exist, are unchanged, and open with the key. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transform } from 'node:stream';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import type { Decrypter } from 'age-encryption';
import type pg from 'pg';
import { tableFile, type BackupManifest, type BackupTable } from '../mappings/backup.ts';
import { toError } from '../platform/errors.ts';
import { knownMigrations } from '../platform/migrate.ts';
import { SchemaVersionError, withBaseline } from '../platform/schema-state.ts';
import { decrypted } from './age.ts';
import { BackupError } from './backup-error.ts';
import { readTables } from './catalog.ts';

const UNCHANGED = 'Nothing was changed.';

/** @throws BackupError `damaged`, `key`, `newer` */
export async function checkBackup(path: string, manifest: BackupManifest, decrypter: Decrypter): Promise<void> {
  const { tables } = manifest;
  if (tables.length === 0) throw new BackupError('damaged', `the backup has no tables. ${UNCHANGED}`);
  await migrationsOf(manifest);
  const names = new Set<string>();
  for (const { table } of tables) {
    if (names.has(table)) throw new BackupError('damaged', `the manifest lists the table ${table} twice. ${UNCHANGED}`);
    names.add(table);
  }
  for (const table of tables) await checkTable(join(path, tableFile(table.table)), table, decrypter);
}

/**
 * The migrations of the backup, in this version's names.
 * @throws BackupError `newer`, or `older` for a backup of a version before 0.1.1
 */
export async function migrationsOf({ migrations }: BackupManifest): Promise<readonly string[]> {
  const known = await knownMigrations();
  const names = namesOf(migrations, known);
  const unknown = names.find((name, place) => known[place] !== name);
  if (unknown === undefined) return names;
  throw new BackupError(
    'newer',
    `the backup has the migration ${unknown.slice(0, 100)}, which this version does not know: restore it with the version that made it, or a newer one. ${UNCHANGED}`,
  );
}

function namesOf(migrations: readonly string[], known: readonly string[]): readonly string[] {
  try {
    return withBaseline(migrations, known);
  } catch (error) {
    if (!(error instanceof SchemaVersionError) || error.problem !== 'older') return migrations;
    throw new BackupError(
      'older',
      `the backup is older than version 0.1.1: restore it with the version that made it, upgrade that archive to 0.1.1, and make a new backup. ${UNCHANGED}`,
      { cause: error },
    );
  }
}

async function checkTable(file: string, { sha256, bytes, rows }: BackupTable, decrypter: Decrypter): Promise<void> {
  const damaged = (fault: string, cause?: unknown) =>
    new BackupError('damaged', `${file} ${fault}. ${UNCHANGED}`, { cause });
  const { size } = await stat(file).catch((cause: unknown) => {
    throw damaged(`cannot be read: ${toError(cause).message}`, cause);
  });
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash).catch((cause: unknown) => {
    throw damaged(`cannot be read: ${toError(cause).message}`, cause);
  });
  if (size !== bytes || hash.digest('hex') !== sha256) throw damaged('is not what the manifest says');
  const count = await countRows(file, decrypter).catch((cause: unknown) => {
    throw cause instanceof BackupError ? cause : damaged(`cannot be opened: ${toError(cause).message}`, cause);
  });
  if (count !== rows) throw damaged(`has ${count} rows, and the manifest says ${rows}`);
}

/** Counts rows: in the text format of COPY, a row ends with a line break and does not contain others. */
async function countRows(file: string, decrypter: Decrypter): Promise<number> {
  let count = 0;
  const counter = new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) count++;
      done();
    },
  });
  await pipeline(await openTable(file, decrypter), counter);
  return count;
}

/** The rows of a table in the format of COPY. */
export async function openTable(file: string, decrypter: Decrypter): Promise<Transform> {
  const source = await decrypted(decrypter, createReadStream(file), file);
  const rows = createZstdDecompress();
  source.on('error', (error) => rows.destroy(error));
  return source.pipe(rows);
}

/** Compares the manifest's tables with those that its migrations create. @throws BackupError `damaged` */
export async function assertTables(client: pg.ClientBase, { tables }: BackupManifest): Promise<void> {
  const catalog = new Map((await readTables(client)).map((table) => [table.table, table]));
  const columnsOf = new Map([...catalog].map(([name, { columns }]) => [name, columns.join()]));
  const { rows } = await client.query<{ columns: string }>(COLUMNS_OF_POSTS);
  const listed = new Set(tables.map(({ table }) => table));
  const missing = [...catalog.values()].find(({ table, slice }) => slice === undefined && !listed.has(table));
  if (missing !== undefined) throw new BackupError('damaged', `the backup lacks the table ${missing.table}`);
  for (const { table, columns, slice } of tables) {
    const isPartition = slice !== undefined && table === `posts_b${slice.board}_s${slice.slice}`;
    const expected = isPartition ? rows[0]?.columns : columnsOf.get(table);
    if (expected === undefined || (slice !== undefined) !== isPartition) {
      throw new BackupError('damaged', `the backup has a table that its version did not have: ${table}`);
    }
    if (columns.join() !== expected) {
      throw new BackupError('damaged', `the table ${table} of the backup has other columns than its version had`);
    }
  }
}

/** Columns in the order of the table, as in `readTables`. Reads pg_attribute. */
const COLUMNS_OF_POSTS = `
select string_agg(a.attname, ',' order by a.attnum) as columns from pg_attribute a
where a.attrelid = 'posts'::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`;
