/** Pages of a search with `=`: of every hit, and of one hit per thread. */
import type { RequestContext } from '../../limits/request-context.ts';
import type { QueryContainer } from '../elasticsearch/clauses.ts';
import type { SortValues } from '../elasticsearch/index-hit.ts';
import { sortClauses, type CompiledSearch } from '../plan/compile.ts';
import { CandidateReader, type ComparedHit, type ComparingContext } from './compare-hits.ts';
import { NO_HITS, type HitPage, type HitPageRequest } from './fetch-hits.ts';
import { comparatorOf, excludeThreads } from './group-threads.ts';

/** The total is a lower bound unless every candidate was compared. @throws UnavailableError, and errors of `sendSearch` */
export async function fetchPageAsWritten(
  context: ComparingContext,
  { search, after, size }: HitPageRequest,
  request: RequestContext,
): Promise<HitPage> {
  if (search.boards?.length === 0) return NO_HITS;
  const candidates = new CandidateReader(context, request);
  const found: ComparedHit[] = [];
  let reached = after;
  do {
    const step = await candidates.read(search, reached);
    found.push(...step.hits);
    reached = step.reached;
  } while (reached !== null && found.length < size && !candidates.isExhausted);
  return pageOf(found, { reached, after, size }, candidates);
}

/**
 * The first hit of each thread, on the page that it is on. Like `fetchThreadPage` it scans the hits in order; the hits of the threads that
 * it meets are read and compared, since only they show which is the first.
 * @throws UnavailableError, and errors of `sendSearch`
 */
export async function fetchThreadPageAsWritten(
  context: ComparingContext,
  { search, after, size }: HitPageRequest,
  request: RequestContext,
): Promise<HitPage> {
  if (search.boards?.length === 0) return NO_HITS;
  const candidates = new CandidateReader(context, request);
  const compare = comparatorOf(sortClauses(search.order));
  const firsts = new Map<string, ComparedHit>();
  let found: readonly ComparedHit[] = [];
  let reached = after;
  do {
    const unmet: CompiledSearch = { ...search, query: excludeThreads(search.query, [...firsts.keys()]) };
    const step = await candidates.read(unmet, reached);
    reached = step.reached;
    const met = [...new Set(step.hits.map(({ thread }) => thread))];
    for (const [thread, first] of await readThreads(context, search, met, request)) firsts.set(thread, first);
    const end = reached;
    found = [...firsts.values()]
      .filter(({ sortValues }) => after === null || compare(sortValues, after) > 0)
      .filter(({ sortValues }) => end === null || compare(sortValues, end) <= 0)
      .sort((a, b) => compare(a.sortValues, b.sortValues));
  } while (reached !== null && found.length < size && !candidates.isExhausted);
  return pageOf(found, { reached, after, size }, candidates);
}

interface Scanned {
  /** The last candidate that was compared; null if no more follow. */
  readonly reached: SortValues | null;
  readonly after: SortValues | null;
  readonly size: number;
}

function pageOf(
  found: readonly ComparedHit[],
  { reached, after, size }: Scanned,
  candidates: CandidateReader,
): HitPage {
  const hits = found.slice(0, size);
  const isFull = found.length >= size;
  const nextAfter = found.length > size || (isFull && reached !== null) ? (hits.at(-1)?.sortValues ?? null) : reached;
  return {
    hits,
    total: found.length,
    relation: after === null && reached === null ? 'eq' : 'gte',
    nextAfter,
    partial: candidates.partial,
    comparing: candidates.comparing(isFull, nextAfter),
  };
}

/** Above this the hits of a thread are no longer counted, only its first one is found. */
const COUNTED = 5_000;

/** The first hit of each of the threads in the order of the answer, with the number of hits of the thread. Each thread has a hit. */
async function readThreads(
  context: ComparingContext,
  search: CompiledSearch,
  threads: readonly string[],
  request: RequestContext,
): Promise<ReadonlyMap<string, ComparedHit>> {
  const firsts = new Map<string, ComparedHit>();
  if (threads.length === 0) return firsts;
  const candidates = new CandidateReader(context, request);
  const order = { ...search.order, direction: 'forward' } as const;
  let after: SortValues | null = null;
  do {
    const isCounting = candidates.compared < COUNTED;
    const wanted = isCounting ? threads : threads.filter((thread) => !firsts.has(thread));
    if (wanted.length === 0) break;
    const ofThreads: QueryContainer = { terms: { thread_id: [...wanted] } };
    const query: QueryContainer = { bool: { must: [search.query], filter: [ofThreads] } };
    const { hits, reached } = await candidates.read({ ...search, query, order, sort: sortClauses(order) }, after);
    for (const hit of hits) {
      const first = firsts.get(hit.thread) ?? { ...hit, threadHits: 0 };
      firsts.set(hit.thread, { ...first, threadHits: (first.threadHits ?? 0) + 1 });
    }
    after = reached;
  } while (after !== null);
  return firsts;
}
