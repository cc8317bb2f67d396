import { pipeline } from 'node:stream/promises';
import { Writable } from 'node:stream';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { expect, test } from 'vitest';
import { createPostgresPool, liftTimeLimits } from '../../../platform/postgres.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld();
const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

test('connections use UTC and do not compile plans', async () => {
  const pool = createPostgresPool({ url: world().databaseUrl });
  const { rows } = await pool.query(`select current_setting('timezone') as zone, current_setting('jit') as jit`);
  await pool.end();
  expect(rows).toEqual([{ zone: 'UTC', jit: 'off' }]);
});

test('a COPY beyond the time limit of other statements is not stopped, and leaves no timer', async () => {
  const client = new pg.Client({ connectionString: world().databaseUrl, query_timeout: 200, statement_timeout: 200 });
  await client.connect();
  await expect(client.query('select pg_sleep(0.4)')).rejects.toThrow(/timeout/);
  await liftTimeLimits(client);
  const before = timers();
  const copying = pipeline(
    client.query(copyTo('copy (select pg_sleep(0.4)) to stdout')),
    new Writable({ write: (_chunk, _encoding, done) => done() }),
  );
  expect(timers()).toBe(before);
  await copying;
  await client.end();
});
