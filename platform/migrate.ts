import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import type { Pool } from 'pg';

const MIGRATIONS = fileURLToPath(new URL('../mappings/postgres/migrations', import.meta.url));

/**
 * Brings the database to this version, under an advisory lock, forward only. Returns the names of what it applied.
 * @throws when the database has migrations that this version does not know: an older program must not write to it.
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

/** Names of the migrations that this version has and the database has not. Needs no more than to read one table. */
export async function pendingMigrations(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>('select name from migrations');
  const applied = new Set(rows.map((row) => row.name));
  const known = (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql'));
  return known.map((file) => file.slice(0, -'.sql'.length)).filter((name) => !applied.has(name));
}
