/**
 * COPY of new threads straight into the partitions of their board. Threads with stored, moderated or filtered posts are merged instead.
 * Rules that follow from the policies of `posts` hold because these threads are left out: COPY into a partition does not apply policies.
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { sliceOf, type Board } from '../mappings/board.ts';
import { NOTIFY_INDEXER, markDirtyOf } from '../mappings/postgres/thread-marks.ts';
import type { PostLock } from './post-lock.ts';
import type { LineKey, RangeLines } from './range-lines.ts';

/** With more stored posts than this between the lowest and the highest number, they are looked up by their keys. */
const MOST_BETWEEN = 20_000;

/** Index: posts_pkey, tombstones_pkey. $1 board, $2 lowest num, $3 highest num, $4 limit. */
const STORED_BETWEEN = `
select num from posts where board_id = $1 and num between $2 and $3
union all select num from tombstones where board_id = $1 and num between $2 and $3
limit $4`;

/** Index: posts_pkey, tombstones_pkey. $1 board, $2 nums. */
const STORED_AMONG = `
select named.num from unnest($2::bigint[]) as named (num)
cross join lateral (
  (select from posts p where p.board_id = $1 and p.num = named.num limit 1)
  union all (select from tombstones t where t.board_id = $1 and t.num = named.num limit 1)
  limit 1
) stored`;

/** Index: moderated_threads_pkey. $1 board, $2 threads. */
const MODERATED_AMONG = 'select thread from moderated_threads where board_id = $1 and thread = any ($2::bigint[])';

/** Index: posts_thread, once per thread: a plain join would read the whole board while PostgreSQL has no statistics. $1 board, $2 threads. */
const BEGUN_AMONG = `
select named.thread from unnest($2::bigint[]) as named (thread)
cross join lateral (select from posts p where p.board_id = $1 and p.thread = named.thread limit 1) begun`;

const DRAW_REV = `select nextval('post_rev') as rev`;

/** Index: dirty_pkey. $1 board, $2 now, $3 threads, $4 a rev below those of their rows. */
const MARK_THREADS = `
with written as (
  select thread, $4::bigint as rev from unnest($3::bigint[]) as copied (thread)
), marked as (
  ${markDirtyOf('written', { board: '$1', now: '$2' })}
)
select ${NOTIFY_INDEXER} from marked limit 1`;

/** The threads of these rows that have neither a stored row among them nor a moderator's decision. */
export async function newThreads(
  { client, boardId }: Pick<PostLock, 'client' | 'boardId'>,
  keys: readonly LineKey[],
): Promise<Set<number>> {
  const threads = new Set(keys.map(({ thread }) => thread));
  if (keys.length === 0) return threads;
  const [lowest, highest] = keys.reduce(
    ([low, high], { num }) => [Math.min(low, num), Math.max(high, num)],
    [Infinity, 0],
  );
  const between = await client.query<{ num: string }>(STORED_BETWEEN, [boardId, lowest, highest, MOST_BETWEEN]);
  const { rows } =
    between.rows.length < MOST_BETWEEN
      ? between
      : await client.query<{ num: string }>(STORED_AMONG, [boardId, keys.map(({ num }) => num)]);
  const stored = new Set(rows.map(({ num }) => Number(num)));
  if (stored.size > 0) for (const { num, thread } of keys) if (stored.has(num)) threads.delete(thread);
  if (threads.size === 0) return threads;
  const moderated = await client.query<{ thread: string }>(MODERATED_AMONG, [boardId, [...threads]]);
  for (const { thread } of moderated.rows) threads.delete(Number(thread));
  return threads;
}

/** Those of the threads that have stored posts. */
export async function begunThreads(
  { client, boardId }: PostLock,
  threads: ReadonlySet<number>,
): Promise<readonly number[]> {
  if (threads.size === 0) return [];
  const { rows } = await client.query<{ thread: string }>(BEGUN_AMONG, [boardId, [...threads]]);
  return rows.map(({ thread }) => Number(thread));
}

/**
 * Copies the lines of these threads and marks the threads for the indexer. `columns` are those of the lines; the table supplies `rev`
 * and `id`. The partitions exist.
 * @throws DatabaseError with the code 23505 if a writer without the lock has stored one of the posts.
 */
export async function copyThreads(
  { client, boardId }: PostLock,
  board: Pick<Board, 'sliceSize'>,
  { lines, columns, threads, now }: CopiedThreads,
): Promise<void> {
  if (threads.size === 0) return;
  const slices = new Set<number>();
  const slice = ({ num }: LineKey): number => sliceOf(num, board.sliceSize);
  for (const key of lines.keys) if (threads.has(key.thread)) slices.add(slice(key));
  // Drawn under the lock, before the rows draw theirs.
  const { rows } = await client.query<{ rev: string }>(DRAW_REV);
  for (const one of slices) {
    const copy = client.query(copyFrom(`copy posts_b${boardId}_s${one} (${columns}) from stdin`));
    const pieces = lines.pieces((key) => threads.has(key.thread) && slice(key) === one);
    await pipeline(Readable.from(pieces), copy);
  }
  await client.query(MARK_THREADS, [boardId, now, [...threads], rows[0]?.rev]);
}

interface CopiedThreads {
  readonly lines: RangeLines;
  readonly columns: string;
  readonly threads: ReadonlySet<number>;
  readonly now: Date;
}
