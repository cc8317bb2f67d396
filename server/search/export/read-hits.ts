/** All hits of a search, page by page and in order, as the rows are now: what is hidden drops out. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { errors } from '@elastic/elasticsearch';
import { UnavailableError } from '../../../platform/errors.ts';
import type { CompiledSearch } from '../plan/compile.ts';
import { hydrate, type HydratedHit } from '../hydrate/read-rows.ts';
import type { SearchHouse } from '../context.ts';
import { lookFor } from '../execute/look.ts';
import type { Skeleton } from '../execute/fetch-hits.ts';

export interface Walk {
  readonly search: CompiledSearch;
  /** The first hit of each thread, and no other. */
  readonly grouped: boolean;
  /** Where to begin; null at the first hit. */
  readonly after: readonly number[] | null;
  readonly signal: AbortSignal;
}

/** The most that Elasticsearch hands out at once (`max_result_window`). */
const PAGE = 1000;
/** Each takes several questions. */
const GROUPS = 100;

/** While PostgreSQL reads the rows of a page and they are written, Elasticsearch looks for the next. @throws UnavailableError */
export async function* walk(
  house: SearchHouse,
  { after, signal, ...hits }: Walk,
): AsyncGenerator<readonly HydratedHit[]> {
  const ended = new AbortController();
  const either = AbortSignal.any([signal, ended.signal]);
  // Later pages are asked for from wherever the network has room again, and for the same caller.
  const forCaller = AsyncLocalStorage.snapshot();
  const look = async (position: readonly number[] | null): Promise<Skeleton> =>
    forCaller(async () => wholePage(house, hits, position, either));
  let next: Promise<Skeleton> | null = look(after);
  try {
    while (next !== null) {
      const page: Skeleton = await next;
      next = page.edge === null ? null : look(page.edge);
      // It may fail when nobody waits for it any more.
      next?.catch(() => undefined);
      yield (await hydrate(house, page.hits)).hits;
    }
  } finally {
    ended.abort();
  }
}

async function wholePage(
  house: SearchHouse,
  { search, grouped }: Pick<Walk, 'search' | 'grouped'>,
  after: readonly number[] | null,
  signal: AbortSignal,
): Promise<Skeleton> {
  try {
    const request = { search: { ...search, highlight: [] }, after, counts: false, whole: true, signal };
    const skeleton = await lookFor(search, grouped)(house, { ...request, size: grouped ? GROUPS : PAGE });
    if (!skeleton.partial) return skeleton;
  } catch (error) {
    const isOfShard = error instanceof errors.ResponseError && error.body?.error?.type === PHASE_FAILED;
    if (!isOfShard) throw error;
    throw new UnavailableError('search', NOT_WHOLE, { cause: error });
  }
  throw new UnavailableError('search', NOT_WHOLE);
}

const PHASE_FAILED = 'search_phase_execution_exception';
export const NOT_WHOLE = 'Not all of the index answered: this export would lack posts.';
