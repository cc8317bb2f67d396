/** The contract's schemas as shared ones of the framework: each stands once in the OpenAPI document, under its own name. */
import type { FastifyInstance, FastifySchema } from 'fastify';
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

export function registerSchemas(app: FastifyInstance): void {
  for (const schema of SHARED) app.addSchema(Object.assign(withReferences(schema), { $id: schema.$id }));
  app.addHook('onRoute', (route) => {
    const { schema } = route;
    if (schema?.tags !== undefined) schema.response = Object.assign(frameworkRefusals(schema), schema.response);
  });
}

/** What the framework refuses before a route's own code or schema is asked, so that no route has to name it. */
function frameworkRefusals({ params, body }: FastifySchema) {
  return documented([...(params === undefined ? [] : [414]), ...(body === undefined ? [] : [413, 415])]);
}

export function reference<T extends Shared>(schema: T, description?: string) {
  return Type.Unsafe<Static<T>>({ $ref: `${schema.$id}#`, ...(description !== undefined && { description }) });
}

const OF_ALL = [401, 429, 500, 503];

/** Statuses of refusals that any route of the API may answer with, for its schema. */
export function problems(...statuses: readonly number[]) {
  return documented([...statuses, ...OF_ALL]);
}

/** The same of FoolFuuka's API, whose clients read a sentence alone, in plain JSON. */
export function foolFuukaErrors(...statuses: readonly number[]) {
  const answer = { 'application/json': { schema: reference(foolFuuka.FoolFuukaError) } };
  return describe([...statuses, ...OF_ALL], answer, { ...MEANING, 422: 'A parameter is missing or wrong.' });
}

/** A 304. */
export function unchanged() {
  return nothing('Unchanged since the copy that the request names.');
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
  400: 'The request is not right; `detail` says what, for a query with its position and a mended one.',
  401: 'Not signed in, name or password is wrong, or the key is not good.',
  403: "Another site's page has sent it, or it looks like a form.",
  404: 'Not in the archive.',
  409: 'It does not go together with what is under way, or with what was done before.',
  413: 'The body is too large.',
  414: 'A part of the path is too long.',
  415: 'The body is not JSON.',
  416: 'The file has no such part.',
  422: 'The key came with a different request before.',
  429: 'Too many requests from this address.',
  500: 'A fault of ours.',
  503: 'A store that this needs is out of reach.',
};

/** A copy in which every named schema below the top is a reference to it. */
function withReferences(schema: object): object {
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, key === '$id' ? value : inner(value)]));
}

function inner(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => inner(item));
  if (typeof value !== 'object' || value === null) return value;
  return '$id' in value ? { $ref: `${String(value.$id)}#` } : withReferences(value);
}
