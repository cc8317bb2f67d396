/** Every input that the document of the API describes is bounded: numbers from both sides, texts and lists in their length. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
}

interface Operation {
  readonly parameters?: readonly { readonly in: string; readonly name: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> };
}

const text = readFileSync(new URL('../../mappings/contract/openapi.json', import.meta.url), 'utf8');
const document = JSON.parse(text) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

function unbounded(schema: Schema, place: string): readonly string[] {
  if (schema.$ref !== undefined) {
    return unbounded(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, place);
  }
  const found: string[] = [];
  const types = [schema.type].flat();
  if (schema.const === undefined && schema.enum === undefined) {
    const isNumber = types.includes('integer') || types.includes('number');
    if (isNumber && (schema.minimum ?? schema.exclusiveMinimum) === undefined) found.push(`${place}: minimum`);
    if (isNumber && schema.maximum === undefined) found.push(`${place}: maximum`);
    if (types.includes('string') && schema.maxLength === undefined) found.push(`${place}: maxLength`);
    if (types.includes('array') && schema.maxItems === undefined) found.push(`${place}: maxItems`);
  }
  for (const [name, value] of Object.entries(schema.properties ?? {}))
    found.push(...unbounded(value, `${place}.${name}`));
  for (const one of schema.anyOf ?? []) found.push(...unbounded(one, place));
  if (schema.items !== undefined) found.push(...unbounded(schema.items, `${place}[]`));
  if (typeof schema.additionalProperties === 'object')
    found.push(...unbounded(schema.additionalProperties, `${place}.*`));
  return found;
}

const inputs = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { parameters = [], requestBody }]) => [
    ...parameters.map(({ name, schema }) => ({ place: `${method} ${path} ${name}`, schema })),
    ...Object.entries(requestBody?.content ?? {})
      // The server limits bytes by itself.
      .filter(([type]) => type !== 'application/octet-stream')
      .map(([, { schema = {} }]) => ({ place: `${method} ${path} body`, schema })),
  ]),
);

test('numbers, texts and lists in every parameter and body have limits', () => {
  expect(inputs.length).toBeGreaterThan(200);
  expect(inputs.flatMap(({ place, schema }) => unbounded(schema, place))).toEqual([]);
});
