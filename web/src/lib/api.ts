/** Requests to the API. Their paths, parameters, bodies and answers have the types of the OpenAPI document. */
import type { ArchiveClient, components } from '../../../client/client.ts';
import type { CommentToken } from '../../../mappings/comment/tokens.ts';
import type { Problem } from '../../../mappings/contract/problem.ts';
import type { Hit } from '../../../mappings/contract/search.ts';
import { type Answer, sendRequest } from './answer-source.ts';
import { ApiError } from './api-error.ts';

const TIMEOUT_MS = 20_000;

/** Requests and answers by their names in the document. */
export type Schemas = components['schemas'];

interface Options {
  readonly params?: {
    readonly path?: Readonly<Record<string, unknown>>;
    readonly query?: Readonly<Record<string, string>>;
    readonly header?: Readonly<Record<string, string>>;
  };
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

const sender =
  (method: string) =>
  async (path: string, { params = {}, body, signal }: Options = {}) => {
    const place = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params.path?.[name])));
    // A page's preload header has exactly this address.
    const query = new URLSearchParams(params.query).toString();
    const init = { method, headers: params.header, signal, ...(body !== undefined && { body: JSON.stringify(body) }) };
    return { data: await send(query === '' ? place : `${place}?${query}`, init) };
  };

/** Typed like the generated client but without its code: openapi-fetch adds 2 kB to the first load of every page. */
export const api = {
  GET: sender('GET'),
  POST: sender('POST'),
  PUT: sender('PUT'),
  PATCH: sender('PATCH'),
  DELETE: sender('DELETE'),
} as unknown as Pick<ArchiveClient, 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'>;

/** The answer to a request. @throws ApiError; AbortError once the signal of the request is aborted */
export async function answerOf<T>(request: Promise<{ readonly data?: T }>): Promise<Exact<T>> {
  const { data } = await request;
  // For other statuses, an error was thrown.
  return data as Exact<T>;
}

/** Fields whose exact types the OpenAPI document cannot express: unions by `kind`, and pairs. */
interface ExactFields {
  readonly tokens: CommentToken[];
  readonly highlights: Hit['highlights'];
}
type Exact<T> = unknown extends T ? T : { [K in keyof T]: K extends keyof ExactFields ? ExactFields[K] : Exact<T[K]> };

/** Parameters without those that are undefined. */
export function defined<T extends object>(params: T): Defined<T> {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined)) as Defined<T>;
}

type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

interface Sent {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly body?: string;
  readonly signal: AbortSignal | undefined;
}

/** The parsed JSON of the answer. */
async function send(address: string, { signal, headers, ...init }: Sent): Promise<unknown> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const answer = await sendRequest(address, {
      ...init,
      headers: {
        accept: 'application/json, application/problem+json',
        // Also set without a body, since a form on another site cannot set this header.
        ...(init.method !== 'GET' && { 'content-type': 'application/json' }),
        ...headers,
      },
      signal: AbortSignal.any([timeout, ...(signal === undefined ? [] : [signal])]),
    });
    if (!answer.ok) throw await refusal(answer);
    return parsed(answer, await answer.text());
  } catch (error) {
    if (error instanceof ApiError || signal?.aborted === true) throw error;
    if (timeout.aborted) throw new ApiError('timeout', 'The answer took too long.', { cause: error });
    throw new ApiError('offline', 'The archive cannot be reached.', { cause: error });
  }
}

function parsed({ status }: Answer, text: string): unknown {
  // A 204 has an empty body.
  if (status === 204) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new ApiError('garbled', 'The answer was not what these pages expect.', { status, cause: error });
  }
}

async function refusal(answer: Answer): Promise<ApiError> {
  const body: unknown = await answer.json().catch(() => null);
  const problem = isProblem(body) ? body : null;
  return new ApiError('answer', problem?.detail ?? `The server answered ${answer.status}.`, {
    status: answer.status,
    problem,
    retryAfter: Number(answer.headers.get('retry-after')),
  });
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'detail' in body && typeof body.detail === 'string';
}
