/** One page of hits: asked for, hydrated, and filled up where rows dropped out. */
import type { CompiledSearch } from '../plan/compile.ts';
import { leaveOut } from '../../visibility/pending-hides.ts';
import type { SearchHouse } from '../context.ts';
import type { HydratedHit } from '../hydrate/read-rows.ts';
import { lookFor, type Look } from './look.ts';
import type { Hydrated } from '../hydrate/records.ts';
import type { Skeleton, SkeletonRequest } from './fetch-hits.ts';
import { stage } from '../stage-timings.ts';

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
  const { search, unnamed, ...first } = await firstRound(house, look, asked);
  const shown: HydratedHit[] = [];
  let dropped = 0;
  let { skeleton, hydrated } = first;
  let partial = false;
  for (let round = 1; ; round++) {
    shown.push(...hydrated.hits);
    dropped += skeleton.hits.length - hydrated.hits.length;
    partial ||= skeleton.partial || !hydrated.isWhole;
    if (round === MAX_ROUNDS || skeleton.edge === null || skeleton.stopped === true || shown.length > limit) break;
    ({ skeleton, hydrated } = await oneRound(house, look, { ...asked, search, after: skeleton.edge }));
  }
  const hits = shown.slice(0, limit);
  const isExact = !partial && unnamed === 0;
  return {
    hits,
    edge: shown.length > limit ? (hits.at(-1)?.skeleton.position ?? null) : skeleton.edge,
    // Documents whose row is gone, or was hidden since the first look: those that were seen are taken off.
    total: Math.max(skeleton.total - dropped - unnamed, hits.length),
    counted: isExact || skeleton.counted === 'about' ? skeleton.counted : 'at least',
    partial,
  };
}

interface Round {
  readonly skeleton: Skeleton;
  readonly hydrated: Hydrated;
}

async function oneRound(house: SearchHouse, look: Look, request: SkeletonRequest): Promise<Round> {
  const skeleton = await stage('search', async () => look(house, request));
  const hydrated = await stage('hydrate', async () => house.records.hydrate(skeleton.hits, request.signal));
  return { skeleton, hydrated };
}

interface FirstRound extends Round {
  /** What to go on with. */
  readonly search: CompiledSearch;
  /** Concealed posts that are counted all the same. */
  readonly unnamed: number;
}

/**
 * The rows say whether anything is concealed, so that a page takes one trip to each store. All is asked again in the rare
 * case that something is: what was counted may have been hidden before.
 */
async function firstRound(house: SearchHouse, look: Look, request: SkeletonRequest): Promise<FirstRound> {
  const { search } = request;
  const first = { ...(await oneRound(house, look, request)), search, unnamed: 0 };
  const isNothing = first.skeleton.total === 0 && first.skeleton.hits.length === 0;
  if (isNothing || first.hydrated.isAnyConcealed === false) return first;
  const concealed = await stage('hydrate', async () => house.records.concealed(search.boards));
  if (concealed.ids.length === 0) return first;
  const named = leaveOut(search, concealed);
  const again = await oneRound(house, look, { ...request, search: named });
  return { ...again, search: named, unnamed: concealed.unnamed };
}
