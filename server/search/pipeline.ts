/**
 * A search from text to answer: read the query → ask Elasticsearch for a skeleton → hydrate it from the records, where
 * what is hidden drops out → present. Elasticsearch can be late; it can never show what may not be shown, nor count it.
 */
import type { SearchAnswer, SearchSort } from '../contract/search.ts';
import { compile, type CompiledSearch } from './compile.ts';
import { leaveOut } from './concealed.ts';
import { bindingOf, type Cursor } from './cursor.ts';
import type { SearchHouse } from './house.ts';
import type { HydratedHit } from './hydrate.ts';
import { readQuery } from './prepare.ts';
import { presentHit } from './present-hit.ts';
import { fetchSkeleton, type Skeleton, type SkeletonRequest } from './skeleton.ts';

export type { SearchHouse } from './house.ts';

export interface SearchRequest {
  readonly q: string;
  /** Before what `sort:` in q says. */
  readonly sort: SearchSort | null;
  readonly limit: number;
  readonly cursor: string | null;
  readonly signal: AbortSignal;
}

/** @throws QueryError, CursorError, UnavailableError */
export async function search(house: SearchHouse, request: SearchRequest): Promise<SearchAnswer> {
  const started = performance.now();
  const query = await readQuery(house, request.q);
  const sort = request.sort ?? query.sort ?? 'new';
  const binding = bindingOf(query, sort);
  const cursor = request.cursor === null ? null : house.cursors.decode(request.cursor, binding);
  const now = cursor?.now ?? house.clock().getTime();
  const direction = cursor?.direction ?? 'forward';

  const compiled = compile(query.root, { sort, direction, now });
  const page = await fillPage(house, compiled, cursor, request);

  const cursorAt = (way: Cursor['direction'], position: readonly number[]) =>
    house.cursors.encode({ direction: way, position, now }, binding);
  const onward = page.edge === null ? null : cursorAt(direction, page.edge);
  const start = page.hits[0]?.skeleton.position ?? cursor?.position ?? [];
  const back = cursor === null ? null : cursorAt(direction === 'forward' ? 'backward' : 'forward', start);
  const hits = page.hits.map(presentHit);
  return {
    hits: direction === 'forward' ? hits : hits.toReversed(),
    total: { value: page.total, relation: page.exact ? 'eq' : 'gte' },
    sort,
    next: direction === 'forward' ? onward : back,
    previous: direction === 'forward' ? back : onward,
    took_ms: Math.round((performance.now() - started) * 10) / 10,
    partial: page.partial,
    source: house.records.source,
    degraded: house.records.degraded,
  };
}

interface Page {
  /** In the direction of the walk. */
  readonly hits: readonly HydratedHit[];
  /** From where the walk goes on; null at its end. */
  readonly edge: readonly number[] | null;
  readonly total: number;
  /** Otherwise there are at least `total`. */
  readonly exact: boolean;
  readonly partial: boolean;
}

/** Rows that dropped out leave a page short: it is filled up from what follows, this many times at most. */
const MAX_ROUNDS = 4;

async function fillPage(
  house: SearchHouse,
  compiled: CompiledSearch,
  cursor: Cursor | null,
  { limit, signal }: SearchRequest,
): Promise<Page> {
  // One more than the page holds: it says whether another page follows.
  const size = limit + 1;
  const documents = house.records.needsDocuments;
  const first = await firstLook(house, {
    search: compiled,
    after: cursor?.position ?? null,
    size,
    documents,
    signal,
  });
  const shown: HydratedHit[] = [];
  let position = cursor?.position ?? null;
  let total = 0;
  let dropped = 0;
  let partial = false;
  let ended = false;
  for (let round = 1; round <= MAX_ROUNDS && !ended && shown.length <= limit; round++) {
    const skeleton =
      round === 1
        ? first.skeleton
        : await fetchSkeleton(house, { search: first.search, after: position, size, documents, signal });
    const hydrated = await house.records.hydrate(skeleton.hits, signal);
    shown.push(...hydrated.hits);
    total = skeleton.total;
    dropped += skeleton.hits.length - hydrated.hits.length;
    partial ||= skeleton.partial || !hydrated.isWhole;
    ended = skeleton.hits.length < size;
    position = skeleton.hits.at(-1)?.position ?? position;
  }
  const hits = shown.slice(0, limit);
  const walked = ended ? null : position;
  return {
    hits,
    edge: shown.length > limit ? (hits.at(-1)?.skeleton.position ?? null) : walked,
    // Documents whose row is gone, or was hidden since the first look: those that were seen are taken off.
    total: Math.max(total - dropped - first.unnamed, hits.length),
    exact: !partial && first.unnamed === 0,
    partial,
  };
}

interface FirstLook {
  /** What to go on with. */
  readonly search: CompiledSearch;
  readonly skeleton: Skeleton;
  /** Concealed posts that are counted all the same. */
  readonly unnamed: number;
}

/** Both stores are asked at once; Elasticsearch again in the rare case that something is concealed. */
async function firstLook(house: SearchHouse, request: SkeletonRequest): Promise<FirstLook> {
  const [skeleton, concealed] = await Promise.all([
    fetchSkeleton(house, request),
    house.records.concealed(request.search.boards),
  ]);
  if (concealed.ids.length === 0) return { search: request.search, skeleton, unnamed: 0 };
  const named = { ...request, search: leaveOut(request.search, concealed) };
  return { search: named.search, skeleton: await fetchSkeleton(house, named), unnamed: concealed.unnamed };
}
