/**
 * Registers the contract's schemas as shared schemas of Fastify, so that each appears once in the OpenAPI document, and
 * builds the `response` part of route schemas.
 */
import { readdirSync } from 'node:fs';
import type { FastifyInstance, FastifySchema } from 'fastify';
import fp from 'fastify-plugin';
import { Type, type Static, type TSchema } from 'typebox';
import { Problem } from '../../../mappings/contract/problem.ts';

type Shared = TSchema & { readonly $id?: string };

const CONTRACT = new URL('../../../mappings/contract/', import.meta.url);

/** Every schema with an `$id` that a file of the contract exports, by name: module loaders disagree about the order of exports. */
async function sharedSchemas(ofModules: readonly object[]): Promise<readonly Shared[]> {
  const files = readdirSync(CONTRACT).filter((name) => name.endsWith('.ts'));
  const load = async (name: string) => (await import(new URL(name, CONTRACT).href)) as Record<string, unknown>;
  const ofCore = await Promise.all(files.sort().map(load));
  return [...ofCore, ...ofModules]
    .flatMap((exported) => Object.values(exported))
    .filter((value) => isShared(value))
    .toSorted((one, other) => ((one.$id ?? '') < (other.$id ?? '') ? -1 : 1));
}

function isShared(value: unknown): value is Shared {
  return typeof value === 'object' && value !== null && '$id' in value;
}

export const schemasPlugin = fp(
  async (app: FastifyInstance, { contracts }: { readonly contracts: readonly object[] }) => {
    for (const schema of await sharedSchemas(contracts))
      app.addSchema(Object.assign(withReferences(schema), { $id: schema.$id }));
    app.addHook('onRoute', (route) => {
      const { schema } = route;
      if (schema?.tags !== undefined) schema.response = Object.assign(frameworkProblems(schema), schema.response);
    });
  },
  { name: 'schemas' },
);

/** Problems that Fastify answers itself, so that routes need not list them: 414 for a path parameter, 413 and 415 for a body. */
function frameworkProblems({ params, body }: FastifySchema) {
  return documented([...(params === undefined ? [] : [414]), ...(body === undefined ? [] : [413, 415])]);
}

/** A `$ref` to a shared schema, for a route's `body` or `response`. */
export function reference<T extends Shared>(schema: T, description?: string) {
  return Type.Unsafe<Static<T>>({ $ref: `${schema.$id}#`, ...(description !== undefined && { description }) });
}

const COMMON_STATUSES = [401, 429, 500, 503];

/** The problems of a route by status, for its `response` schema: these, and those that every route may answer with. */
export function problems(...statuses: readonly number[]) {
  return documented([...statuses, ...COMMON_STATUSES]);
}

/** The same for an API whose errors have another form. `meaning`: the meaning of a status, where it differs. */
export function problemsAs(error: Shared, statuses: readonly number[], meaning: Readonly<Record<number, string>>) {
  const answer = { 'application/json': { schema: reference(error) } };
  return describe([...statuses, ...COMMON_STATUSES], answer, { ...MEANING, ...meaning });
}

/** For the status 304. */
export function unchanged() {
  return emptyResponse('Not modified: the ETag in If-None-Match is current.');
}

/** For an answer without a body. */
export function emptyResponse(description: string) {
  return Type.Unsafe<undefined>({ type: 'null', description });
}

function documented(statuses: readonly number[]) {
  return describe(statuses, { 'application/problem+json': { schema: reference(Problem) } }, MEANING);
}

function describe<Content>(statuses: readonly number[], content: Content, meaning: Readonly<Record<number, string>>) {
  const described = statuses.map((status) => [status, { description: meaning[status], content }]);
  return Object.fromEntries(described) as Record<number, { description: string; content: Content }>;
}

const MEANING: Readonly<Record<number, string>> = {
  400: 'The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow.',
  401: 'Not signed in, wrong name or password, or an invalid API key.',
  403: 'Sent by a page of another site or as an HTML form, or not permitted to the account.',
  404: 'Not in the archive, or not public.',
  409: 'The request conflicts with the current state.',
  413: 'The body is too large.',
  414: 'A part of the path is too long.',
  415: 'The body is not JSON, or not of the type that the route takes.',
  416: 'The requested range is outside the file.',
  422: 'The Idempotency-Key was already used for a different request, or the dump is invalid.',
  429: 'Rate limit exceeded; `Retry-After` says when to try again.',
  500: 'An internal error.',
  503: 'A store that the request needs is out of reach, or the server is busy.',
};

/** A copy of a schema in which every nested schema with an `$id` is replaced by a reference. */
function withReferences(schema: object): object {
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, key === '$id' ? value : inner(value)]));
}

function inner(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => inner(item));
  if (typeof value !== 'object' || value === null) return value;
  return '$id' in value ? { $ref: `${String(value.$id)}#` } : withReferences(value);
}
