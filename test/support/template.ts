import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import pg from 'pg';
import { permitLogins } from './logins.ts';
import { postFunctions } from '../../mappings/postgres/post-functions.ts';
import { BASELINE_FILES } from '../../mappings/postgres/schema-files.ts';
import { migrate, migrationFiles } from '../../platform/migrate.ts';

/** One template per state of the schema's files and their names, which a database records; runs on the same server share it. */
export const TEMPLATE_DATABASE = `sagasu_template_${await hashOfSchema()}`;

/** Creates the migrated template unless it exists. */
export async function prepareTemplate(databaseUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: databaseUrl });
  await admin.connect();
  try {
    await admin.query(`select pg_advisory_lock(hashtext('sagasu test template'))`);
    const present = await admin.query('select 1 from pg_database where datname = $1', [TEMPLATE_DATABASE]);
    if (present.rowCount === 1) return await permitLogins(databaseUrl);
    // Renamed only when it is complete, so that a killed run leaves no incomplete template.
    const draft = `${TEMPLATE_DATABASE}_draft`;
    await admin.query(`drop database if exists ${draft} with (force)`);
    await admin.query(`create database ${draft}`);
    const url = new URL(databaseUrl);
    url.pathname = `/${draft}`;
    await migrate(url.href);
    await permitLogins(databaseUrl);
    await admin.query(`alter database ${draft} rename to ${TEMPLATE_DATABASE}`);
  } finally {
    await admin.end();
  }
}

async function hashOfSchema(): Promise<string> {
  const hash = createHash('sha256');
  const baseline = BASELINE_FILES.map((path) => new URL(`../../${path}`, import.meta.url));
  for (const file of [...baseline, ...(await migrationFiles())])
    hash.update(basename(String(file))).update(readFileSync(file));
  return hash.update(postFunctions()).digest('hex').slice(0, 12);
}
