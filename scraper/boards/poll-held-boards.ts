/** Polls the boards whose leases this scraper holds. */
import { setTimeout as sleep } from 'node:timers/promises';
import { toError } from '../../platform/errors.ts';
import type { ScraperContext } from '../context.ts';
import { runBoardPoller } from './poller.ts';
import { LEASE_MS, type BoardLeases, type LeasedBoard } from '../leases/board-leases.ts';

/** Interval of renewals: how soon a board that was added, changed, removed or released is noticed. */
const RENEW_MS = 2_000;

interface Poll {
  /** The board with its fence as of the start of the poll, as JSON. */
  readonly board: string;
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

/** Runs until the signal aborts, then releases all leases. */
export async function pollHeldBoards(context: ScraperContext, leases: BoardLeases, signal: AbortSignal): Promise<void> {
  const polls = new Map<number, Poll>();
  const subscription = context.kickListener?.subscribe();
  let expiry: NodeJS.Timeout | undefined;
  while (!signal.aborted) {
    const startedAt = performance.now();
    try {
      const { mine, surplus } = await leases.renew();
      clearTimeout(expiry);
      // After a lease time without PostgreSQL, other scrapers may hold the boards.
      expiry = setTimeout(() => abortAll(polls), LEASE_MS - (performance.now() - startedAt));
      await updatePolls(context, polls, mine);
      await leases.release(surplus);
    } catch (error) {
      context.logger.error({ err: toError(error) }, 'cannot renew the leases on boards');
    }
    await (subscription?.wait(RENEW_MS, signal) ?? sleep(RENEW_MS, undefined, { signal }).catch(() => undefined));
  }
  subscription?.close();
  clearTimeout(expiry);
  await updatePolls(context, polls, []);
  await leases.releaseAll().catch((error: unknown) => {
    context.logger.warn(
      { err: toError(error) },
      'cannot release the boards; other scrapers must wait for the leases to expire',
    );
  });
}

function abortAll(polls: ReadonlyMap<number, Poll>): void {
  for (const { abort } of polls.values()) abort.abort();
}

async function updatePolls(
  context: ScraperContext,
  polls: Map<number, Poll>,
  boards: readonly LeasedBoard[],
): Promise<void> {
  const wanted = new Map(boards.map((board) => [board.id, JSON.stringify(board)]));
  const ended = [...polls].filter(([id, { board, abort }]) => abort.signal.aborted || wanted.get(id) !== board);
  for (const [, { abort }] of ended) abort.abort();
  for (const [id, { done }] of ended) {
    await done;
    polls.delete(id);
  }
  for (const board of boards) {
    if (polls.has(board.id)) continue;
    context.logger.info({ board: board.name, url: board.url, fence: board.fence }, 'polling');
    const abort = new AbortController();
    polls.set(board.id, { board: JSON.stringify(board), abort, done: runBoardPoller(context, board, abort.signal) });
  }
  context.metrics.onHeld(polls.size);
}
