/** Queries in every form in which they are asked: what they answer, how they fail, and that nothing of them stays. */
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPostgresPool } from '../../../platform/postgres.ts';
import { oldBytesLeft } from '../../support/old-bytes.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld();
let pool: pg.Pool;

beforeAll(() => {
  pool = createPostgresPool({ url: world().databaseUrl, maxConnections: 1, statementTimeoutMs: 1_000 });
});

afterAll(async () => pool.end());

/** In each form in which a query is asked. */
const FORMS: [string, (text: string, values?: unknown[]) => Promise<pg.QueryResult>][] = [
  ['by the pool', async (text, values) => pool.query(text, values)],
  ['by the pool, as an object', async (text, values) => pool.query({ text, ...(values && { values }) })],
  ['by a client', async (text, values) => onClient((client) => client.query(text, values))],
  ['by a client, named', async (text, values = []) => onClient((client) => client.query({ name: text, text, values }))],
  [
    'by a client that is told',
    async (text, values = []) =>
      onClient(
        (client) =>
          new Promise((resolve, reject) => {
            client.query(text, values, (error, result) => (error ? reject(error) : resolve(result)));
          }),
      ),
  ],
];

async function onClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

test.each(FORMS)('an answer comes whole, %s', async (_form, ask) => {
  const { rows, rowCount, command, fields } = await ask('select n from generate_series(1, $1::int) n', [3]);
  expect({ rows, rowCount, command, columns: fields.map(({ name }) => name) }).toEqual({
    rows: [{ n: 1 }, { n: 2 }, { n: 3 }],
    rowCount: 3,
    command: 'SELECT',
    columns: ['n'],
  });
});

test('each statement of several without values has an answer of its own', async () => {
  const answers = (await pool.query('select 1 as one; select 2 as two')) as unknown as pg.QueryResult[];
  expect(answers.map(({ rows }) => rows as unknown)).toEqual([[{ one: 1 }], [{ two: 2 }]]);
});

test.each(FORMS)('what fails is thrown, and the only connection is there for the next, %s', async (_form, ask) => {
  await expect(ask('select 1 / (3 - n) from generate_series($1::int, 9) n', [0])).rejects.toThrow(/division by zero/);
  await expect(ask('select pg_sleep(30 + $1::int)', [0])).rejects.toThrow(/timeout/);
  expect((await ask('select $1::int as n', [7])).rows).toEqual([{ n: 7 }]);
});

test('an error of a client leads to who asked', async () => {
  const asked = onClient((client) => client.query('select nothing'));
  const { stack } = (await asked.catch((error: unknown) => error)) as Error;
  expect(stack).toContain('onClient');
});

test.each(FORMS)('what was read is gone as soon as nobody keeps it, %s', async (_form, ask) => {
  const text = `select n, repeat('word', 50) || n as comment from generate_series(1, $1::int) n`;
  const left = await oldBytesLeft(async () => {
    await ask(text, [5_000]);
  });
  // Ten times a megabyte and more was read.
  expect(left).toBeLessThan(3_000_000);
});
