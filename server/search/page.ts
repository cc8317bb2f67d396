/** One page of hits: asked for, hydrated, and filled up where rows dropped out. */
import type { CompiledSearch } from './compile.ts';
import { leaveOut } from './concealed.ts';
import type { SearchHouse } from './house.ts';
import type { HydratedHit } from './hydrate.ts';
import { lookFor, type Look } from './look.ts';
import type { Skeleton, SkeletonRequest } from './skeleton.ts';
import { stage } from './stages.ts';

export interface PageRequest {
  readonly search: CompiledSearch;
  /** One hit a thread. */
  readonly grouped: boolean;
  readonly after: readonly number[] | null;
  readonly limit: number;
  readonly signal: AbortSignal;
}

export interface Page {
  /** In the direction of the walk. */
  readonly hits: readonly HydratedHit[];
  /** From where the walk goes on; null at its end. */
  readonly edge: readonly number[] | null;
  readonly total: number;
  /** At least `total`, or about as many. */
  readonly counted: 'exactly' | 'at least' | 'about';
  readonly partial: boolean;
}

/** Rows that dropped out leave a page short: it is filled up from what follows, this many times at most. */
const MAX_ROUNDS = 4;

/** @throws UnavailableError */
export async function fillPage(house: SearchHouse, { after, limit, ...request }: PageRequest): Promise<Page> {
  const look = lookFor(request.search, request.grouped);
  // One more than the page holds: it says whether another page follows.
  const size = limit + 1;
  const documents = house.records.needsDocuments;
  const asked = { search: request.search, after, size, documents, signal: request.signal };
  const first = await stage('search', async () => firstLook(house, look, asked));
  const shown: HydratedHit[] = [];
  let dropped = 0;
  let { skeleton } = first;
  let partial = false;
  for (let round = 1; ; round++) {
    const { hits: found, edge } = skeleton;
    const hydrated = await stage('hydrate', async () => house.records.hydrate(found, request.signal));
    shown.push(...hydrated.hits);
    dropped += skeleton.hits.length - hydrated.hits.length;
    partial ||= skeleton.partial || !hydrated.isWhole;
    if (round === MAX_ROUNDS || skeleton.edge === null || skeleton.stopped === true || shown.length > limit) break;
    const { search } = first;
    skeleton = await stage('search', async () => look(house, { ...asked, search, after: edge }));
  }
  const hits = shown.slice(0, limit);
  const isExact = !partial && first.unnamed === 0;
  return {
    hits,
    edge: shown.length > limit ? (hits.at(-1)?.skeleton.position ?? null) : skeleton.edge,
    // Documents whose row is gone, or was hidden since the first look: those that were seen are taken off.
    total: Math.max(skeleton.total - dropped - first.unnamed, hits.length),
    counted: isExact || skeleton.counted === 'about' ? skeleton.counted : 'at least',
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
async function firstLook(house: SearchHouse, look: Look, request: SkeletonRequest): Promise<FirstLook> {
  const [skeleton, concealed] = await Promise.all([
    look(house, request),
    house.records.concealed(request.search.boards),
  ]);
  if (concealed.ids.length === 0) return { search: request.search, skeleton, unnamed: 0 };
  const named = { ...request, search: leaveOut(request.search, concealed) };
  return { search: named.search, skeleton: await look(house, named), unnamed: concealed.unnamed };
}
