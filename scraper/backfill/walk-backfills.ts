/** Backfills of a polled board from other archives: read between polls; only missing posts are stored. */
import type { SourceKind } from '../../mappings/sources.ts';
import type { Harvest } from '../board-harvest.ts';
import { forumBase } from '../../mappings/kick.ts';
import { createUrlHistory, type UrlHistory } from '../forums/url-history.ts';
import { sourceOf } from '../sources/registry.ts';
import { SELECT_BACKFILLS } from './sql.ts';
import { walkThreads } from './walk-threads.ts';

/** Polls of the board wait while these pages are read. */
const PAGES_PER_PASS = 1;

interface BackfillRow {
  readonly source: SourceKind;
  readonly url: string;
  readonly source_name: string;
}

/** State of a board's backfills between passes. Losing it costs requests, never posts. */
export interface BackfillState {
  /** Failed attempts by URL of a page. */
  readonly failures: Map<string, number>;
  /** State by the forum's base address. State of forums that were closed is dropped. */
  readonly urls: Map<string, UrlHistory>;
}

export function createBackfillState(): BackfillState {
  return { failures: new Map(), urls: new Map() };
}

/**
 * Reads the next page of each of the board's backfills. `open`: base addresses of the forums that are not closed.
 * @throws only if the database fails, the lease is lost, or the signal aborts; failed requests are logged or recorded.
 */
export async function walkBackfills(
  harvest: Harvest,
  { failures, urls }: BackfillState,
  open: readonly string[],
): Promise<void> {
  const { context, board } = harvest;
  const { rows } = await context.pool.query<BackfillRow>(SELECT_BACKFILLS, [board.id]);
  for (const { source: kind, url, source_name: sourceName } of rows) {
    const source = sourceOf(kind);
    const { history: pages, thread } = source;
    if (pages === undefined || thread === undefined) continue;
    const there = { ...board, source: kind, url, mediaUrl: url, sourceName };
    const base = forumBase(there);
    if (!open.includes(base)) {
      urls.delete(base);
      continue;
    }
    const history = urls.get(base) ?? createUrlHistory(context.pool, there);
    urls.set(base, history);
    const paged = { ...source, history: pages, thread };
    const walk = { ...harvest, board: there, source: paged, onlyMissing: true, history, failures };
    await walkThreads(walk, PAGES_PER_PASS);
  }
}
