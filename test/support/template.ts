import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { migrate } from '../../platform/migrate.ts';

const MIGRATIONS = new URL('../../mappings/postgres/migrations/', import.meta.url);

/** One template a state of the migrations: runs that share a server, at once or one after the other, share it. */
export const TEMPLATE_DATABASE = `sagasu_template_${hashOfMigrations()}`;

/** Makes the migrated template unless it is there. */
export async function prepareTemplate(databaseUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: databaseUrl });
  await admin.connect();
  try {
    await admin.query(`select pg_advisory_lock(hashtext('sagasu test template'))`);
    const present = await admin.query('select 1 from pg_database where datname = $1', [TEMPLATE_DATABASE]);
    if (present.rowCount === 1) return;
    // Under another name until it is whole: a run that is killed half way leaves no half template.
    const draft = `${TEMPLATE_DATABASE}_draft`;
    await admin.query(`drop database if exists ${draft} with (force)`);
    await admin.query(`create database ${draft}`);
    const url = new URL(databaseUrl);
    url.pathname = `/${draft}`;
    await migrate(url.href);
    await admin.query(`alter database ${draft} rename to ${TEMPLATE_DATABASE}`);
  } finally {
    await admin.end();
  }
}

function hashOfMigrations(): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(MIGRATIONS).toSorted()) hash.update(readFileSync(new URL(name, MIGRATIONS)));
  return hash.digest('hex').slice(0, 12);
}
