/** Requests of readers' pages. Each throws an ApiError, and an AbortError once `signal` is aborted. */
import type { components, operations } from '../../../client/client.ts';
import type { SearchAnswer, SentHit } from '../../../mappings/contract/search.ts';
import { answerOf, api, defined } from './api.ts';
import { wholeHit } from './whole-hit.ts';

type Schemas = components['schemas'];

export interface SearchRequest {
  readonly q: string;
  /** If left out, the query's own `sort:`, else newest first. */
  readonly sort: NonNullable<operations['search']['parameters']['query']>['sort'] | undefined;
  readonly cursor: string | undefined;
  readonly page?: string | undefined;
  /** Returns one hit per thread. */
  readonly group?: 'thread' | undefined;
  readonly limit?: number;
  readonly count?: 'exact';
}

export const fetchSearch = async (
  { q, sort, cursor, page, group, limit, count }: SearchRequest,
  signal: AbortSignal,
): Promise<SearchAnswer> => {
  const query = defined({
    q,
    sort,
    cursor,
    page: page === undefined ? page : Number(page),
    group,
    limit,
    count,
    include: 'tokens' as const,
  });
  const answer = await answerOf(api.GET('/api/v1/search', { params: { query }, signal }));
  return { ...answer, hits: answer.hits.map((hit) => wholeHit(hit as SentHit)) };
};

export const fetchFacets = (q: string, signal: AbortSignal) =>
  answerOf(api.GET('/api/v1/search/facets', { params: { query: { q } }, signal }));

export const fetchTimeline = (q: string, signal: AbortSignal) =>
  answerOf(api.GET('/api/v1/search/timeline', { params: { query: { q } }, signal }));

/** Completions of `q` at the caret. */
export const fetchCompletions = (q: string, at: number, signal: AbortSignal) =>
  answerOf(api.GET('/api/v1/search/complete', { params: { query: { q, at } }, signal }));

export const fetchBoards = (signal: AbortSignal, unlisted?: string) =>
  answerOf(api.GET('/api/v1/boards', { params: { query: defined({ board: unlisted }) }, signal }));

export const fetchIdentities = (signal: AbortSignal) => answerOf(api.GET('/api/v1/identities', { signal }));

export interface ThreadsRequest {
  readonly board: string;
  readonly order: Schemas['ThreadList']['order'];
  /** Ignored with a cursor. */
  readonly page: number;
  readonly cursor: string | undefined;
  readonly limit: number;
  /** Number of newest replies per thread. */
  readonly replies: number;
}

export const fetchThreads = ({ board, page, cursor, ...list }: ThreadsRequest, signal: AbortSignal) => {
  const query = { ...list, ...(cursor === undefined ? { page } : { cursor }) };
  return answerOf(api.GET('/api/v1/boards/{board}/threads', { params: { path: { board }, query }, signal }));
};

/** Posts with a file. */
export const fetchImages = (board: string, cursor: string | undefined, signal?: AbortSignal) =>
  answerOf(
    api.GET('/api/v1/boards/{board}/images', {
      params: { path: { board }, query: { limit: 60, ...defined({ cursor }) } },
      ...defined({ signal }),
    }),
  );

export const fetchStatistics = (board: string, signal: AbortSignal) =>
  answerOf(api.GET('/api/v1/boards/{board}/statistics', { params: { path: { board } }, signal }));

export interface PublicLogRequest {
  readonly board?: string | undefined;
  /** Only entries with a lower id. */
  readonly before?: number | undefined;
}

export const fetchPublicLog = ({ board, before }: PublicLogRequest, signal: AbortSignal) =>
  answerOf(api.GET('/api/v1/moderation', { params: { query: defined({ board, before }) }, signal }));

export const fetchAllStatistics = (signal: AbortSignal) => answerOf(api.GET('/api/v1/statistics', { signal }));

export const fetchActivity = (signal: AbortSignal) => answerOf(api.GET('/api/v1/activity', { signal }));

export const fetchThread = (board: string, num: number, signal: AbortSignal) =>
  answerOf(api.GET('/api/v1/boards/{board}/threads/{num}', { params: { path: { board, num } }, signal }));

export const fetchPost = (board: string, num: number, subnum: number, signal: AbortSignal) =>
  answerOf(
    api.GET('/api/v1/boards/{board}/posts/{num}', {
      params: { path: { board, num }, query: ofGhost(subnum) },
      signal,
    }),
  );

const ofGhost = (subnum: number) => (subnum > 0 ? { subnum } : {});

/** Posts with this number on all boards, without the search index. */
export const fetchPostsOfNumber = (num: number, subnum: number, signal: AbortSignal) =>
  answerOf(api.GET('/api/v1/posts/{num}', { params: { path: { num }, query: ofGhost(subnum) }, signal }));
