/**
 * Registers the contract's schemas as shared schemas of Fastify, so that each appears once in the OpenAPI document, and
 * builds the `response` part of route schemas.
 */
import type { FastifyInstance, FastifySchema } from 'fastify';
import fp from 'fastify-plugin';
import { Type, type Static, type TSchema } from 'typebox';
import * as admin from '../../../mappings/contract/admin.ts';
import { Board, BoardList } from '../../../mappings/contract/board.ts';
import {
  BoardSetting,
  BoardSettings,
  ChangeBoardSettings,
  HeldCounts,
} from '../../../mappings/contract/board-settings.ts';
import { Completion, CompletionAnswer, Suggestions } from '../../../mappings/contract/completion.ts';
import { Facet, FacetsAnswer, FacetValue, TimelineAnswer, TimelineBucket } from '../../../mappings/contract/facets.ts';
import { ExportEnd, ExportRow } from '../../../mappings/contract/export.ts';
import { Explanation } from '../../../mappings/contract/explain.ts';
import { Identity, IdentityAlias, IdentityAliases, IdentityList } from '../../../mappings/contract/identity.ts';
import { JsonFeed } from '../../../mappings/contract/feed.ts';
import * as foolFuuka from '../../../mappings/contract/foolfuuka.ts';
import { QueryForm } from '../../../mappings/contract/form.ts';
import * as fourChan from '../../../mappings/contract/four-chan.ts';
import { Freshness } from '../../../mappings/contract/freshness.ts';
import { Health } from '../../../mappings/contract/health.ts';
import { Kick, Kicked } from '../../../mappings/contract/kick.ts';
import { Limits } from '../../../mappings/contract/limits.ts';
import { Post, PostAnswer } from '../../../mappings/contract/post.ts';
import { Problem } from '../../../mappings/contract/problem.ts';
import { Highlights, Hit, SearchAnswer, SearchHint } from '../../../mappings/contract/search.ts';
import { Activity, BoardStatistics, StatisticsSpan } from '../../../mappings/contract/statistics.ts';
import { FileList, ThreadList, ThreadSummary } from '../../../mappings/contract/thread-list.ts';
import { Thread } from '../../../mappings/contract/thread.ts';

type Shared = TSchema & { readonly $id?: string };

const SHARED: readonly Shared[] = [
  Problem,
  Health,
  Board,
  BoardList,
  Post,
  PostAnswer,
  Thread,
  ThreadSummary,
  ThreadList,
  FileList,
  StatisticsSpan,
  BoardStatistics,
  Activity,
  Highlights,
  Hit,
  SearchAnswer,
  SearchHint,
  FacetValue,
  Facet,
  FacetsAnswer,
  TimelineBucket,
  TimelineAnswer,
  Completion,
  CompletionAnswer,
  Suggestions,
  JsonFeed,
  QueryForm,
  ExportRow,
  Explanation,
  Limits,
  ExportEnd,
  Freshness,
  Kick,
  Kicked,
  IdentityAlias,
  Identity,
  IdentityList,
  IdentityAliases,
  admin.Session,
  admin.SignIn,
  admin.Task,
  admin.TaskList,
  admin.StartTask,
  admin.StartedTasks,
  admin.BoardIndex,
  admin.BoardHarvest,
  admin.AdminBoard,
  admin.AdminBoardList,
  admin.QuarantinedDocument,
  admin.Quarantine,
  admin.RetryQuarantine,
  admin.RetriedQuarantine,
  admin.Moderate,
  admin.Moderated,
  BoardSetting,
  HeldCounts,
  BoardSettings,
  ChangeBoardSettings,
  foolFuuka.FoolFuukaError,
  foolFuuka.FoolFuukaMedia,
  foolFuuka.FoolFuukaPost,
  foolFuuka.FoolFuukaThread,
  foolFuuka.FoolFuukaIndex,
  foolFuuka.FoolFuukaGallery,
  foolFuuka.FoolFuukaFound,
  foolFuuka.FoolFuukaBoards,
  foolFuuka.FoolFuukaArchives,
  fourChan.FourChanPost,
  fourChan.FourChanThread,
  fourChan.FourChanPage,
  fourChan.FourChanCatalog,
  fourChan.FourChanThreads,
  fourChan.FourChanArchive,
  fourChan.FourChanBoards,
];

export const schemasPlugin = fp(
  async (app: FastifyInstance) => {
    for (const schema of SHARED) app.addSchema(Object.assign(withReferences(schema), { $id: schema.$id }));
    app.addHook('onRoute', (route) => {
      const { schema } = route;
      if (schema?.tags !== undefined) schema.response = Object.assign(frameworkProblems(schema), schema.response);
    });
  },
  { name: 'schemas' },
);

/** Problems that Fastify itself answers, which routes need not name: 414 for a path parameter, 413 and 415 for a body. */
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

/** The same for FoolFuuka's API, whose clients read `{ error }` in plain JSON. */
export function foolFuukaErrors(...statuses: readonly number[]) {
  const answer = { 'application/json': { schema: reference(foolFuuka.FoolFuukaError) } };
  return describe([...statuses, ...COMMON_STATUSES], answer, { ...MEANING, 422: 'A parameter is missing or invalid.' });
}

/** For the status 304. */
export function unchanged() {
  return nothing('Not modified: the ETag in If-None-Match is current.');
}

/** For an answer without a body. */
export function nothing(description: string) {
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
  403: 'Sent by a page of another site, or as an HTML form.',
  404: 'Not in the archive, or not public.',
  409: 'The request conflicts with the current state.',
  413: 'The body is too large.',
  414: 'A part of the path is too long.',
  415: 'The body is not JSON.',
  416: 'The requested range is outside the file.',
  422: 'The Idempotency-Key was already used for a different request.',
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
