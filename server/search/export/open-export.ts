import { UnavailableError } from '../../../platform/errors.ts';
import type { ExportScope } from '../../../mappings/contract/export.ts';
import type { SearchGroup, SearchSort } from '../../../mappings/contract/search.ts';
import { bindingOf, CursorError } from '../execute/cursor.ts';
import type { SearchHouse } from '../context.ts';
import type { HydratedHit } from '../hydrate/read-rows.ts';
import { print } from '../language/print.ts';
import { planSearch, readQuery } from '../plan/plan.ts';
import type { Zone } from '../language/zone.ts';
import type { ExportedPost } from './exported-post.ts';
import { threadsOf } from './read-threads.ts';
import { NOT_WHOLE, walk } from './read-hits.ts';

export interface ExportQuestion {
  readonly q: string;
  readonly scope: ExportScope;
  readonly sort: SearchSort | null;
  readonly group: SearchGroup | null;
  readonly zone: Zone;
  readonly cursor: string | null;
  readonly signal: AbortSignal;
}

export interface OpenedExport {
  /** The canonical text of the query. */
  readonly q: string;
  readonly posts: AsyncIterable<readonly ExportedPost[]>;
  readonly after: readonly number[] | null;
  cursorAt(position: readonly number[]): string;
}

/** Cursors are those of the pages of the same query: an export goes on where a page ended, and the other way round. */
export async function openExport(house: SearchHouse, question: ExportQuestion): Promise<OpenedExport> {
  const { zone, signal } = question;
  const read = await readQuery(house, question.q);
  const query = { ...read, group: question.group ?? read.group };
  const sort = question.sort ?? query.sort ?? 'new';
  const binding = bindingOf(query, sort, zone);
  const cursor = question.cursor === null ? null : house.cursors.decode(question.cursor, binding);
  if (cursor?.direction === 'backward') throw new CursorError();
  const now = cursor?.now ?? house.clock().getTime();
  const { search, resolution } = await planSearch(house, query, { sort, direction: 'forward', now, zone }, signal);
  if (resolution.partial) throw new UnavailableError('search', NOT_WHOLE);
  const after = cursor?.position ?? null;
  const pages = walk(house, { search, grouped: query.group !== null, after, signal });
  return {
    q: print({ ...query, sort: null }),
    posts: question.scope === 'threads' ? threadsOf(house, pages) : postsOf(pages),
    after: question.scope === 'threads' ? null : after,
    cursorAt: (position) => house.cursors.encode({ direction: 'forward', position, now }, binding),
  };
}

async function* postsOf(pages: AsyncIterable<readonly HydratedHit[]>): AsyncGenerator<readonly ExportedPost[]> {
  for await (const page of pages) {
    yield page.map(({ skeleton: { position, threadHits = null }, ...post }) => ({ ...post, threadHits, position }));
  }
}
