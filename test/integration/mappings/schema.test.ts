import { readFileSync } from 'node:fs';
import pg from 'pg';
import { expect, test } from 'vitest';
import { printSchema } from '../../../platform/print-schema.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld();
const checkedIn = readFileSync(new URL('../../../mappings/postgres/schema.sql', import.meta.url), 'utf8');

test('mappings/postgres/schema.sql is the schema after all migrations; `npm run schema` writes it', async () => {
  const client = new pg.Client({ connectionString: world().databaseUrl });
  await client.connect();
  try {
    expect(await printSchema(client)).toBe(checkedIn);
    // Partitions are created with posts, so they are not part of the schema.
    await client.query(`insert into boards (name, title, source, url, media_url) values ('g', 'G', '4chan', 'x', 'x')`);
    await client.query('select ensure_slice(max(id), 0) from boards');
    expect(await printSchema(client)).toBe(checkedIn);
    await client.query('alter table refusals add column nobody_printed_it text');
    expect(await printSchema(client)).toContain('nobody_printed_it');
  } finally {
    await client.end();
  }
});
