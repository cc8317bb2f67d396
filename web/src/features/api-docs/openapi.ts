/** Parts of the OpenAPI document that the API reference reads, and examples made from its schemas. Pure. */

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly example?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly pattern?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

interface Body {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}

export interface Response extends Body {
  readonly description?: string;
}

interface DocumentedOperation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Body;
  readonly responses?: Readonly<Record<string, Response>>;
  readonly security?: readonly unknown[];
}

export interface OpenApiDocument {
  readonly info: { readonly title: string; readonly description?: string };
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

export interface Operation extends DocumentedOperation {
  readonly method: string;
  readonly path: string;
  /** The id of the element on the page. */
  readonly id: string;
}

export function operationsOf({ paths }: OpenApiDocument): readonly Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
      id: operation.operationId ?? `${method}${path.replaceAll(/\W+/g, '-')}`,
    })),
  );
}

/** Whether the operation contains all words, in its path, name, texts or parameters. */
export function matches(operation: Operation, words: string): boolean {
  const { method, path, operationId, summary, description, parameters = [] } = operation;
  const names = parameters.flatMap((parameter) => [parameter.name, parameter.description]);
  const text = [method, path, operationId, summary, description, ...names].join(' ').toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

export function schemaName({ $ref }: Schema): string | null {
  return $ref?.split('/').at(-1) ?? null;
}

/** The target of a reference; any other schema itself. */
export function resolved(schema: Schema, { components }: OpenApiDocument): Schema {
  const name = schemaName(schema);
  return name === null ? schema : (components?.schemas?.[name] ?? {});
}

/** `integer or null`, `list of Post`. */
export function typeText(schema: Schema): string {
  const name = schemaName(schema);
  if (name !== null) return name;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return choices.map(typeText).join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.items !== undefined) return `list of ${typeText(schema.items)}`;
  const types = [schema.type ?? 'any'].flat().join(' or ');
  return schema.format === undefined ? types : `${types} (${schema.format})`;
}

/** Lists below this depth are empty: posts are part of many answers, and lists may contain themselves. */
const DEEPEST = 5;

/** Usual values of properties. */
const USUAL: Readonly<Record<string, string | number>> = {
  board: 'g',
  num: 51_971_506,
  thread: 51_971_506,
  name: 'Anonymous',
  subject: 'Herons',
  comment: 'A heron stands in the pond.',
  q: 'heron',
  title: 'Technology',
  width: 1920,
  height: 1080,
  size: 483_211,
};

/** Whether a property can have this value: it is of the type, and the schema neither lists nor describes its values. */
function fits(value: string | number | undefined, schema: Schema): boolean {
  const { enum: listed, const: only, pattern, format, maximum = Number.MAX_SAFE_INTEGER } = schema;
  if (value === undefined || (listed ?? only ?? pattern ?? format) !== undefined) return false;
  const types = [schema.type ?? schema.anyOf?.map(({ type }) => type ?? '') ?? []].flat(2);
  if (typeof value === 'string') return types.includes('string');
  return value <= maximum && (types.includes('integer') || types.includes('number'));
}

/** A value that fits the schema. */
export function exampleOf(schema: Schema, document: OpenApiDocument, depth = 0): unknown {
  const { example, default: usual, const: only, enum: values } = schema;
  const stated = example ?? usual ?? only ?? values?.find((value) => value !== null);
  if (stated !== undefined) return stated;
  if (schema.$ref !== undefined) {
    return exampleOf(resolved(schema, document), document, depth + 1);
  }
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice !== undefined) return exampleOf(choice, document, depth);
  if (schema.allOf !== undefined) {
    return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, document, depth)));
  }
  if (schema.properties !== undefined) {
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, value]) => [
        name,
        (fits(USUAL[name], value) ? USUAL[name] : null) ?? exampleOf(value, document, depth + 1),
      ]),
    );
  }
  const [type] = [schema.type ?? 'object'].flat().filter((name) => name !== 'null');
  if (type === 'array') {
    const least = schema.minItems ?? 0;
    const length = depth >= DEEPEST ? least : Math.max(least, 1);
    return Array.from({ length }, () => exampleOf(schema.items ?? {}, document, depth + 1));
  }
  if (type === 'integer' || type === 'number') return schema.minimum ?? 0;
  if (type === 'boolean') return false;
  if (type === 'string') {
    if (schema.format === 'date-time') return '2026-01-31T12:00:00.000Z';
    if (schema.format === 'date') return '2026-01-31';
    return textOf(schema.pattern);
  }
  return {};
}

/** Hashes and numbers are the only texts with a pattern in answers. */
function textOf(pattern = ''): string {
  const [, digits] = /^\^\[0-9a-f\]\{(\d+)\}\$$/.exec(pattern) ?? [];
  if (digits !== undefined) return '0123456789abcdef'.repeat(8).slice(0, Number(digits));
  const [, letters] = /^\^\[\\w-\]\{(\d+)\}\$$/.exec(pattern) ?? [];
  if (letters !== undefined) return 'k'.repeat(Number(letters));
  return pattern === String.raw`^\d+$` ? '12345' : 'text';
}

/** Values of parameters in example requests, by name. */
export type Samples = Readonly<Record<string, string>>;

const SAMPLES: Samples = { board: 'g', num: '12345', q: 'heron', name: 'name', page: '1' };

/** Path and query of an example request. `samples`: values that exist in this archive. */
export function addressOf(
  { path, parameters = [] }: Operation,
  document: OpenApiDocument,
  samples: Samples = {},
): string {
  const sample = ({ name, schema = {} }: Parameter) =>
    samples[name] ?? SAMPLES[name] ?? String(exampleOf(schema, document));
  const filled = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((text, parameter) => text.replace(`{${parameter.name}}`, encodeURIComponent(sample(parameter))), path);
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && (parameter.required === true || parameter.name === 'q'))
    .map((parameter) => `${parameter.name}=${encodeURIComponent(sample(parameter))}`)
    .join('&');
  return query === '' ? filled : `${filled}?${query}`;
}

/** Whether `samples` has everything that the path names, so that a link leads to an answer of this archive. */
export function canTry({ method, path }: Operation, samples: Samples): boolean {
  return method === 'GET' && [...path.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => samples[name] !== undefined);
}

/** A request as a command line. */
export function curlOf(operation: Operation, origin: string, document: OpenApiDocument, samples: Samples = {}): string {
  const { method, requestBody } = operation;
  const body = bodySchema(requestBody);
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${origin}${addressOf(operation, document, samples)}'`,
    ...(body === null
      ? []
      : [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(exampleOf(body, document))}'`]),
  ];
  return lines.join(' \\\n  ');
}

/** The JSON schema of a request or an answer; null if there is none. */
export function bodySchema(body: Body | undefined): Schema | null {
  const types = Object.entries(body?.content ?? {});
  return types.find(([type]) => type.endsWith('json'))?.[1].schema ?? null;
}
