/**
 * Opens an export: takes its parameters, reads and plans the query, and returns its posts as an async iterable, with what makes
 * cursors. Also limits how many exports run at once.
 */
import type { ExportScope } from '../../../mappings/contract/export.ts';
import type { SearchGroup, SearchSort } from '../../../mappings/contract/search.ts';
import { RefusedError } from '../../http/errors.ts';
import type { RequestContext } from '../../limits/request-context.ts';
import type { SearchContext } from '../context.ts';
import { bindingOf, CursorError } from '../execute/cursor.ts';
import type { SortValues } from '../execute/fetch-hits.ts';
import type { HydratedHit } from '../hydrate/read-rows.ts';
import { print } from '../language/print.ts';
import type { Zone } from '../language/zone.ts';
import { planSearch, readQuery } from '../plan/plan.ts';
import { incompleteExport, readHits } from './read-hits.ts';
import { readThreads } from './read-threads.ts';
import type { ExportedPost } from './write-export.ts';

export interface ExportParams {
  readonly q: string;
  readonly scope: ExportScope;
  readonly sort: SearchSort | null;
  readonly group: SearchGroup | null;
  readonly zone: Zone;
  readonly cursor: string | null;
}

export interface OpenedExport {
  /** The canonical text of the query. */
  readonly q: string;
  readonly posts: AsyncIterable<readonly ExportedPost[]>;
  readonly after: SortValues | null;
  cursorAt(position: SortValues): string;
}

/**
 * Cursors are those of pages of the same query: an export continues where a page ended, and the other way round.
 * @throws QueryError, CursorError, RefusedError, UnavailableError, BusyError
 */
export async function openExport(
  context: SearchContext,
  params: ExportParams,
  request: RequestContext,
): Promise<OpenedExport> {
  const { zone, scope } = params;
  const parsed = await readQuery(context, params, request);
  const query = { ...parsed, group: params.group ?? parsed.group };
  const sort = params.sort ?? query.sort ?? 'new';
  const binding = bindingOf(query, sort, zone);
  const cursor = params.cursor === null ? null : context.cursors.decode(params.cursor, binding);
  if (cursor?.direction === 'backward') throw new CursorError();
  const now = cursor?.now ?? context.clock().getTime();
  const { search, resolution } = await planSearch(context, query, { sort, direction: 'forward', now, zone }, request);
  if (resolution.partial) throw incompleteExport();
  const after = cursor?.position ?? null;
  const pages = readHits(context, { search, grouped: query.group !== null, after }, request);
  return {
    q: print({ ...query, sort: null }),
    posts: scope === 'threads' ? readThreads(context, pages) : postsOf(pages),
    after: scope === 'threads' ? null : after,
    cursorAt: (position) => context.cursors.encode({ direction: 'forward', position, now }, binding),
  };
}

async function* postsOf(pages: AsyncIterable<readonly HydratedHit[]>): AsyncGenerator<readonly ExportedPost[]> {
  for await (const page of pages) {
    yield page.map(({ hit: { sortValues: position, threadHits = null }, ...post }) => ({
      ...post,
      threadHits,
      position,
    }));
  }
}

/** Limits the concurrent exports of a server: each may take minutes. */
export class ExportSlots {
  readonly #count: number;
  #taken = 0;

  constructor(count: number) {
    this.#count = count;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Returns what releases the slot; calling it again does nothing. @throws RefusedError when no slot is free */
  take(): () => void {
    if (this.#taken >= this.#count) {
      throw new RefusedError(503, 'exports_busy', 'Too many exports are running. Try again later.');
    }
    this.#taken += 1;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.#taken -= 1;
    };
  }
}
