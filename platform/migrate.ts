import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import { assertRoles } from './roles.ts';

const MIGRATIONS = fileURLToPath(new URL('../mappings/postgres/migrations', import.meta.url));

/**
 * Applies the missing migrations in order, at most `count`, under an advisory lock. Returns their names.
 * @throws ConfigError when roles are missing that the owner may not create
 * @throws Error when the database has migrations of a newer version, which an older program must not write to
 */
export async function migrate(
  databaseUrl: string,
  log: (line: string) => void = () => undefined,
  count = Infinity,
): Promise<string[]> {
  await assertRoles(databaseUrl);
  // The runner would not wait until a connection of its own is closed.
  const dbClient = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
  await dbClient.connect();
  try {
    const applied = await runner({
      dbClient,
      dir: MIGRATIONS,
      direction: 'up',
      count,
      migrationsTable: 'migrations',
      checkOrder: true,
      log,
      logger: { debug: () => undefined, info: log, warn: log, error: log },
    });
    return applied.map((migration) => migration.name);
  } finally {
    await dbClient.end();
  }
}

/** Names of this version's migrations, in order. */
export async function knownMigrations(): Promise<readonly string[]> {
  const files = (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql'));
  return files.map((file) => file.slice(0, -'.sql'.length)).sort();
}

/** Names of the migrations that the database lacks. Needs only read access to the table `migrations`, which it scans. */
export async function pendingMigrations(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>('select name from migrations');
  const applied = new Set(rows.map((row) => row.name));
  return (await knownMigrations()).filter((name) => !applied.has(name));
}
