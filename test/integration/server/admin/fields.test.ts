/** Who sees which field of which answer: every answer to staff × everybody who may send the request, whole, against the table of fields. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROLES } from '../../../../mappings/roles.ts';
import { assertForReaders, FIELDS, restrictedFields } from '../../../../server/http/fields.ts';
import { aPost, insertBoard, writePosts } from '../../../support/builders.ts';
import { givenCabal } from '../../../support/cable/given-cabal.ts';
import { useWorld } from '../../../support/world.ts';
import { givenServer, type GivenServer } from '../given-archive.ts';
import { ask } from './given-admin.ts';
import { givenSenders, mayUse, requestTo, routes, SENDERS, type Headers, type Sender } from './given-senders.ts';

const world = useWorld();
let server: GivenServer;
let senders: ReadonlyMap<string, Headers>;

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

const document = JSON.parse(
  readFileSync(new URL('../../../../mappings/contract/openapi.json', import.meta.url), 'utf8'),
) as {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  readonly paths: Readonly<
    Record<string, Record<string, { responses: Record<string, { content?: Record<string, { schema: Schema }> }> }>>
  >;
};

beforeAll(async () => {
  const { pool } = world();
  for (const name of ['g', 'x']) {
    const board = await insertBoard(pool, name);
    await writePosts(pool, board, [aPost({ num: 1 })]);
    await pool.query(`insert into tasks (kind, board_id, requested_by) values ('verify', $1, 'cli')`, [board.id]);
    await pool.query(
      `insert into refusals (board_id, url, reason, sample, first_seen, last_seen, thread, entries)
       values ($1, 'https://site.example/1', 'missing_field', 'posts[1].no is missing', now(), now(), 1, 1)`,
      [board.id],
    );
    if (name === 'g') await givenCabal(pool, board);
  }
  await pool.query(
    'insert into reported_posts (board_id, num, subnum, reports, last_reported_at) select id, 1, 0, 1, now() from boards',
  );
  server = await givenServer(world(), { clock: () => new Date() });
  senders = await givenSenders(world(), server);
  // Entries of the audit log on both boards, with an address each.
  for (const board of ['g', 'x']) {
    const route = { name: 'POST /api/v1/admin/posts', method: 'POST', path: '/api/v1/admin/posts' };
    const { status } = await ask(server, requestTo(route, board, senders.get('moderator of all boards') ?? {}));
    expect(status).toBe(200);
  }
});
afterAll(async () => server.close());

/** Written apart from server/http/fields.ts: what the sender sees of an object that names this board, or none. */
function sees(reader: string, sender: Sender, board: unknown): boolean {
  if (reader === 'own') return true;
  const [role = '', where = ''] = sender.replace(' by key', '').split(' of ');
  if (reader === 'all') return role === 'admin' && where === 'all boards';
  const isHighEnough = ROLES.findIndex((one) => one === role) >= ROLES.findIndex((one) => one === reader);
  return isHighEnough && (where === 'all boards' || typeof board !== 'string' || board === 'g');
}

interface Cell {
  readonly schema: string;
  readonly field: string;
  readonly isThere: boolean;
  readonly isAllowed: boolean;
  readonly isRequired: boolean;
}

/** Every field of every object in an answer, also those that are not there. */
function cellsOf(value: unknown, schema: Schema | undefined, sender: Sender): Cell[] {
  if (schema === undefined || value === null || value === undefined) return [];
  const name = schema.$ref?.split('/').at(-1);
  if (name !== undefined && Object.hasOwn(FIELDS, name)) {
    const known = document.components.schemas[name];
    const object = value as Readonly<Record<string, unknown>>;
    const readers = Object.entries(FIELDS[name] ?? {}).flatMap(([reader, fields]) =>
      fields.split(' ').map((field): [string, string] => [field, reader]),
    );
    const table = new Map(readers);
    const cells = [...new Set([...Object.keys(object), ...table.keys()])].map((field) => ({
      schema: name,
      field,
      isThere: Object.hasOwn(object, field),
      isAllowed: table.has(field) && sees(table.get(field) ?? '', sender, object['board']),
      isRequired: known?.required?.includes(field) ?? false,
    }));
    return [...cells, ...cellsOf(object, { properties: known?.properties ?? {} }, sender)];
  }
  if (Array.isArray(value)) return value.flatMap((one: unknown) => cellsOf(one, schema.items, sender));
  const inside = Object.entries(schema.properties ?? {}).flatMap(([field, of]) =>
    cellsOf((value as Readonly<Record<string, unknown>>)[field], of, sender),
  );
  return [...inside, ...(schema.anyOf ?? []).flatMap((one) => cellsOf(value, one, sender))];
}

const own = routes.flatMap(({ access, ...route }) => {
  const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
  const responses = document.paths[path]?.[route.method.toLowerCase()]?.responses ?? {};
  return access === 'reader' || access === 'key' || access === 'sign-in' ? [] : [{ ...route, access, responses }];
});
const seen: Cell[] = [];

describe.each(own.filter(({ method }) => method === 'GET'))('$name', (route) => {
  test.each(SENDERS.filter((sender) => ['g', 'x'].some((board) => mayUse(route.access, board, sender) === true)))(
    '%s',
    async (sender) => {
      const { status, body } = await ask(server, requestTo(route, 'g', senders.get(sender) ?? {}));
      const content = Object.values(route.responses[status]?.content ?? {});
      if (status !== 200) return;
      const cells = cellsOf(body, content[0]?.schema, sender);
      seen.push(...cells);
      expect(cells.filter(({ isThere, isAllowed }) => isThere && !isAllowed)).toEqual([]);
      expect(cells.filter(({ isThere, isAllowed, isRequired }) => !isThere && isAllowed && isRequired)).toEqual([]);
    },
  );
});

test('the answers had fields of every role, some shown and some left out', () => {
  expect(seen.length).toBeGreaterThan(500);
  const addresses = seen.filter(({ schema, field }) => schema === 'AuditEntry' && field === 'has_address');
  expect(addresses.filter(({ isThere }) => isThere).length).toBeGreaterThan(1);
  expect(addresses.filter(({ isThere }) => !isThere).length).toBeGreaterThan(1);
  expect(addresses.every(({ isThere, isAllowed }) => isThere === isAllowed)).toBe(true);
});

const find = (schemas: Readonly<Record<string, object>>) => (name: string) => schemas[name];

describe('by default nobody sees anything', () => {
  test('a schema, or a field, that the table does not name is refused', () => {
    const answer = { $ref: 'AuditAddress#' };
    const address = { properties: { address: {} } };
    expect(restrictedFields(answer, find({ AuditAddress: address }))).toEqual([]);
    const more = { properties: { address: {}, port: {} } };
    expect(() => restrictedFields(answer, find({ AuditAddress: more }))).toThrow('who sees port of AuditAddress');
    expect(() => restrictedFields({ $ref: 'New#' }, find({ New: {} }))).toThrow('does not name the schema New');
    expect(() => restrictedFields(answer, find({ AuditAddress: {} }))).toThrow('has no field address');
  });

  test('a field in a list, or that may be null, is found too', () => {
    const properties = Object.fromEntries(
      Object.values(FIELDS['AuditEntry'] ?? {}).flatMap((fields) => fields.split(' ').map((field) => [field, {}])),
    );
    const list = { properties: { entries: { items: { anyOf: [{ $ref: 'AuditEntry#' }, {}] } }, next: {} } };
    expect(restrictedFields({ $ref: 'AuditList#' }, find({ AuditList: list, AuditEntry: { properties } }))).toEqual([
      { path: ['entries', '*'], field: 'has_address', reader: 'all' },
    ]);
  });

  test('no route for readers may answer with what staff see', () => {
    const posts = { properties: { found: { items: { $ref: 'AuditEntry#' } } } };
    expect(() => assertForReaders({ $ref: 'Posts#' }, find({ Posts: posts, AuditEntry: {} }))).toThrow(
      'AuditEntry is an answer to staff',
    );
  });
});

test('the OpenAPI document says of every restricted field whom it is for', () => {
  const { has_address: field } = document.components.schemas['AuditEntry']?.properties ?? {};
  expect(field).toMatchObject({ description: expect.stringContaining('For admins of all boards only.') as string });
});
