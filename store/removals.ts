/** Writes purges to the log of removals, finds removals that a restored database lacks, and carries them out. */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { numbersOf, type PostNumber } from '../mappings/post.ts';
import { AppError, toError } from '../platform/errors.ts';
import { toUnavailable } from '../platform/postgres-errors.ts';
import { bannedIn, fileDeletionsIn, type Removal, type RemovalLog, type RemovedPost } from '../platform/removal-log.ts';
import { listBoards } from './boards/boards.ts';
import type { PostLock } from './post-lock.ts';
import { createSlices } from './slices.ts';
import { writeTombstones } from './write-archived.ts';

/** Index: boards_pkey, posts_pkey. $1 board, $2 nums, $3 subnums. */
const READ_REMOVED = `
select b.name as board, p.num, p.subnum, p.thread, p.opener, p.time_posted
from boards b, posts p join unnest($2::bigint[], $3::int[]) as removed (num, subnum) on p.num = removed.num and p.subnum = removed.subnum
where b.id = $1 and p.board_id = $1 order by p.num, p.subnum`;

/** Index: boards_pkey. $1 board. */
const READ_BOARD = 'select name as board from boards where id = $1';

interface RemovedRow {
  readonly board: string;
  readonly num: string;
  readonly subnum: number;
  readonly thread: string;
  readonly opener: boolean;
  readonly time_posted: Date;
}

/** Must be called at the end of the purge's transaction. `threads` were purged as a whole. */
export async function logPurge(
  { client, boardId }: PostLock,
  log: Pick<RemovalLog, 'append'>,
  posts: readonly PostNumber[],
  threads: readonly number[],
  now: Date,
): Promise<void> {
  if (posts.length === 0 && threads.length === 0) return;
  const { rows } = await client.query<RemovedRow>(READ_REMOVED, [boardId, ...numbersOf(posts)]);
  const { rows: boards } = await client.query<{ board: string }>(READ_BOARD, [boardId]);
  const removed = rows.map(({ num, subnum, thread, opener, time_posted: time }) => ({
    num: Number(num),
    subnum,
    thread: Number(thread),
    opener,
    time_posted: time.toISOString(),
  }));
  await log.append({ action: 'purge', at: now.toISOString(), board: boards[0]?.board ?? '', posts: removed, threads });
}

/** A restored database contains content that was removed after its backup. It must not be served or harvested yet. */
export class RemovalsPendingError extends AppError {
  constructor(path: string) {
    super(
      'removals_pending',
      `the database has posts or files that were removed, says ${path}: it is probably a restored backup. Run sagasu restore finish, then start again`,
    );
  }
}

/**
 * Index: posts_pkey, boards_name_key, banned_media_pkey. Runs with a reader's rights. $1 boards, $2 nums, $3 subnums, $4 hashes in
 * hexadecimal.
 */
const SEES_REMOVED = `
select exists (
    select 1 from unnest($1::text[], $2::bigint[], $3::int[]) as r (board, num, subnum)
    join boards b on b.name = r.board
    join posts p on p.board_id = b.id and p.num = r.num and p.subnum = r.subnum
    where p.time_purged is null)
  or exists (
    select 1 from unnest($4::text[]) as r (hash) where not exists (select 1 from banned_media m where m.hash = decode(r.hash, 'hex')))
  as sees`;

/** Index: tombstones_pkey. Includes posts that are not stored, which a scraper could store again. $1 boards, $2 nums, $3 subnums. */
const LACKS_TOMBSTONES = `
select exists (
    select 1 from unnest($1::text[], $2::bigint[], $3::int[]) as r (board, num, subnum)
    join boards b on b.name = r.board
    where not exists (select 1 from tombstones t where t.board_id = b.id and t.num = r.num and t.subnum = r.subnum)) as lacks`;

/** The function's comment names the indexes. $1 deletions as JSON. */
const LACKS_DELETIONS = 'select exists (select from undone_file_deletions($1)) as lacks';
const DELETE_AGAIN = 'select delete_files_again($1) as files';

const RETRY_MS = 1_000;

/**
 * Called by scrapers before they harvest. Waits for PostgreSQL, if anything was ever removed.
 * @throws RemovalsPendingError
 */
export async function assertRemoved(pool: pg.Pool, log: RemovalLog, closing: AbortSignal): Promise<void> {
  while (!(await isRemoved(pool, log, 'scraper'))) await sleep(RETRY_MS, undefined, { signal: closing });
}

/**
 * Called by servers before they serve. Without PostgreSQL a server answers from documents of the index: it starts, and compares within a
 * second after PostgreSQL is back. An error then is an unhandled rejection, which ends the process.
 * @throws RemovalsPendingError
 */
export async function assertRemovedOnceReachable(pool: pg.Pool, log: RemovalLog, closing: AbortSignal): Promise<void> {
  if (await isRemoved(pool, log, 'server')) return;
  const compareLater = async () => {
    do await sleep(RETRY_MS, undefined, { signal: closing, ref: false }).catch(() => undefined);
    while (!closing.aborted && !(await isRemoved(pool, log, 'server')));
  };
  void compareLater();
}

/**
 * false while PostgreSQL is unavailable. `as` names the rights of the pool's role: a scraper reads tombstones, a server reads the rows
 * that readers see.
 * @throws RemovalsPendingError
 */
async function isRemoved(pool: pg.Pool, log: RemovalLog, as: 'scraper' | 'server'): Promise<boolean> {
  const removals = await log.read();
  if (removals.length === 0) return true;
  try {
    await compare(pool, log, removals, as);
    return true;
  } catch (thrown) {
    if (toUnavailable(toError(thrown)) === null) throw thrown;
    return false;
  }
}

async function compare(
  pool: pg.Pool,
  log: RemovalLog,
  removals: readonly Removal[],
  as: 'scraper' | 'server',
): Promise<void> {
  const posts = postsIn(removals);
  const keys = [posts.map(({ board }) => board), posts.map(({ num }) => num), posts.map(({ subnum }) => subnum)];
  const { rows } = await pool.query<{ sees: boolean }>(SEES_REMOVED, [...keys, [...bannedIn(removals)]]);
  if (rows[0]?.sees === true) throw new RemovalsPendingError(log.path);
  const deletions = fileDeletionsIn(removals);
  if (deletions.length > 0) {
    const { rows: undone } = await pool.query<{ lacks: boolean }>(LACKS_DELETIONS, [JSON.stringify(deletions)]);
    if (undone[0]?.lacks === true) throw new RemovalsPendingError(log.path);
  }
  if (as === 'server') return;
  const { rows: lacking } = await pool.query<{ lacks: boolean }>(LACKS_TOMBSTONES, keys);
  if (lacking[0]?.lacks === true) throw new RemovalsPendingError(log.path);
}

export function postsIn(removals: readonly Removal[]): readonly (RemovedPost & { readonly board: string })[] {
  return removals.flatMap((removal) =>
    removal.action === 'purge' ? removal.posts.map((post) => ({ ...post, board: removal.board })) : [],
  );
}

export function threadsIn(removals: readonly Removal[]): readonly number[] {
  return [...new Set(removals.flatMap((removal) => (removal.action === 'purge' ? removal.threads : [])))];
}

/** Index: moderated_threads_pkey. $1 board, $2 threads. */
const PURGE_THREADS = `
insert into moderated_threads (board_id, thread, purged) select $1, thread, true from unnest($2::bigint[]) as t (thread)
on conflict (board_id, thread) do update set purged = true`;

const AT_ONCE = 5_000;

export interface CarriedOut {
  readonly posts: number;
  readonly bans: number;
  /** Files that were deleted without a ban. */
  readonly files: number;
}

/** Repeats the removals in the log. Safe to run again. `ban` bans a file and is called for every banned one. */
export async function carryOutRemovals(
  pool: pg.Pool,
  log: RemovalLog,
  ban: (hash: Buffer) => Promise<void>,
  now: Date,
): Promise<CarriedOut> {
  const removals = await log.read();
  const slices = createSlices(pool);
  let purged = 0;
  for (const board of await listBoards(pool)) {
    const ofBoard = removals.filter((removal) => removal.action === 'purge' && removal.board === board.name);
    const threads = threadsIn(ofBoard);
    if (threads.length > 0) await pool.query(PURGE_THREADS, [board.id, threads]);
    const at = now.toISOString();
    const posts = new Map(
      postsIn(ofBoard).map(({ num, subnum, thread, opener, time_posted }) => [
        `${num}.${subnum}`,
        JSON.stringify({ num, subnum, thread, opener, time_posted, time_modified: at, time_purged: at }),
      ]),
    );
    const lines = [...posts.values()];
    for (let from = 0; from < lines.length; from += AT_ONCE) {
      const by = { actor: 'restore', reason: 'purged after the backup', now };
      purged += await writeTombstones(pool, slices, board, lines.slice(from, from + AT_ONCE), by);
    }
  }
  const banned = bannedIn(removals);
  for (const hash of banned) await ban(Buffer.from(hash, 'hex'));
  const { rows } = await pool.query<{ files: number }>(DELETE_AGAIN, [JSON.stringify(fileDeletionsIn(removals))]);
  return { posts: purged, bans: banned.size, files: rows[0]?.files ?? 0 };
}
