import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import type { Pool } from 'pg';

const MIGRATIONS = fileURLToPath(new URL('../mappings/postgres/migrations', import.meta.url));

/**
 * Applies the missing migrations in order, under an advisory lock. Returns their names.
 * @throws Error when the database has migrations of a newer version, which an older program must not write to.
 */
export async function migrate(databaseUrl: string, log: (line: string) => void = () => undefined): Promise<string[]> {
  const applied = await runner({
    databaseUrl,
    dir: MIGRATIONS,
    direction: 'up',
    migrationsTable: 'migrations',
    checkOrder: true,
    log,
    logger: { debug: () => undefined, info: log, warn: log, error: log },
  });
  return applied.map((migration) => migration.name);
}

/** Names of the migrations that the database lacks. Needs only read access to the table `migrations`, which it scans. */
export async function pendingMigrations(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>('select name from migrations');
  const applied = new Set(rows.map((row) => row.name));
  const known = (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql'));
  return known.map((file) => file.slice(0, -'.sql'.length)).filter((name) => !applied.has(name));
}
