import type { BoardList } from '../../../mappings/contract/board.ts';
import type { CompletionAnswer } from '../../../mappings/contract/completion.ts';
import type { Explanation } from '../../../mappings/contract/explain.ts';
import type { FacetsAnswer, TimelineAnswer } from '../../../mappings/contract/facets.ts';
import type { Freshness } from '../../../mappings/contract/freshness.ts';
import type { GhostChallenge, WriteGhost, WrittenGhost } from '../../../mappings/contract/ghosts.ts';
import type { KickResult } from '../../../mappings/contract/kick.ts';
import type { IdentityList } from '../../../mappings/contract/identity.ts';
import type { Post, PostsOfNumber } from '../../../mappings/contract/post.ts';
import type { PublicExports } from '../../../mappings/contract/public-exports.ts';
import type { PublicLog } from '../../../mappings/contract/public-log.ts';
import type { Problem } from '../../../mappings/contract/problem.ts';
import type { Report } from '../../../mappings/contract/reports.ts';
import type { Activity, ArchiveStatistics, BoardStatistics } from '../../../mappings/contract/statistics.ts';
import type { QueryParts } from '../../../mappings/contract/query-part.ts';
import type { SearchAnswer, SearchSort } from '../../../mappings/contract/search.ts';
import type { FileList, ThreadList } from '../../../mappings/contract/thread-list.ts';
import type { Thread } from '../../../mappings/contract/thread.ts';
import { ApiError } from './api-error.ts';
import { type Answer, sendRequest } from './answer-source.ts';

const TIMEOUT_MS = 20_000;

export interface SearchRequest {
  readonly q: string;
  /** If left out, the query's own `sort:`, else newest first. */
  readonly sort: SearchSort | undefined;
  readonly cursor: string | undefined;
  readonly page?: string | undefined;
  /** Returns one hit per thread. */
  readonly group?: 'thread' | undefined;
  readonly limit?: number;
}

/** @throws ApiError; AbortError once `signal` is aborted. */
export function fetchSearch(request: SearchRequest, signal: AbortSignal): Promise<SearchAnswer> {
  const params = new URLSearchParams({ q: request.q });
  if (request.sort !== undefined) params.set('sort', request.sort);
  if (request.cursor !== undefined) params.set('cursor', request.cursor);
  if (request.page !== undefined) params.set('page', request.page);
  if (request.group !== undefined) params.set('group', request.group);
  if (request.limit !== undefined) params.set('limit', String(request.limit));
  return getJson<SearchAnswer>(`/search?${params.toString()}`, signal);
}

/** @throws ApiError; AbortError once `signal` is aborted. */
export function fetchFacets(q: string, signal: AbortSignal): Promise<FacetsAnswer> {
  return getJson<FacetsAnswer>(`/search/facets?${new URLSearchParams({ q }).toString()}`, signal);
}

/** @throws ApiError; AbortError once `signal` is aborted. */
export function fetchTimeline(q: string, signal: AbortSignal): Promise<TimelineAnswer> {
  return getJson<TimelineAnswer>(`/search/timeline?${new URLSearchParams({ q }).toString()}`, signal);
}

/** Completions of `q` at the caret. @throws ApiError; an AbortError when the caller gave up. */
export function fetchCompletions(q: string, at: number, signal: AbortSignal): Promise<CompletionAnswer> {
  return getJson<CompletionAnswer>(`/search/complete?${new URLSearchParams({ q, at: String(at) }).toString()}`, signal);
}

/** The parts of a query, as written. @throws ApiError; an AbortError when the caller gave up. */
export function fetchQueryParts(q: string, signal: AbortSignal): Promise<QueryParts> {
  return getJson<QueryParts>(`/search/parts?${new URLSearchParams({ q }).toString()}`, signal);
}

/** How a query is interpreted and how long each stage takes. @throws ApiError; an AbortError when the caller gave up. */
export function fetchExplanation(
  { q, sort, group }: Pick<SearchRequest, 'q' | 'sort' | 'group'>,
  signal: AbortSignal,
): Promise<Explanation> {
  const params = new URLSearchParams({ q, ...(sort !== undefined && { sort }), ...(group !== undefined && { group }) });
  return getJson<Explanation>(`/search/explain?${params.toString()}`, signal);
}

/** @throws ApiError; AbortError once `signal` is aborted. */
export function fetchBoards(signal: AbortSignal, unlisted?: string): Promise<BoardList> {
  return getJson<BoardList>(
    unlisted === undefined ? '/boards' : `/boards?board=${encodeURIComponent(unlisted)}`,
    signal,
  );
}

/** @throws ApiError; AbortError once `signal` is aborted. */
export function fetchIdentities(signal: AbortSignal): Promise<IdentityList> {
  return getJson<IdentityList>('/identities', signal);
}

export interface ThreadsRequest {
  readonly board: string;
  readonly order: ThreadList['order'];
  readonly page: number;
  readonly limit: number;
  /** Number of newest replies per thread. */
  readonly replies: number;
}

/** @throws ApiError; AbortError once `signal` is aborted. */
export function fetchThreads({ board, ...rest }: ThreadsRequest, signal: AbortSignal): Promise<ThreadList> {
  const params = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)]));
  return getJson<ThreadList>(`/boards/${encodeURIComponent(board)}/threads?${params.toString()}`, signal);
}

/** Posts with a file. @throws ApiError; an AbortError when the caller gave up. */
export function fetchImages(board: string, cursor: string | undefined, signal: AbortSignal): Promise<FileList> {
  const params = new URLSearchParams({ limit: '60', ...(cursor !== undefined && { cursor }) });
  return getJson<FileList>(`/boards/${encodeURIComponent(board)}/images?${params.toString()}`, signal);
}

/** @throws ApiError, 404 for a board that is not archived; AbortError once `signal` is aborted. */
export function fetchStatistics(board: string, signal: AbortSignal): Promise<BoardStatistics> {
  return getJson<BoardStatistics>(`/boards/${encodeURIComponent(board)}/statistics`, signal);
}

export interface PublicLogRequest {
  readonly board?: string | undefined;
  /** Only entries with a lower id. */
  readonly before?: number | undefined;
}

/** @throws ApiError; AbortError once `signal` is aborted. */
export function fetchPublicExports(signal: AbortSignal): Promise<PublicExports> {
  return getJson<PublicExports>('/exports', signal);
}

/** @throws ApiError; AbortError once `signal` is aborted. */
export function fetchPublicLog({ board, before }: PublicLogRequest, signal: AbortSignal): Promise<PublicLog> {
  const params = new URLSearchParams();
  if (board !== undefined) params.set('board', board);
  if (before !== undefined) params.set('before', String(before));
  return getJson<PublicLog>(`/moderation${params.size === 0 ? '' : `?${params.toString()}`}`, signal);
}

/** @throws ApiError; AbortError once `signal` is aborted. */
export function fetchAllStatistics(signal: AbortSignal): Promise<ArchiveStatistics> {
  return getJson<ArchiveStatistics>('/statistics', signal);
}

/** @throws ApiError; AbortError once `signal` is aborted. */
export function fetchActivity(signal: AbortSignal): Promise<Activity> {
  return getJson<Activity>('/activity', signal);
}

/** @throws ApiError, 404 for a thread that is not archived; AbortError once `signal` is aborted. */
export function fetchThread(board: string, num: number, signal: AbortSignal): Promise<Thread> {
  return getJson<Thread>(`/boards/${encodeURIComponent(board)}/threads/${num}`, signal);
}

/** @throws ApiError, 404 for a post that is not archived; AbortError once `signal` is aborted. */
export function fetchPost(board: string, num: number, subnum: number, signal: AbortSignal): Promise<Post> {
  return getJson<Post>(`/boards/${encodeURIComponent(board)}/posts/${num}${ghostParam(subnum)}`, signal);
}

function ghostParam(subnum: number): string {
  return subnum > 0 ? `?subnum=${subnum}` : '';
}

/** Posts with this number on all boards, without the search index. @throws ApiError; AbortError once `signal` is aborted. */
export function fetchPostsOfNumber(num: number, subnum: number, signal: AbortSignal): Promise<PostsOfNumber> {
  return getJson<PostsOfNumber>(`/posts/${num}${ghostParam(subnum)}`, signal);
}

/** When the thread was last fetched from its source. @throws ApiError; an AbortError when the caller gave up. */
export function fetchFreshness(board: string, num: number, signal: AbortSignal): Promise<Freshness> {
  return getJson<Freshness>(`/boards/${encodeURIComponent(board)}/threads/${num}/freshness`, signal);
}

/** Requests a harvest of the thread now. @throws ApiError; an AbortError when the caller gave up. */
export function kickThread(board: string, num: number, signal: AbortSignal): Promise<KickResult> {
  const body = JSON.stringify({ url: `/${board}/thread/${num}` });
  return requestJson<KickResult>('/kick', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    signal,
  });
}

/** The OpenAPI document. @throws ApiError; AbortError once `signal` is aborted. */
export function fetchApiDocument(signal: AbortSignal): Promise<unknown> {
  return requestJson<unknown>('/openapi.json', { signal, base: '/api' });
}

/** A proof of work to do before a ghost post; undefined on boards that ask for none. @throws ApiError */
export function fetchGhostChallenge(board: string, signal: AbortSignal): Promise<GhostChallenge | undefined> {
  return getJson<GhostChallenge | undefined>(`/ghosts/challenge?board=${encodeURIComponent(board)}`, signal);
}

/** @throws ApiError */
export function writeGhost(ghost: WriteGhost): Promise<WrittenGhost> {
  return requestJson<WrittenGhost>('/ghosts', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ghost),
    // Once sent, a post is not taken back.
    signal: new AbortController().signal,
  });
}

/** @throws ApiError: 409 `report_known`, 429 `reports_too_many` */
export function sendReport(report: Report): Promise<void> {
  return requestJson<void>('/reports', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(report),
    // Once sent, a report is not taken back.
    signal: new AbortController().signal,
  });
}

function getJson<T>(path: string, signal: AbortSignal): Promise<T> {
  return requestJson<T>(path, { signal });
}

interface JsonRequest {
  /** Of the path; that of the API if left out. */
  readonly base?: string;
  readonly signal: AbortSignal;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** @throws ApiError; AbortError once `signal` is aborted. */
export async function requestJson<T>(
  path: string,
  { base = '/api/v1', signal, headers, ...init }: JsonRequest,
): Promise<T> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await sendRequest(`${base}${path}`, {
      ...init,
      headers: { accept: 'application/json, application/problem+json', ...headers },
      signal: AbortSignal.any([signal, timeout]),
    });
    if (!response.ok) throw await refusal(response);
    // 204 has no body.
    if (response.status === 204) return undefined as T;
    return await readJson<T>(response);
  } catch (error) {
    if (error instanceof ApiError || signal.aborted) throw error;
    if (timeout.aborted) throw new ApiError('timeout', 'The answer took too long.', { cause: error });
    throw new ApiError('offline', 'The archive cannot be reached.', { cause: error });
  }
}

async function readJson<T>(response: Answer): Promise<T> {
  const text = await response.text();
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    throw new ApiError('garbled', 'The answer was not what these pages expect.', {
      status: response.status,
      cause: error,
    });
  }
}

async function refusal(response: Answer): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const problem = isProblem(body) ? body : null;
  return new ApiError('answer', problem?.detail ?? `The server answered ${response.status}.`, {
    status: response.status,
    problem,
    retryAfter: Number(response.headers.get('retry-after')),
  });
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'detail' in body && typeof body.detail === 'string';
}
