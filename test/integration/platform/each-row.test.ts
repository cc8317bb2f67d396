/** Rows that are handed on as they come, and every way in which that ends. */
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eachRow } from '../../../platform/each-row.ts';
import { createPostgresPool } from '../../../platform/postgres.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld();
let pool: pg.Pool;

beforeAll(() => {
  pool = createPostgresPool({ url: world().databaseUrl, maxConnections: 1, statementTimeoutMs: 1_000 });
});

afterAll(async () => pool.end());

const NUMBERS = { text: 'select n, n * 2 as twice from generate_series(1, $1::int) n', values: [3] };

const numbers = async () => {
  const taken: unknown[] = [];
  await eachRow(pool, NUMBERS, (values, columns) => taken.push([...columns.map(({ name }) => name), ...values]));
  return taken;
};

test('each row comes as the values of its columns, in order', async () => {
  expect(await numbers()).toEqual([1, 2, 3].map((n) => ['n', 'twice', n, n * 2]));
});

test.each([
  ['a statement that fails', 'select 1 / $1::int', /division by zero/],
  ['one that fails behind its first rows', 'select 1 / (3 - n) from generate_series($1::int, 9) n', /division by zero/],
  ['one that takes too long', 'select pg_sleep(30 + $1::int)', /timeout/],
  ['one that ends the connection', 'select pg_terminate_backend(pg_backend_pid() + $1::int)', /terminat/],
])('%s is thrown, and the only connection is there for the next', async (_what, text, message) => {
  await expect(eachRow(pool, { text, values: [0] }, () => undefined)).rejects.toThrow(message);
  expect(await numbers()).toHaveLength(3);
});

test('what is thrown at a row is thrown at the end, and nobody is told of the others', async () => {
  const taken: unknown[] = [];
  const refuse = (values: readonly unknown[]) => {
    taken.push(values[0]);
    throw new Error('no paper');
  };
  await expect(eachRow(pool, NUMBERS, refuse)).rejects.toThrow('no paper');
  expect(taken).toEqual([1]);
  expect(await numbers()).toHaveLength(3);
});
