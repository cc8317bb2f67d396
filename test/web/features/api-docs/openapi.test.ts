import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  bodySchema,
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

test('an example of an answer has the fields of its schema, also of posts within', () => {
  const schema = bodySchema(named('getThread').responses?.['200']);
  expect(exampleOf(schema ?? {}, document)).toMatchObject({
    board: 'text',
    posts: [{ num: 0, time_posted: '2026-01-31T12:00:00.000Z', file: { status: 'archived' } }],
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
