/** Harvests a board whose source has no list of living threads: reads the source's history instead. */
import type { Harvest } from '../board-harvest.ts';
import { createUrlHistory, type UrlHistory } from '../forums/url-history.ts';
import { sourceOf } from '../sources/registry.ts';
import { walkMail, type MailState } from './walk-mail.ts';
import { walkThreads } from './walk-threads.ts';

/** State of a board between passes. Losing it costs requests, never posts. */
export interface HistoryState {
  readonly failures: Map<string, number>;
  readonly mail: MailState;
  /** null before the first pass. */
  urls: UrlHistory | null;
}

export function createHistoryState(): HistoryState {
  return { failures: new Map(), mail: { parts: null, indexValidator: null, soughtFor: null }, urls: null };
}

/**
 * Runs one pass. Returns whether it brought new posts.
 * @throws only if the database fails, the lease is lost, or the signal aborts; failed requests are logged or recorded.
 */
export async function walkHistory(harvest: Harvest, memory: HistoryState): Promise<boolean> {
  const { context, board } = harvest;
  const source = sourceOf(board.source);
  memory.urls ??= createUrlHistory(context.pool, board);
  const { urls: history } = memory;
  if (source.mail !== undefined) return walkMail({ ...harvest, mail: source.mail, history, memory: memory.mail });
  const { history: pages, thread } = source;
  if (pages === undefined || thread === undefined) return false;
  const walk = { ...harvest, source: { ...source, history: pages, thread }, onlyMissing: false, history };
  return walkThreads({ ...walk, failures: memory.failures });
}
