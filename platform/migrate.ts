import { readFile, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import { postFunctions } from '../mappings/postgres/post-functions.ts';
import { BASELINE_FILES, MIGRATION_FOLDERS } from '../mappings/postgres/schema-files.ts';
import { directAddress, directPlace } from './direct-address.ts';
import { assertRoles } from './roles.ts';
import { BASELINE, SchemaVersionError, withBaseline } from './schema-state.ts';

const pathOf = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/**
 * Creates the schema in an empty database and applies the missing migrations in order, at most `count`, where the baseline is the first.
 * Returns their names.
 * @throws ConfigError when roles are missing that the owner may not create
 * @throws SchemaVersionError when the database is older than version 0.1.1, newer than this version, or not ours
 */
export async function migrate(
  databaseUrl: string,
  log: (line: string) => void = () => undefined,
  count = Infinity,
): Promise<string[]> {
  await assertRoles(databaseUrl);
  // If the runner opened the connection itself, it would not wait until it is closed.
  const dbClient = new pg.Client({ connectionString: directAddress(databaseUrl), connectionTimeoutMillis: 5_000 });
  await dbClient.connect();
  try {
    // Two programs that start at the same time: the second one waits, and finds the schema of the first.
    await dbClient.query(`select pg_advisory_lock(hashtext('sagasu_schema'))`);
    const created = await prepareBaseline(dbClient, log);
    if (count <= 1) return created;
    const applied = await runner({
      dbClient,
      dir: MIGRATION_FOLDERS.map((folder) => `${pathOf(folder)}/*.sql`),
      useGlob: true,
      direction: 'up',
      count: count - 1,
      migrationsTable: 'migrations',
      // withBaseline has checked the names; modules may have been added or removed.
      checkOrder: false,
      noLock: true,
      log,
      logger: { debug: () => undefined, info: log, warn: log, error: log },
    });
    if (count === Infinity) await dbClient.query(postFunctions());
    if (directPlace(databaseUrl) !== null) await setForPooler(dbClient);
    return [...created, ...applied.map((migration) => migration.name)];
  } finally {
    await dbClient.end();
  }
}

/** PgBouncer refuses them as parameters of a connection, so sessions have them from the database. Only its owner may do this. */
async function setForPooler(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select quote_ident(current_database()) as name');
  const [{ name } = { name: '' }] = rows;
  await client.query(`alter database ${name} set timezone = 'UTC'; alter database ${name} set jit = off`);
}

/** Creates the baseline in an empty database; a database of version 0.1.1 gets its name alone. Returns what it created. */
async function prepareBaseline(client: pg.Client, log: (line: string) => void): Promise<string[]> {
  const known = await knownMigrations();
  await client.query('begin');
  const names = await readNames(client);
  if (names === null) {
    await assertEmpty(client);
    for (const path of BASELINE_FILES) await client.query(await readFile(pathOf(path), 'utf8'));
  } else {
    const current = withBaseline(names, known);
    if (!names.includes(BASELINE)) {
      log(`${names.length - current.length + 1} migrations of version 0.1.1 are now called ${BASELINE}`);
      await client.query('delete from migrations where name <> all ($1)', [current]);
    }
  }
  if (names?.includes(BASELINE) !== true) {
    await client.query('insert into migrations (name, run_on) values ($1, now())', [BASELINE]);
  }
  await client.query('commit');
  return names === null ? [BASELINE] : [];
}

/** Null without a table of migrations. */
async function readNames(client: pg.Client): Promise<readonly string[] | null> {
  const { rows } = await client.query<{ has_table: boolean }>(
    `select to_regclass('public.migrations') is not null as has_table`,
  );
  if (rows[0]?.has_table !== true) return null;
  return (await client.query<{ name: string }>('select name from migrations order by name')).rows.map(
    ({ name }) => name,
  );
}

/** @throws SchemaVersionError when the schema has tables. Those of extensions do not count. */
async function assertEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
      order by c.relname limit 1`,
  );
  const [table] = rows;
  if (table === undefined) return;
  throw new SchemaVersionError(
    'foreign',
    `the database has the table ${table.name} and none of Sagasu's migrations: use an empty database of its own`,
  );
}

/** Names of this version's migrations, in order. */
export async function knownMigrations(): Promise<readonly string[]> {
  return [BASELINE, ...(await migrationFiles()).map((path) => basename(path, '.sql'))];
}

/** Paths of the migrations, in the order in which they run. */
export async function migrationFiles(): Promise<readonly string[]> {
  const folders = await Promise.all(
    MIGRATION_FOLDERS.map(async (folder) => (await readdir(pathOf(folder))).map((file) => join(pathOf(folder), file))),
  );
  const files = folders.flat().filter((path) => path.endsWith('.sql'));
  return files.toSorted((a, b) => (basename(a) < basename(b) ? -1 : 1));
}

/** Names of the migrations that the database lacks. Needs only read access to the table `migrations`, which it scans. */
export async function pendingMigrations(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>('select name from migrations');
  const applied = new Set(rows.map((row) => row.name));
  return (await knownMigrations()).filter((name) => !applied.has(name));
}
