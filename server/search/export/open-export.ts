/**
 * Opens an export: takes its parameters, reads and plans the query, and returns its posts as an async iterable, with what makes
 * cursors.
 *
 * The route (server/http/routes/search/export.ts) takes a slot (export-slots.ts), chooses the format's writer (writers.ts), calls
 * `openExport`, whose posts come from read-hits.ts and, with scope=threads, read-threads.ts, and passes them to `beginExport`
 * (write-export.ts), which returns the text.
 */
import type { ExportScope } from '../../../mappings/contract/export.ts';
import type { SearchGroup, SearchSort } from '../../../mappings/contract/search.ts';
import type { RequestContext } from '../../limits/request-context.ts';
import type { SearchContext } from '../context.ts';
import { bindingOf, CursorError } from '../execute/cursor.ts';
import type { SortValues } from '../elasticsearch/index-hit.ts';
import type { HydratedHit } from '../hydrate/read-rows.ts';
import { print } from '../language/print.ts';
import type { Zone } from '../language/zone.ts';
import { planSearch } from '../plan/plan.ts';
import { readQuery } from '../read-query.ts';
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
 * Accepts cursors of pages of the same query: an export can continue where a page ended, and a page where an export ended.
 * @throws QueryError, CursorError, RefusedError, UnavailableError, and errors of `sendSearch`
 */
export async function openExport(
  context: SearchContext,
  params: ExportParams,
  request: RequestContext,
): Promise<OpenedExport> {
  const { zone, scope } = params;
  const query = await readQuery(context, params, request);
  const sort = query.sort ?? 'new';
  const binding = bindingOf(query, sort, zone);
  const cursor = params.cursor === null ? null : context.cursors.decode(params.cursor, binding);
  if (cursor?.direction === 'backward') throw new CursorError();
  const now = cursor?.now ?? context.clock().getTime();
  const { search, resolution } = await planSearch(context, query, { sort, direction: 'forward', now, zone }, request);
  if (resolution.partial || !request.partial.isEmpty) throw incompleteExport(request);
  const after = cursor?.position ?? null;
  const pages = readHits(context, { search, group: query.group, after }, request);
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
