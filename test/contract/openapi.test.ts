import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { typesOf } from '../../client/write-types.ts';
import { printRoutes } from '../../server/http/printed-routes.ts';

interface Operation {
  readonly tags?: readonly string[];
  readonly operationId?: string;
  readonly parameters?: readonly object[];
  readonly requestBody?: object;
  readonly responses: Record<string, { content?: Record<string, { schema: { $ref?: string } }> }>;
}

const checkedIn = readFileSync(new URL('../../mappings/contract/openapi.json', import.meta.url), 'utf8');
const document = JSON.parse(checkedIn) as {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
);

const isFoolFuuka = ({ tags }: Operation) => tags?.includes('foolfuuka') === true;

const printed = await printRoutes();

test('the OpenAPI document has all routes (else: npm run openapi)', () => {
  expect(checkedIn).toBe(printed.openapi);
});

test('the client has the types of the OpenAPI document (else: npm run openapi)', async () => {
  expect(readFileSync(new URL('../../client/api.ts', import.meta.url), 'utf8')).toBe(await typesOf(printed.openapi));
});

test('server/http/access.txt shows the access of all routes (else: npm run openapi)', () => {
  expect(readFileSync(new URL('../../server/http/access.txt', import.meta.url), 'utf8')).toBe(printed.access);
});

test('every operation has a unique name', () => {
  const names = operations.map(({ operation }) => operation.operationId);
  expect(names).not.toContain(undefined);
  expect(new Set(names).size).toBe(names.length);
});

test('every refusal is a documented problem; FoolFuuka’s clients get only a sentence', () => {
  const problem = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
  const sentence = { 'application/json': { schema: { $ref: '#/components/schemas/FoolFuukaError' } } };
  for (const { name, operation } of operations) {
    for (const [status, response] of Object.entries(operation.responses).filter(([code]) => Number(code) >= 400)) {
      expect(response.content, `${name} ${status}`).toEqual(isFoolFuuka(operation) ? sentence : problem);
    }
  }
});

test('every operation with parameters or a body documents its refusals', () => {
  const takers = operations.filter(({ operation }) => operation.parameters ?? operation.requestBody);
  expect(takers.length).toBeGreaterThan(25);
  for (const { name, operation } of takers) {
    const statuses = Object.keys(operation.responses);
    // A path of the 4chan API either exists or not, so it has no other refusals.
    if (operation.tags?.includes('4chan') === true) expect(statuses, name).toContain('404');
    else expect(statuses, name).toContain(isFoolFuuka(operation) ? '422' : '400');
  }
});

test('refusals of the framework are documented wherever they may occur', () => {
  for (const { name, operation } of operations) {
    const statuses = Object.keys(operation.responses);
    if (name.includes('{')) expect(statuses, name).toContain('414');
    if (operation.requestBody !== undefined) expect(statuses, name).toEqual(expect.arrayContaining(['413', '415']));
  }
});

test('every reference resolves', () => {
  const references = [...checkedIn.matchAll(/"\$ref": "([^"]+)"/g)].map(([, reference]) => reference);
  expect(references).not.toHaveLength(0);
  for (const reference of references) {
    const name = reference?.replace('#/components/schemas/', '') ?? '';
    expect(Object.keys(document.components.schemas)).toContain(name);
  }
});
