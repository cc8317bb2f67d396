/** Sends a search to Elasticsearch: through the fair queue, with a time-out on both sides, and again when a node fails. */
import { errors, type estypes } from '@elastic/elasticsearch';
import { boardAlias, postsAlias } from '../../../mappings/elasticsearch/index-names.ts';
import type { PartialReason, PartialReasonName } from '../../../mappings/contract/partial.ts';
import type { Elasticsearch } from '../../../platform/elasticsearch.ts';
import { UnavailableError } from '../../../platform/errors.ts';
import { COSTLY } from '../../limits/costs.ts';
import type { FairQueue } from '../../limits/fair-queue.ts';
import { partialSentence } from '../../limits/partial-reasons.ts';
import type { RequestContext } from '../../limits/request-context.ts';
import { withTimeout } from '../../limits/with-timeout.ts';
import type { QueryContainer } from './clauses.ts';
import { fromElasticsearch, SearchFailedError, SearchTimedOutError } from './errors.ts';
import { MAX_TARGET_LENGTH } from './choose-indices.ts';
import type { IndexCoverage, Searched } from './index-coverage.ts';
import { retryOtherReplicas } from './retry-replicas.ts';

/** Elasticsearch and how to send it searches: the part of the SearchContext that requests to Elasticsearch need. */
export interface ElasticsearchContext {
  readonly elasticsearch: Elasticsearch;
  readonly indexPrefix: string;
  /** The limit of one search. A request with a time budget shares its budget among all its searches instead. */
  readonly timeoutMs: number;
  /** Left out: searches are sent immediately. */
  readonly queue?: FairQueue;
  /** Left out: answers are not compared with the boards' indices. */
  readonly coverage?: IndexCoverage;
  readonly metrics?: SearchMetrics;
}

/** Calls for counting. */
export interface SearchMetrics {
  readonly onFailure: (reason: 'unavailable' | 'timed_out' | 'refused') => void;
  readonly onPartial: (reason: PartialReasonName) => void;
}

/** The response of Elasticsearch, and the reasons why it lacks posts. */
export type SearchResponse = estypes.SearchResponse & { readonly reasons: readonly PartialReason[] };

/** Past its own time-out Elasticsearch has this long to return what it found. */
const GRACE_MS = 500;

/**
 * @throws UnavailableError when Elasticsearch is unreachable or overloaded; SearchTimedOutError, which is one; BusyError when
 * too many searches wait or the wait is too long; SearchFailedError, a 500, when Elasticsearch refuses the request
 */
export async function sendSearch(
  context: ElasticsearchContext,
  body: estypes.SearchRequest,
  request: RequestContext,
): Promise<SearchResponse> {
  // Begins to load the coverage that `reasonsOf` compares the answer with, so that it need not wait.
  void context.coverage?.read();
  const aliases = [body.index ?? []].flat();
  let searched: Searched = { aliases };
  try {
    const answer = await throughQueue(context, request, async () => {
      const chosen = (await context.coverage?.choose(aliases, body)) ?? null;
      searched = { aliases, chosen };
      const leftMs = timeLeft(context, request);
      const limitMs = leftMs + GRACE_MS;
      const response = await withTimeout(limitMs, request.signal, async (signal) => {
        // The client retries failed connections on another node without a pause; `retryOtherReplicas` is for answers in which shards
        // failed. OpenTelemetry spans took a fortieth of the server's time, and nothing reads them.
        const openTelemetry = { enabled: false };
        const options = { signal, requestTimeout: limitMs, maxRetries: 2, retryBackoff: () => 0, openTelemetry };
        const sent = {
          ...(chosen === null ? withShortTarget(context, body) : { ...body, index: [...chosen.index] }),
          timeout: `${leftMs}ms`,
          ...(isCostly(request) && ONE_SHARD_AT_A_TIME),
        };
        return retryOtherReplicas(async () => context.elasticsearch.search(sent, options), signal);
      });
      // `filter_path` may leave `took` out.
      request.timings.add('elasticsearch', (response as Partial<estypes.SearchResponse>).took ?? 0);
      return response;
    });
    const reasons = await reasonsOf(context, searched, answer);
    notePartial(context, reasons, request);
    return { ...answer, reasons };
  } catch (thrown) {
    const error = await withBoards(context, searched, fromElasticsearch(thrown));
    if (!request.signal.aborted) countFailure(context, error);
    throw error;
  }
}

/** Adds reasons to the answer, and counts them. */
export function notePartial(
  { metrics }: Pick<ElasticsearchContext, 'metrics'>,
  reasons: readonly PartialReason[],
  { partial }: RequestContext,
): void {
  for (const { reason } of reasons) metrics?.onPartial(reason);
  partial.addAll(reasons);
}

async function reasonsOf(
  { coverage }: ElasticsearchContext,
  searched: Searched,
  { timed_out: timedOut, _shards: shards }: estypes.SearchResponse,
): Promise<readonly PartialReason[]> {
  const gaps = (await coverage?.gapsOf(searched, shards.total - shards.failed)) ?? [];
  const isExplained = gaps.some(({ reason }) => reason === 'board_missing' || reason === 'shard_failed');
  return [
    ...(timedOut ? [anywhere('timed_out')] : []),
    ...(shards.failed > 0 && !isExplained ? [anywhere('shard_failed')] : []),
    ...gaps,
  ];
}

/** Adds the boards if Elasticsearch answers but none of the searched indices does. */
async function withBoards({ coverage }: ElasticsearchContext, searched: Searched, error: unknown): Promise<unknown> {
  const hasAnswered = error instanceof UnavailableError && error.cause instanceof errors.ResponseError;
  const gaps = hasAnswered ? ((await coverage?.gapsOf(searched, 0)) ?? []) : [];
  const missing = gaps.filter(({ reason }) => reason === 'board_missing');
  return missing.length === 0 ? error : new UnavailableError('search', partialSentence(missing), { cause: error });
}

function anywhere(reason: PartialReasonName): PartialReason {
  return { reason, boards: [] };
}

function countFailure({ metrics }: ElasticsearchContext, error: unknown): void {
  if (error instanceof SearchTimedOutError) metrics?.onFailure('timed_out');
  else if (error instanceof SearchFailedError) metrics?.onFailure('refused');
  else if (error instanceof UnavailableError) metrics?.onFailure('unavailable');
}

/** A costly search occupies one core instead of all of them. */
const ONE_SHARD_AT_A_TIME = { max_concurrent_shard_requests: 1 } as const;

function isCostly({ payer }: RequestContext): boolean {
  return payer.highestCost >= COSTLY;
}

function timeLeft({ timeoutMs }: ElasticsearchContext, { timeBudget }: RequestContext): number {
  const leftMs = timeBudget?.leftOf(timeoutMs) ?? timeoutMs;
  if (leftMs <= 0) throw new SearchTimedOutError();
  return leftMs;
}

/** The wait in the queue has its own time-out and does not reduce the time budget. */
async function throughQueue<T>(
  { queue, timeoutMs }: ElasticsearchContext,
  request: RequestContext,
  work: () => Promise<T>,
): Promise<T> {
  if (queue === undefined) return work();
  const timed = async () => {
    const started = performance.now();
    try {
      return await work();
    } finally {
      request.timeBudget?.spend(performance.now() - started);
    }
  };
  const options = { isCostly: isCostly(request), waitTimeoutMs: timeoutMs };
  return queue.run(request.payer.caller, request.signal, timed, options);
}

/** A pattern that matches no index: all except all. To Elasticsearch an empty list would mean every index. */
const NO_INDEX = ['*', '-*'];

/**
 * The part of every search that states where to search. `sendSearch` replaces `timeout` by the time that is left; explanations and
 * benches use it unchanged. `boards`: names; null for all boards, an empty list for none.
 */
export function searchTarget(
  { indexPrefix, timeoutMs }: Pick<ElasticsearchContext, 'indexPrefix' | 'timeoutMs'>,
  boards: readonly string[] | null,
) {
  return {
    index: indicesOf(indexPrefix, boards),
    // A board without posts has no index yet.
    ignore_unavailable: true,
    allow_no_indices: true,
    timeout: `${timeoutMs}ms`,
  } satisfies estypes.SearchRequest;
}

function indicesOf(indexPrefix: string, boards: readonly string[] | null): string[] {
  if (boards === null) return [postsAlias(indexPrefix)];
  return boards.length === 0 ? NO_INDEX : boards.map((board) => boardAlias(indexPrefix, board));
}

/** The same search of all boards with a condition on the board, if the list of its boards is too long for an address. */
function withShortTarget({ indexPrefix }: ElasticsearchContext, body: estypes.SearchRequest): estypes.SearchRequest {
  const aliases = [body.index ?? []].flat();
  if (aliases.join(',').length <= MAX_TARGET_LENGTH) return body;
  const boards = aliases.map((alias) => alias.slice(boardAlias(indexPrefix, '').length));
  const query: QueryContainer = {
    bool: { must: [body.query ?? { match_all: {} }], filter: [{ terms: { board: boards } }] },
  };
  return { ...body, index: [postsAlias(indexPrefix)], query };
}

/** 0 if hits were not counted. */
export function totalHits({ hits }: Partial<estypes.SearchResponse>): number {
  const total = hits?.total;
  return typeof total === 'object' ? total.value : (total ?? 0);
}

/** The search was stopped by its time-out, or a part of the index did not answer: hits may be missing and counts too low. */
export function isPartial({ reasons }: SearchResponse): boolean {
  return reasons.length > 0;
}
