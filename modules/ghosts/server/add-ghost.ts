/** Stores ghost posts of readers. */
import type pg from 'pg';
import type { Board } from '../../../mappings/board.ts';
import type { PostNumber } from '../../../mappings/post.ts';
import { inTransaction } from '../../../platform/postgres.ts';
import type { RemovalLog } from '../../../platform/removal-log.ts';
import { readFilters } from '../../../store/filters.ts';
import { lockThread } from '../../../store/post-lock.ts';
import { writeGhost } from '../store/write-ghost.ts';
import { hashPassword } from '../../../server/admin/accounts/passwords.ts';
import { assertNotBanned, senderAddress } from '../../../server/bans/ban-check.ts';
import { NotFoundError, RefusedError } from '../../../server/shared/errors.ts';
import type { RequestContext } from '../../../server/limits/request-context.ts';
import type { WriterQueue } from '../../../server/limits/writer-queue.ts';
import type { HiddenPostsCache } from '../../../server/visibility/fallback-snapshot.ts';
import { ghostComment, quotedNums } from './comment.ts';
import type { PasswordGuesses } from './password-guesses.ts';
import { proofUsed, type ProofsOfWork, type Proof } from '../../../server/limits/proofs-of-work.ts';
import { readGhost, type TypedGhost } from './read-ghost.ts';

export interface GhostContext {
  readonly pool: pg.Pool;
  readonly postgres: { readonly snapshot: HiddenPostsCache | null };
  readonly removals: RemovalLog;
  readonly clock: () => Date;
  /** The operator's contact; without it readers cannot write. */
  readonly contact: string | null;
  /** The key of secure tripcodes, in base64. */
  readonly tripcodeSecret: string | null;
  readonly proofs: ProofsOfWork;
  readonly guesses: PasswordGuesses;
  readonly writers: WriterQueue;
}

/** The request that pays for a write. */
export type Writer = Pick<RequestContext, 'payer' | 'signal'>;

/** The cost of hashing a password, in units of request costs. It takes as much CPU time as twelve threads. */
export const HASH_COST = 12;

export interface GivenGhost {
  readonly board: Pick<Board, 'id' | 'name'>;
  readonly thread: number;
  readonly typed: TypedGhost;
  readonly address: string | undefined;
  /** The proof of work as sent; '' for none. */
  readonly proof: string;
  readonly writer: Writer;
}

export interface StoredGhost extends PostNumber {
  /** Whether the post is hidden until staff have reviewed it. */
  readonly held: boolean;
}

/** $1 board, $2 address, $3 whether the post has a proof of work. */
const BEGIN_GHOST_POST = 'select outcome, seconds from begin_ghost_post($1, $2, $3)';

/** Index: posts_pkey. $1 board, $2 nums. */
const THREADS_OF =
  'select num, thread from posts where board_id = $1 and num = any ($2::bigint[]) and subnum = 0 and not hidden';

const BUSY_SECONDS = 1_800;

/**
 * Checks and stores a ghost post. The sender is checked before the thread is locked, so that a flood does not hold up writers of the thread.
 * @throws RefusedError 400 `ghost_invalid`, `proof_invalid`, `tripcode_unavailable`; 403 `ghosts_off`, `ghost_refused`, `proof_missing`; 409 `ghost_known`, `proof_used`; 429 `ghost_wait`, `ghosts_too_many`, `writers_busy`, `rate_limited`
 * @throws BannedError, NotFoundError `thread_unknown`
 */
export async function addGhost(context: GhostContext, given: GivenGhost): Promise<StoredGhost> {
  return context.writers.run(given.address, given.writer.signal, async () => addInTurn(context, given));
}

async function addInTurn(context: GhostContext, given: GivenGhost): Promise<StoredGhost> {
  const { board, thread, address, writer } = given;
  const sender = senderAddress(address);
  const proof = await context.proofs.verify({ board: board.name }, given.proof);
  await assertMayWrite(context, board, sender, proof);
  const { password, comment: typed, ...ghost } = readGhost(given.typed, context.tripcodeSecret);
  await writer.payer.chargeQuery('password', HASH_COST);
  const passwordHash = await hashPassword(password, 'readers');
  const threadOf = await threadsOf(context.pool, board, quotedNums(typed));
  const comment = ghostComment(typed, board.name, thread, threadOf);
  const judged = { ...ghost, comment, mediaName: null, mediaHash: null, opener: false, isDeleted: false };
  // Filtered before the transaction, and again inside it if the filters have changed.
  const known = await readFilters(context.pool, board.id);
  const [early = null] = await known.judge([judged]);
  const { outcome, post } = await inTransaction(context.pool, async (client) => {
    await beginGhostPost(client, board, sender, proof);
    const lock = await lockThread(client, board.id, thread);
    const filters = await readFilters(client, board.id);
    const [verdict = null] = filters.key === known.key ? [early] : await filters.judge([judged]);
    if (verdict?.action === 'refuse') {
      throw new RefusedError(403, 'ghost_refused', 'This archive takes no posts with such a text.');
    }
    return writeGhost(lock, {
      ...ghost,
      thread,
      comment,
      address: sender,
      passwordHash,
      isHeld: verdict !== null,
      proof,
    });
  });
  if (outcome === 'known') {
    throw new RefusedError(409, 'ghost_known', "You're sending the same comment as the last time.");
  }
  if (outcome === 'used') {
    throw proofUsed();
  }
  if (post === null) {
    throw new NotFoundError('thread_unknown', `No thread on /${board.name}/ in the archive is opened by ${thread}.`);
  }
  return { ...post, held: outcome === 'held' };
}

async function threadsOf(
  pool: pg.Pool,
  board: GivenGhost['board'],
  nums: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await pool.query<{ num: string; thread: string }>(THREADS_OF, [board.id, nums]);
  return new Map(rows.map((row) => [Number(row.num), Number(row.thread)]));
}

/** Comes before the password hash, which takes about 20 ms of CPU time. */
async function assertMayWrite(
  { pool, contact }: GhostContext,
  board: GivenGhost['board'],
  sender: string,
  proof: Proof | null,
): Promise<void> {
  if (contact === null) throw off(board);
  await inTransaction(pool, async (client) => {
    await assertNotBanned(client, board, sender);
    await beginGhostPost(client, board, sender, proof);
  });
}

async function beginGhostPost(
  client: pg.PoolClient,
  board: GivenGhost['board'],
  sender: string,
  proof: Proof | null,
): Promise<void> {
  const { rows } = await client.query<{ outcome: 'ok' | 'off' | 'proof' | 'wait' | 'busy'; seconds: number }>(
    BEGIN_GHOST_POST,
    [board.id, sender, proof !== null],
  );
  const { outcome = 'off', seconds = 0 } = rows[0] ?? {};
  if (outcome === 'off') throw off(board);
  if (outcome === 'proof') {
    throw new RefusedError(
      403,
      'proof_missing',
      `On /${board.name}/ a post needs a proof of work, which only a browser with scripts can do.`,
    );
  }
  if (outcome === 'wait') {
    throw new RefusedError(429, 'ghost_wait', `You must wait up to ${seconds} seconds to post again.`, seconds);
  }
  if (outcome === 'busy') {
    throw new RefusedError(
      429,
      'ghosts_too_many',
      'Too many posts came from your network. Try again later.',
      BUSY_SECONDS,
    );
  }
}

function off(board: GivenGhost['board']): RefusedError {
  return new RefusedError(403, 'ghosts_off', `Readers cannot write on /${board.name}/.`);
}

export type ProofMode = 'none' | 'asked' | 'needed';

/** $1 board. */
const TAKES_GHOSTS = 'select takes_ghosts($1) as takes, ghost_proof($1) as proof';

/** Returns whether the form of the board needs a proof of work. @throws RefusedError 403 `ghosts_off` */
export async function proofModeOf({ pool, contact }: GhostContext, board: GivenGhost['board']): Promise<ProofMode> {
  const { rows } = await pool.query<{ takes: boolean; proof: ProofMode }>(TAKES_GHOSTS, [board.id]);
  const [row] = rows;
  if (contact === null || row?.takes !== true) throw off(board);
  return row.proof;
}
