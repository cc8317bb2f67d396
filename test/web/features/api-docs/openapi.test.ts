import { AjvCompiler } from '@fastify/ajv-compiler';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { AUDIENCES, audienceOf, groupsOf } from '../../../../web/src/features/api-docs/groups.ts';
import {
  addressOf,
  bodySchema,
  canTry,
  curlOf,
  exampleOf,
  matches,
  operationsOf,
  typeText,
  type OpenApiDocument,
} from '../../../../web/src/features/api-docs/openapi.ts';

const document = JSON.parse(readFileSync('mappings/contract/openapi.json', 'utf8')) as OpenApiDocument;
const operations = operationsOf(document);
const named = (id: string) => {
  const found = operations.find((operation) => operation.id === id);
  if (found === undefined) throw new Error(`no operation ${id}`);
  return found;
};

test('every operation has a name of its own and an example without gaps', () => {
  expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
  for (const operation of operations)
    expect(curlOf(operation, '', document)).not.toMatch(/[{]\w+[}]|undefined|\[object/);
});

test('operations of readers and of staff are apart, in groups with headings in words', () => {
  const grouped = AUDIENCES.flatMap((audience) => groupsOf(operations, audience).flatMap((group) => group.operations));
  expect(grouped.map(({ id }) => id).toSorted()).toEqual(operations.map(({ id }) => id).toSorted());
  for (const audience of AUDIENCES)
    for (const { heading } of groupsOf(operations, audience))
      expect(heading).toMatch(/^(?:API of \S+|[A-Z][a-z, -]+)$/);
  const readers = groupsOf(operations, 'readers').flatMap((group) => group.operations);
  expect(readers.filter(({ path }) => path.includes('/admin/'))).toEqual([]);
  expect(audienceOf(named('moderate'))).toBe('staff');
  expect(groupsOf(operations, 'readers')[1]?.heading).toBe('Search');
});

/** Compiles like the server, but neither converts nor removes anything. */
const compile = AjvCompiler()(
  {},
  { customOptions: { coerceTypes: false, useDefaults: false, removeAdditional: false, strict: false } },
);

test('each JSON answer that readers get has an example that its schema accepts', () => {
  const answers = operations
    .filter((one) => audienceOf(one) !== 'staff')
    .flatMap(({ responses = {}, ...operation }) =>
      Object.entries(responses).flatMap(([status, response]) => {
        const schema = bodySchema(response);
        return schema === null || !status.startsWith('2') ? [] : [{ ...operation, schema }];
      }),
    );
  const refused = answers.flatMap(({ id, method, path: url, schema }) => {
    const validate = compile({ schema: { ...schema, components: document.components }, method, url, httpPart: 'body' });
    return validate(exampleOf(schema, document)) ? [] : [[id, validate.errors]];
  });
  expect(answers.length).toBeGreaterThan(40);
  expect(refused).toEqual([]);
});

test('a request of a reader can be tried if the archive has what its path names', () => {
  const samples = { board: 'ck', num: '7', q: 'rye' };
  expect(canTry(named('getThread'), samples)).toBe(true);
  expect(addressOf(named('getThread'), document, samples)).toBe('/api/v1/boards/ck/threads/7');
  expect(addressOf(named('search'), document, samples)).toBe('/api/v1/search?q=rye');
  expect(canTry(named('getThread'), {})).toBe(false);
  expect(canTry(named('kick'), samples)).toBe(false);
});

test('an example of an answer has the fields of its schema, also of posts within', () => {
  const schema = bodySchema(named('getThread').responses?.['200']);
  expect(exampleOf(schema ?? {}, document)).toMatchObject({
    board: 'g',
    posts: [{ num: 51_971_506, time_posted: '2026-01-31T12:00:00.000Z', file: { status: 'archived' } }],
    degraded: false,
  });
});

test('an example of a request is a command line with a query or a body', () => {
  expect(curlOf(named('search'), 'https://a.example.org', document)).toBe(
    "curl 'https://a.example.org/api/v1/search?q=heron'",
  );
  expect(curlOf(named('kick'), '', document)).toMatch(
    /^curl -X POST '\/api\/v1\/kick' \\\n {2}-H .*\\\n {2}-d '\{"url":/,
  );
});

test('a search finds operations by all their words, wherever these are', () => {
  const found = operations.filter((operation) => matches(operation, 'ZIP thread')).map(({ id }) => id);
  expect(found).toEqual(['getThreadZip']);
  expect(operations.filter((operation) => matches(operation, '')).length).toBe(operations.length);
});

test('types are named in words', () => {
  expect(typeText({ type: ['integer', 'null'] })).toBe('integer or null');
  expect(typeText({ type: 'array', items: { $ref: '#/components/schemas/Post' } })).toBe('list of Post');
});
