/** `sagasu restore`: replaces the database with a backup. Only the owner can connect until it is done. */
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Decrypter } from 'age-encryption';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { Value } from 'typebox/value';
import { MANIFEST_NAME } from '../mappings/archive-export.ts';
import { BackupManifest, isBackupName, tableFile } from '../mappings/backup.ts';
import { toError } from '../platform/errors.ts';
import { migrate } from '../platform/migrate.ts';
import { BACKUP_ROLE, PROCESS_ROLES } from '../platform/roles.ts';
import { BackupError } from './backup-error.ts';
import { assertTables, checkBackup, migrationsOf, openTable } from './check-backup.ts';

export interface RestoreOptions {
  /** Connection of the owner. */
  readonly databaseUrl: string;
  readonly folder: string;
  /** null for the newest backup. */
  readonly name: string | null;
  readonly decrypter: Decrypter;
  /** True to replace an existing database. */
  readonly replace: boolean;
  /** Called before the database is replaced. */
  readonly beforeReplacing: () => Promise<void>;
  /** Called after the rows are restored, before others can connect. */
  readonly beforeOpening: () => Promise<void>;
  readonly onProgress: (rows: number, total: number) => void;
}

export interface RestoreReport {
  readonly name: string;
  readonly made_at: string;
  readonly rows: number;
}

/** Reads a whole backup and changes nothing. @throws BackupError if it is damaged or the key does not open it */
export async function tryBackup({
  folder,
  name: wanted,
  decrypter,
}: Pick<RestoreOptions, 'folder' | 'name' | 'decrypter'>): Promise<RestoreReport> {
  const { name, path, manifest } = await readBackup(folder, wanted);
  await checkBackup(path, manifest, decrypter);
  return reportOf(name, manifest);
}

function reportOf(name: string, { made_at, tables }: BackupManifest): RestoreReport {
  return { name, made_at, rows: tables.reduce((sum, { rows }) => sum + rows, 0) };
}

/** @throws BackupError before anything is changed if the backup is damaged or the database is in use */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreReport> {
  const { databaseUrl, folder, replace } = options;
  const { name, path, manifest } = await readBackup(folder, options.name);
  await checkBackup(path, manifest, options.decrypter);
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 5_000,
    options: '-c timezone=UTC',
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const isUsed = await hasTables(client);
    if (isUsed && !replace) {
      throw new BackupError('not_empty', 'the database is not empty: add --replace to put the backup in its place');
    }
    const wasOpen = await closeDatabase(client);
    if (isUsed) await options.beforeReplacing();
    await client.query('drop schema public cascade; create schema public; grant usage on schema public to public');
    await fillFrom(client, path, manifest, options).catch((error: unknown) => {
      throw afterReplacing(error);
    });
    await migrate(databaseUrl);
    await options.beforeOpening();
    await openDatabase(client, wasOpen);
  } finally {
    await client.end();
  }
  return reportOf(name, manifest);
}

async function readBackup(folder: string, wanted: string | null) {
  const names = (await readdir(folder).catch(() => [])).filter((name) => isBackupName(name)).sort();
  const name = wanted ?? names.at(-1);
  if (name === undefined || !names.includes(name)) {
    throw new BackupError(
      'folder',
      wanted === null ? `${folder} has no backup` : `${folder} has no backup ${wanted}; it has ${names.join(', ')}`,
    );
  }
  const path = join(folder, name);
  let manifest: unknown;
  try {
    manifest = JSON.parse(await readFile(join(path, MANIFEST_NAME), 'utf8'));
  } catch (cause) {
    throw new BackupError('damaged', `${join(path, MANIFEST_NAME)} cannot be read: ${toError(cause).message}`, {
      cause,
    });
  }
  if (!Value.Check(BackupManifest, manifest)) {
    throw new BackupError('damaged', `${join(path, MANIFEST_NAME)} is no manifest that this version understands`);
  }
  return { name, path, manifest };
}

/** Reads pg_class. */
async function hasTables(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select 1 from pg_class where relnamespace = to_regnamespace('public') and relkind in ('r', 'p') limit 1`,
  );
  return rowCount === 1;
}

/** Returns true if every role could connect. Reads pg_stat_activity, pg_database and pg_roles. @throws BackupError `in_use` */
async function closeDatabase(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ name: string; is_open: boolean; users: string[]; roles: string[] }>(
    `select quote_ident(d.datname) as name,
       exists (select 1 from aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) a where a.grantee = 0 and a.privilege_type = 'CONNECT') as is_open,
       array(select distinct a.usename::text from pg_stat_activity a where a.datname = d.datname and a.usename = any ($1)) as users,
       array(select rolname::text from pg_roles where rolname = any ($1)) as roles
     from pg_database d where d.datname = current_database()`,
    [Object.values(PROCESS_ROLES)],
  );
  const [database] = rows;
  if (database === undefined) throw new Error('the current database exists');
  if (database.users.length > 0) {
    throw new BackupError(
      'in_use',
      `${database.users.join(', ')} are connected to the database: stop scrapers, indexers and servers first`,
    );
  }
  // A new server does not have the roles yet. The migrations create them.
  await client.query(`revoke connect on database ${database.name} from ${['public', ...database.roles].join(', ')}`);
  return database.is_open;
}

async function openDatabase(client: pg.Client, wasOpen: boolean): Promise<void> {
  const { rows } = await client.query<{ name: string; roles: string[] }>(
    `select quote_ident(current_database()) as name, array(select rolname::text from pg_roles where rolname = any ($1)) as roles`,
    [[...Object.values(PROCESS_ROLES), BACKUP_ROLE]],
  );
  const [database] = rows;
  if (database === undefined) throw new Error('a select without a table returns one row');
  const { name, roles } = database;
  // After a killed restore the database is still closed, so connecting is granted to the roles by name.
  await client.query(`grant connect on database ${name} to ${wasOpen ? 'public' : roles.join(', ')}`);
}

async function fillFrom(
  client: pg.Client,
  path: string,
  manifest: BackupManifest,
  options: RestoreOptions,
): Promise<void> {
  await migrate(options.databaseUrl, undefined, (await migrationsOf(manifest)).length);
  await assertTables(client, manifest);
  await fill(client, path, manifest, options);
}

/** The error for a row that a table refused. All rows of the restore belong to one transaction. */
function afterReplacing(error: unknown): unknown {
  const isOfBackup = error instanceof BackupError && error.code === 'backup_damaged';
  const isOfRows = error instanceof pg.DatabaseError && /^2[23]|^42/.test(error.code ?? '');
  if (!isOfBackup && !isOfRows) return error;
  const fault = isOfRows ? `the database refuses a row (${error.code}${placeOf(error)})` : toError(error).message;
  return new BackupError(
    'damaged',
    `${fault}. The database is empty and closed to everybody but its owner: restore another backup with --replace.`,
    { cause: error },
  );
}

/** The place where COPY stopped, without the value. */
function placeOf({ where, table }: pg.DatabaseError): string {
  const [, name = table, line] = /^COPY (\w+), line (\d+)/.exec(where ?? '') ?? [];
  if (name === undefined) return '';
  return line === undefined ? `, table ${name}` : `, table ${name}, line ${line}`;
}

/**
 * Tasks that were running during the backup do not run any more. The backup itself is one of them, and no failure. Reads the whole table.
 */
export const END_TASKS = `
update tasks set status = case kind when 'backup' then 'cancelled' else 'failed' end, finished_at = now(), worker = null, lease_until = null,
  error = case when kind <> 'backup' then '{"code": "restored", "message": "the database was restored from a backup"}'::jsonb end
where status = 'processing'`;

/** Reads pg_class. */
const IS_FORCED = 'select relforcerowsecurity as forced from pg_class where oid = $1::regclass';

/**
 * Exempts an owner who is no superuser from the policies of the table, since PostgreSQL refuses COPY to those whom they bind. Returns
 * whether they bound the owner.
 */
async function liftRowSecurity(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ forced: boolean }>(IS_FORCED, [table]);
  const isForced = rows[0]?.forced ?? false;
  if (isForced) await client.query(`alter table ${table} no force row level security`);
  return isForced;
}

async function fill(
  client: pg.Client,
  path: string,
  { tables, sequences }: BackupManifest,
  { decrypter, onProgress }: RestoreOptions,
): Promise<void> {
  const whole = tables.filter(({ slice }) => slice === undefined).map(({ table }) => table);
  const total = tables.reduce((sum, { rows }) => sum + rows, 0);
  await client.query('begin');
  // The migrations have inserted rows, which the backup contains too. Triggers are off, so the restore is not audited.
  await client.query(`truncate ${whole.join(', ')} cascade`);
  for (const table of whole) await client.query(`alter table ${table} disable trigger user`);
  let done = 0;
  for (const { table, columns, rows, slice } of tables) {
    if (slice !== undefined) {
      await client.query('select ensure_slice($1, $2)', [slice.board, slice.slice]);
      // A new slice has the triggers of posts.
      await client.query(`alter table ${table} disable trigger user`);
    }
    const isForced = await liftRowSecurity(client, table);
    const copy = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`));
    await pipeline(await openTable(join(path, tableFile(table)), decrypter), copy);
    if (copy.rowCount !== rows) throw new BackupError('damaged', `${table} has other rows than when it was checked`);
    if (isForced) await client.query(`alter table ${table} force row level security`);
    onProgress((done += rows), total);
  }
  for (const [name, value] of Object.entries(sequences)) {
    await client.query(`select setval($1::regclass, greatest($2::bigint, 1), $2::bigint > 0)`, [name, value]);
  }
  for (const { table } of tables) await client.query(`alter table ${table} enable trigger user`);
  await client.query(END_TASKS);
  await client.query('commit');
  await client.query('analyze');
}
