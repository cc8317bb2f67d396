/** Sends a search to Elasticsearch: through the fair queue, with a time-out on both sides, and again when a node fails. */
import { errors, type estypes } from '@elastic/elasticsearch';
import { boardAlias, postsAlias } from '../../../mappings/elasticsearch/index-names.ts';
import type { Elasticsearch } from '../../../platform/elasticsearch.ts';
import { UnavailableError } from '../../../platform/errors.ts';
import type { FairQueue } from '../../limits/fair-queue.ts';
import type { RequestContext } from '../../limits/request-context.ts';
import { withTimeout } from '../../limits/with-timeout.ts';
import { retryOtherReplicas } from './retry-replicas.ts';

export interface SearchClient {
  readonly elasticsearch: Elasticsearch;
  readonly indexPrefix: string;
  /** For one HTTP request, or for each search where its context has no time budget. */
  readonly timeoutMs: number;
  /** Left out: searches are sent at once. */
  readonly queue?: FairQueue;
}

/** What a search takes of the request that it is made for. */
export type SearchCall = Pick<RequestContext, 'account' | 'signal' | 'timeBudget' | 'timings'>;

/** Past its own time-out Elasticsearch has this long to return what it found. */
const GRACE_MS = 500;
const UNAVAILABLE_STATUSES = new Set([408, 429, 502, 503, 504]);
/** From this cost on a query is more work than usual queries (server/search/plan/query-cost.ts). */
const COSTLY = 4;

/** @throws UnavailableError when Elasticsearch is unreachable or overloaded, or takes too long; BusyError */
export async function sendSearch(
  client: SearchClient,
  body: estypes.SearchRequest,
  call: SearchCall,
): Promise<estypes.SearchResponse> {
  try {
    return await throughQueue(client, call, async () => {
      const leftMs = timeLeft(client, call);
      const limitMs = leftMs + GRACE_MS;
      const response = await withTimeout(limitMs, call.signal, async (signal) => {
        // Retries go to another node, so they need no pause.
        const options = { signal, requestTimeout: limitMs, maxRetries: 2, retryBackoff: () => 0 };
        const sent = { ...body, timeout: `${leftMs}ms`, ...(isCostly(call) && ONE_SHARD_AT_A_TIME) };
        return retryOtherReplicas(async () => client.elasticsearch.search(sent, options), signal);
      });
      // `filter_path` may leave `took` out.
      call.timings.add('elasticsearch', (response as Partial<estypes.SearchResponse>).took ?? 0);
      return response;
    });
  } catch (error) {
    throw toUnavailable(error) ?? error;
  }
}

/** A costly search occupies one core instead of all of them. */
const ONE_SHARD_AT_A_TIME = { max_concurrent_shard_requests: 1 } as const;

function isCostly({ account }: SearchCall): boolean {
  return account.highestCost >= COSTLY;
}

function timeLeft({ timeoutMs }: SearchClient, { timeBudget }: SearchCall): number {
  const leftMs = timeBudget?.leftOf(timeoutMs) ?? timeoutMs;
  if (leftMs <= 0) throw tookTooLong();
  return leftMs;
}

/** The wait in the queue has its own time-out and does not reduce the time budget. */
async function throughQueue<T>(
  { queue, timeoutMs }: SearchClient,
  call: SearchCall,
  work: () => Promise<T>,
): Promise<T> {
  if (queue === undefined) return work();
  const timed = async () => {
    const started = performance.now();
    try {
      return await work();
    } finally {
      call.timeBudget?.spend(performance.now() - started);
    }
  };
  const options = { isCostly: isCostly(call), waitTimeoutMs: timeoutMs };
  return queue.run(call.account.callerKey, call.signal, timed, options);
}

/** No index: all of them, except all of them. An empty list would mean every index to Elasticsearch. */
const NO_INDEX = ['*', '-*'];

/** The part of every search that says where to search. `boards`: names; null for all boards, an empty list for none. */
export function searchTarget(
  { indexPrefix, timeoutMs }: Pick<SearchClient, 'indexPrefix' | 'timeoutMs'>,
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

export function totalHits({ hits: { total } }: estypes.SearchResponse): number {
  return typeof total === 'object' ? total.value : (total ?? 0);
}

/** Stopped by the time-out, or some shards failed: hits may be missing and counts too low. */
export function isPartial({ timed_out: timedOut, _shards: shards }: estypes.SearchResponse): boolean {
  return timedOut || shards.failed > 0;
}

function toUnavailable(error: unknown): UnavailableError | null {
  const isAway =
    error instanceof errors.ConnectionError ||
    error instanceof errors.NoLivingConnectionsError ||
    (error instanceof errors.ResponseError && UNAVAILABLE_STATUSES.has(error.statusCode ?? 0));
  if (isAway) {
    return new UnavailableError('search', 'Search is out of reach right now. Threads and posts can be read as usual.', {
      cause: error,
    });
  }
  if (error instanceof errors.TimeoutError || error instanceof errors.RequestAbortedError) return tookTooLong(error);
  return null;
}

function tookTooLong(cause?: unknown): UnavailableError {
  return new UnavailableError('search', 'This search took too long and was stopped.', { cause });
}
