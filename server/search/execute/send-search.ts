/** How Elasticsearch is asked, whatever the question: where, with a time-out at both ends, and again when a node died. */
import { errors, type estypes } from '@elastic/elasticsearch';
import { boardAlias, postsAlias } from '../../../mappings/elasticsearch/index-names.ts';
import type { Elasticsearch } from '../../../platform/elasticsearch.ts';
import { UnavailableError } from '../../../platform/errors.ts';
import type { Turns } from '../../limits/fair-queue.ts';
import { currentVisit } from '../../limits/request-context.ts';
import { withTimeout } from '../../limits/with-timeout.ts';
import { askOtherCopies } from './retry-replicas.ts';
import { addTime } from '../stage-timings.ts';

export interface Engine {
  readonly elasticsearch: Elasticsearch;
  readonly indexPrefix: string;
  readonly timeoutMs: number;
  /** Without them everybody asks at once. */
  readonly turns?: Turns;
  /** Each question has all of the time, and takes nothing from that of the others of its request. */
  readonly hasOwnTime?: boolean;
}

/** What Elasticsearch has, past its own time-out, to hand over what it found. */
const GRACE_MS = 500;
const BUSY = new Set([408, 429, 502, 503, 504]);

/** `gone`: nobody waits for the answer any more. @throws UnavailableError when Elasticsearch cannot be reached, is too busy, or takes too long. */
export async function ask(
  engine: Engine,
  request: estypes.SearchRequest,
  gone: AbortSignal,
): Promise<estypes.SearchResponse> {
  try {
    return await inTurn(engine, gone, async () => {
      const leftMs = timeLeft(engine);
      const limitMs = leftMs + GRACE_MS;
      const answer = await withTimeout(limitMs, gone, async (signal) => {
        // Another node may be well; to wait before asking it helps nobody.
        const options = { signal, requestTimeout: limitMs, maxRetries: 2, retryBackoff: () => 0 };
        return askOtherCopies(
          async () => engine.elasticsearch.search(sparing({ ...request, timeout: `${leftMs}ms` }), options),
          signal,
        );
      });
      // A question that names the parts it wants of the answer may leave it out.
      addTime('elasticsearch', (answer as Partial<estypes.SearchResponse>).took ?? 0);
      return answer;
    });
  } catch (error) {
    throw asUnavailable(error) ?? error;
  }
}

/** Routes whose questions are as many as their reader waits for. */
const ENDLESS = new Set(['/api/v1/search/export']);

/** One request asks several times where it groups, looks up or fills a page: all of that has the time of one search. */
function timeLeft({ timeoutMs, hasOwnTime = false }: Engine): number {
  const visit = currentVisit();
  if (visit === undefined || hasOwnTime || ENDLESS.has(visit.route)) return timeoutMs;
  const leftMs = Math.ceil(timeoutMs - visit.spentMs);
  if (leftMs <= 0) throw tooLong();
  return leftMs;
}

/** From where on a search is more work than people's usually are (server/search/plan/query-cost.ts). */
const COSTLY = 4;

function isCostly(): boolean {
  return (currentVisit()?.cost ?? 0) >= COSTLY;
}

/** A costly search asks one index after the other: on one core, and not on all of them at once. */
function sparing(request: estypes.SearchRequest): estypes.SearchRequest {
  return isCostly() ? { ...request, max_concurrent_shard_requests: 1 } : request;
}

/** Waiting counts by itself: what was let in has all of its time. */
async function inTurn<T>(
  { turns, timeoutMs, hasOwnTime = false }: Engine,
  gone: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  if (turns === undefined) return work();
  const timed = async () => {
    const began = performance.now();
    try {
      return await work();
    } finally {
      const visit = currentVisit();
      if (visit !== undefined && !hasOwnTime) visit.spentMs += performance.now() - began;
    }
  };
  return turns.run(currentVisit()?.caller ?? '', gone, timed, { isCostly: isCostly(), patienceMs: timeoutMs });
}

/** Of these boards; null for all. Part of every request. */
export function whereToAsk(
  { indexPrefix, timeoutMs }: Pick<Engine, 'indexPrefix' | 'timeoutMs'>,
  boards: readonly string[] | null,
) {
  return {
    index: boards === null ? [postsAlias(indexPrefix)] : boards.map((board) => boardAlias(indexPrefix, board)),
    // A board without a post has no index yet: it adds no hits.
    ignore_unavailable: true,
    allow_no_indices: true,
    timeout: `${timeoutMs}ms`,
  } satisfies estypes.SearchRequest;
}

export function totalOf({ hits: { total } }: estypes.SearchResponse): number {
  return typeof total === 'object' ? total.value : (total ?? 0);
}

/** Stopped by the time-out, or without some shards: whatever was counted may be too few. */
export function isPartial({ timed_out: timedOut, _shards: shards }: estypes.SearchResponse): boolean {
  return timedOut || shards.failed > 0;
}

function asUnavailable(error: unknown): UnavailableError | null {
  const away =
    error instanceof errors.ConnectionError ||
    error instanceof errors.NoLivingConnectionsError ||
    (error instanceof errors.ResponseError && BUSY.has(error.statusCode ?? 0));
  if (away) {
    return new UnavailableError('search', 'Search is out of reach right now. Threads and posts can be read as usual.', {
      cause: error,
    });
  }
  if (error instanceof errors.TimeoutError || error instanceof errors.RequestAbortedError) {
    return tooLong(error);
  }
  return null;
}

function tooLong(cause?: unknown): UnavailableError {
  return new UnavailableError('search', 'This search took too long and was stopped.', { cause });
}
