/** Polls the boards whose leases this scraper holds, and no others. */
import { setTimeout as sleep } from 'node:timers/promises';
import { toError } from '../../platform/errors.ts';
import type { ScraperContext } from '../context.ts';
import { runBoardPoller } from './poller.ts';
import { LEASE_MS, type BoardLeases, type LeasedBoard } from '../leases/board-leases.ts';

/** How soon a board that was added, changed, removed or given back is noticed. */
const BEAT_MS = 2_000;

interface Poll {
  /** The board as it was when the poll began, with the fence. */
  readonly board: string;
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

/** Until the signal aborts; then everything is given back. */
export async function pollHeldBoards(context: ScraperContext, leases: BoardLeases, signal: AbortSignal): Promise<void> {
  const polls = new Map<number, Poll>();
  const subscription = context.kickListener?.subscribe();
  let expiry: NodeJS.Timeout | undefined;
  while (!signal.aborted) {
    const asked = performance.now();
    try {
      const { mine, surplus } = await leases.beat();
      clearTimeout(expiry);
      // No word from PostgreSQL for a whole lease: the boards may be others' by now.
      expiry = setTimeout(() => abortAll(polls), LEASE_MS - (performance.now() - asked));
      await follow(context, polls, mine);
      await leases.giveBack(surplus);
    } catch (error) {
      context.logger.error({ err: toError(error) }, 'cannot renew the leases on boards');
    }
    await (subscription?.wait(BEAT_MS, signal) ?? sleep(BEAT_MS, undefined, { signal }).catch(() => undefined));
  }
  subscription?.close();
  clearTimeout(expiry);
  await follow(context, polls, []);
  await leases.leave().catch((error: unknown) => {
    context.logger.warn({ err: toError(error) }, 'cannot give the boards back; others wait for the leases to run out');
  });
}

function abortAll(polls: ReadonlyMap<number, Poll>): void {
  for (const { abort } of polls.values()) abort.abort();
}

async function follow(
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
