/** Refusals by PostgreSQL alone are answers below 500, and so are ids at and beyond every bound. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DATABASE_REFUSALS } from '../../../server/shared/database-refusals.ts';
import { filledBodies, type Schema } from '../../support/filled-schema.ts';
import { useWorld } from '../../support/world.ts';
import { givenAdmin, type Admin } from './admin/given-admin.ts';
import { givenArchive, givenServer, type GivenServer } from './given-archive.ts';

const world = useWorld();
let server: GivenServer;
let root: Admin;
let gail: Admin;

beforeAll(async () => {
  server = await givenServer(world(), { clock: () => new Date() });
  const archive = givenArchive(world());
  const g = await archive.board('g');
  await archive.board('x');
  for (const board of ['g', 'x']) await archive.storeAndIndex(board, [{ num: 1, thread: 1, opener: true }]);
  root = await givenAdmin(world(), server);
  gail = await givenAdmin(world(), server, 'gail');
  await world().pool.query(
    `update account_roles set role = 'moderator', board_id = $1 where account_id = (select id from accounts where name = 'gail')`,
    [g],
  );
});

afterAll(async () => server.close());

const schema = readFileSync(new URL('../../../mappings/postgres/schema.sql', import.meta.url), 'utf8');
const known = new Map<string, string>(Object.entries(DATABASE_REFUSALS).map(([name, { state }]) => [name, state]));

test('every condition that the schema raises, and every kind of constraint and policy in it, has an answer', () => {
  const raised = [...schema.matchAll(/raise exception [^;]*;/gi)].map(
    ([statement]) => /errcode = '([^']+)'/.exec(statement)?.[1] ?? 'raise_exception',
  );
  expect(raised.length).toBeGreaterThan(20);
  const kinds: readonly (readonly [RegExp, string])[] = [
    [/create policy/i, 'insufficient_privilege'],
    [/ check \(/i, 'check_violation'],
    [/ (primary key|unique) \(/i, 'unique_violation'],
    [/ foreign key \(/i, 'foreign_key_violation'],
    [/ not null/i, 'not_null_violation'],
    [/ exclude /i, 'exclusion_violation'],
    [/ bigint/i, 'numeric_value_out_of_range'],
    [/ bigint/i, 'invalid_text_representation'],
    [/ varchar|character varying/i, 'string_data_right_truncation'],
  ];
  const possible = kinds.flatMap(([pattern, name]) => (pattern.test(schema) ? [name] : []));
  expect([...new Set([...raised, ...possible])].filter((name) => !known.has(name))).toEqual([]);
});

test('the table has the SQLSTATE of each condition', async () => {
  for (const [name, state] of known) {
    const thrown = await world()
      .pool.query(`do $$ begin raise exception 'x' using errcode = '${name}'; end $$`)
      .catch((error: unknown) => error);
    expect(thrown, name).toMatchObject({ code: state });
  }
});

test.each([
  ['/bulk-actions', { action: 'hide', post: { board: 'x', num: 1 } }],
  ['/reports/dismiss-network', { post: { board: 'x', num: 1 } }],
])('a moderator who names a post of another board to %s is refused', async (path, body) => {
  expect(await gail.send('POST', path, body)).toMatchObject({ status: 403, body: { code: 'role_required' } });
});

interface Operation {
  readonly parameters?: readonly { readonly in: string; readonly name: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}
const document = JSON.parse(
  readFileSync(new URL('../../../mappings/contract/openapi.json', import.meta.url), 'utf8'),
) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};
const isNumeric = ({ type }: Schema) => [type].flat().some((one) => one === 'integer' || one === 'number');
const NUMBERS = [-1, 0, 1, 2_147_483_648, Number.MAX_SAFE_INTEGER, 2 ** 63, 1e26];

/** Copies of a body, each with another number in place of all numbers. */
const changedNumbers = (body: unknown): unknown[] =>
  NUMBERS.map((number) =>
    JSON.parse(JSON.stringify(body), (_key, value: unknown) => (typeof value === 'number' ? number : value)),
  );

test('ids at and beyond their bounds never cause a server error in staff routes', async () => {
  const failed: string[] = [];
  let asked = 0;
  const ask = async (method: string, path: string, body?: unknown) => {
    asked++;
    const own = path.replace('/api/v1/admin', '');
    const { status } =
      method === 'get'
        ? await root.get(own)
        : await root.send(method.toUpperCase() as 'POST', own, body as object | undefined);
    if (status >= 500) failed.push(`${method} ${path} ${JSON.stringify(body)}: ${status}`);
  };
  for (const [path, methods] of Object.entries(document.paths)) {
    // These end the session, or remove rows that the next requests need.
    if (!path.startsWith('/api/v1/admin/') || /session|account|boards\/\{board\}\/remove/.test(path)) continue;
    for (const [method, { parameters = [], requestBody }] of Object.entries(methods)) {
      const fill = (value: (schema: Schema) => string) =>
        path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
          encodeURIComponent(value(parameters.find((one) => one.name === name)?.schema ?? {})),
        );
      const usual = fill((one) => (isNumeric(one) ? '1' : 'g'));
      const of = requestBody?.content['application/json']?.schema;
      const bodies =
        of === undefined ? [undefined] : filledBodies(of, (name) => document.components.schemas[name] ?? {});
      if (parameters.some((one) => one.in === 'path' && isNumeric(one.schema))) {
        for (const number of NUMBERS)
          await ask(
            method,
            fill((one) => (isNumeric(one) ? String(number) : 'g')),
            bodies[0],
          );
      }
      for (const { name } of parameters.filter((one) => one.in === 'query' && isNumeric(one.schema))) {
        for (const number of NUMBERS) await ask(method, `${usual}?${name}=${number}`, bodies[0]);
      }
      const withNumbers = bodies.filter((body) => /:-?\d|\[-?\d/.test(JSON.stringify(body ?? null)));
      for (const body of withNumbers.flatMap(changedNumbers)) await ask(method, usual, body);
    }
  }
  expect(failed).toEqual([]);
  expect(asked).toBeGreaterThan(200);
});
