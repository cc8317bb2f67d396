/** What other archives have of a board that lives elsewhere: walked beside its polls, and only what is missing is taken. */
import type { SourceKind } from '../../mappings/sources.ts';
import type { ScraperContext } from '../context.ts';
import { forumBase } from '../../mappings/kick.ts';
import { createUrlHistory, type UrlHistory } from '../forums/url-history.ts';
import type { LeasedBoard } from '../leases/board-leases.ts';
import { sourceOf } from '../sources/registry.ts';
import { SELECT_BACKFILLS } from './sql.ts';
import { walkThreads } from './walk-threads.ts';

/** The board's own threads wait as long as that takes. */
const PAGES_A_PASS = 1;

interface BackfillRow {
  readonly source: SourceKind;
  readonly url: string;
  readonly source_name: string;
}

/** What a process remembers of the walks beside a board. Losing it costs requests, never posts. */
export interface BackfillState {
  readonly failures: Map<string, number>;
  /** By the forum's base address; those of forums that were closed are forgotten. */
  readonly urls: Map<string, UrlHistory>;
}

export function createBackfillState(): BackfillState {
  return { failures: new Map(), urls: new Map() };
}

/** `open`: forums of the board that are not closed. Throws only when a store of ours fails, the lease is lost, or the signal aborts. */
export async function walkBackfills(
  context: ScraperContext,
  board: LeasedBoard,
  { failures, urls }: BackfillState,
  open: readonly string[],
  signal: AbortSignal,
): Promise<void> {
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
    const walk = { board: there, source: { ...source, history: pages, thread }, onlyMissing: true, history, failures };
    await walkThreads(context, walk, signal, PAGES_A_PASS);
  }
}
