/** `npm run schema`: migrates an empty database and writes mappings/postgres/schema.sql from its catalog. */
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import pg from 'pg';
import { readConfig } from '../platform/config.ts';
import { migrate } from '../platform/migrate.ts';
import { printSchema } from '../platform/print-schema.ts';
import { startStack } from './start.ts';

const SCHEMA = new URL('../mappings/postgres/schema.sql', import.meta.url);

// PostgreSQL alone: stores with an address are not started.
const unused = { REDIS_URL: 'redis://127.0.0.1:1', ELASTICSEARCH_URL: 'http://127.0.0.1:1' };
// oxlint-disable-next-line node/no-process-env -- passed on whole, with addresses for the stores that are not started
const config = readConfig({ ...process.env, ...unused });
const stack = await startStack(config, { onProgress: (line) => process.stderr.write(`${line}\n`) });
const name = `schema_${randomBytes(5).toString('hex')}`;
const owner = new pg.Client({ connectionString: stack.databaseUrl });
await owner.connect();
try {
  await owner.query(`create database ${name}`);
  const url = new URL(stack.databaseUrl);
  url.pathname = `/${name}`;
  await migrate(url.href);
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await writeFile(SCHEMA, await printSchema(client));
  await client.end();
} finally {
  await owner.query(`drop database if exists ${name} with (force)`);
  await owner.end();
  await stack.stop();
}
