/**
 * Each board is polled by one scraper at a time. Leases are stored in PostgreSQL and use its clock. The fence increases whenever another
 * scraper takes the board; a scraper with an older fence can no longer write.
 */
import type pg from 'pg';
import type { Board } from '../../mappings/board.ts';
import { AppError } from '../../platform/errors.ts';
import { inTransaction, prepared } from '../../platform/postgres.ts';
import { lockThread, type PostLock } from '../../store/post-lock.ts';
import { listBoards } from '../../store/boards/boards.ts';
import { ADD_LEASES, RENEW_LEASES, RELEASE_LEASES, LOCK_LEASE, RELEASE_ALL_LEASES } from './sql.ts';

/** After this time without renewal, other scrapers take the boards. */
export const LEASE_MS = 8_000;
/** PostgreSQL ends a transaction that holds a lease's row and is idle for this long. */
const IDLE_MS = 5_000;

export interface LeasedBoard extends Board {
  readonly fence: number;
}

export class LeaseLostError extends AppError {
  constructor(board: Board) {
    super('lease_lost', `another scraper holds the lease on ${board.name}`);
  }
}

export interface HeldLeases {
  /** Boards to poll. */
  readonly mine: readonly LeasedBoard[];
  /** Boards beyond this scraper's share: to be released after their current polls. */
  readonly surplus: readonly LeasedBoard[];
}

export interface BoardLeases {
  /** Renews the held leases and takes free boards up to this scraper's share. */
  renew(): Promise<HeldLeases>;
  release(boards: readonly LeasedBoard[]): Promise<void>;
  /** Releases everything, so that other scrapers need not wait for the leases to expire. */
  releaseAll(): Promise<void>;
}

interface HeldRow {
  readonly board_id: number;
  readonly fence: string;
  readonly share: string;
}

/** `worker` must be unique among all scrapers. */
export function createBoardLeases(pool: pg.Pool, worker: string): BoardLeases {
  return {
    async renew() {
      await pool.query(ADD_LEASES);
      const { rows } = await pool.query<HeldRow>(prepared(RENEW_LEASES, [worker, LEASE_MS]));
      const boards = new Map((await listBoards(pool)).map((board) => [board.id, board]));
      const held = rows.flatMap((row) => {
        const board = boards.get(row.board_id);
        return board === undefined ? [] : [{ ...board, fence: Number(row.fence) }];
      });
      const share = Number(rows[0]?.share ?? 0);
      return { mine: held.slice(0, share), surplus: held.slice(share) };
    },
    async release(boards) {
      if (boards.length > 0) await pool.query(RELEASE_LEASES, [worker, boards.map(({ id }) => id)]);
    },
    async releaseAll() {
      await pool.query(RELEASE_ALL_LEASES, [worker]);
    },
  };
}

/**
 * Runs one transaction during which no other scraper can take the board.
 * @throws LeaseLostError if another scraper already has it; then nothing is written.
 */
export async function withLease<T>(
  pool: pg.Pool,
  board: LeasedBoard,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return inTransaction(pool, async (client) => {
    await lockLease(client, board);
    return work(client);
  });
}

/**
 * Until the end of the current transaction no other scraper can take the board, and no other writer can change this thread.
 * @throws LeaseLostError if another scraper has taken the board.
 */
export async function lockThreadUnderLease(
  client: pg.PoolClient,
  board: LeasedBoard,
  thread: number,
): Promise<PostLock> {
  const [, lock] = await Promise.all([lockLease(client, board), lockThread(client, board.id, thread)]);
  return lock;
}

async function lockLease(client: pg.PoolClient, board: LeasedBoard): Promise<void> {
  const { rowCount } = await client.query(prepared(LOCK_LEASE, [board.id, board.fence, String(IDLE_MS)]));
  if (rowCount !== 1) throw new LeaseLostError(board);
}
