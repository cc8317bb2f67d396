import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Board } from '../mappings/board.ts';
import { MAX_COUNT, numbersOf, type PostObservation } from '../mappings/post.ts';
import { withinStored, type ShortenedText } from '../mappings/text-limits.ts';
import { transaction, withConnection } from '../platform/postgres.ts';
import { bumpOpeners, countPosts, type ThreadBump } from './change-posts.ts';
import { copyField } from './copy-text.ts';
import { findConflicts, type ConflictCount } from './conflicts.ts';
import { begunThreads, copyThreads, newThreads } from './copy-threads.ts';
import { isRefused, judgeObservations, newAmong, noteVerdicts, readFilters } from './filters.ts';
import { listedFiles, mergeExtraFiles } from './merge-files.ts';
import {
  mergePosts,
  toMergedPosts,
  type MergedPosts,
  type MergedRow,
  type MergeOptions,
  type StoredPosts,
} from './merge-posts.ts';
import { SUPPLIED_COLUMNS, observedValue, type Origin } from './merge-columns.ts';
import { lockBoard, type PostLock } from './post-lock.ts';
import { RangeLines } from './range-lines.ts';
import type { Slices } from './slices.ts';

const LINE_COLUMNS = [
  ...SUPPLIED_COLUMNS.map(({ name, type }) => ({ name, type })),
  { name: 'board_id', type: 'int' },
  { name: 'time_modified', type: 'timestamptz' },
  { name: 'hidden', type: 'boolean' },
  { name: 'time_bumped', type: 'timestamptz' },
  { name: 'replies', type: 'int' },
  { name: 'images', type: 'int' },
] as const;
const names = LINE_COLUMNS.map(({ name }) => name).join(', ');

const COPY_STAGED = `copy staged_posts (${names}) from stdin`;

/**
 * Creates a temporary table once per session, since creating it for each range takes longer than filling it. The session's lock keeps
 * the filters unchanged from the verdicts until the posts are stored.
 */
const BEGIN_RANGE = `
set client_min_messages = warning;
create temporary table if not exists staged_posts (${LINE_COLUMNS.map(({ name, type }) => `${name} ${type}`).join(', ')});
reset client_min_messages;
truncate staged_posts;
select pg_advisory_lock_shared(hashtext('sagasu_filters'), 0)`;
const UNLOCK_FILTERS = `select pg_advisory_unlock_shared(hashtext('sagasu_filters'), 0)`;

/** Reads the whole staging table. $1 nums, $2 subnums. */
const DELETE_STAGED = `
delete from staged_posts s using unnest($1::bigint[], $2::int[]) as refused (num, subnum)
where s.num = refused.num and s.subnum = refused.subnum`;

const MERGE_STAGED = {
  source: mergePosts('staged_posts', 'source'),
  import: mergePosts('staged_posts', 'import'),
  removed: mergePosts('staged_posts', 'removed'),
} as const satisfies Readonly<Record<Origin, string>>;

/**
 * Index: tombstones_pkey, moderated_threads_pkey, posts_pkey. Deletes staged posts that were purged or belong to a purged thread. $1
 * board.
 */
const COUNT_PURGED = `
select count(*)::int as purged from staged_posts s
where exists (select 1 from tombstones t where t.board_id = $1 and t.num = s.num and t.subnum = s.subnum)
  or exists (select 1 from moderated_threads m where m.board_id = $1 and m.thread = s.thread and m.purged)
    and not exists (select 1 from posts p where p.board_id = $1 and p.num = s.num and p.subnum = s.subnum)`;

/** Reads the whole staging table: threads whose openers are not in it, but may be stored. $1 threads. */
const SELECT_BUMPS = `
select thread, max(time_posted) as bumped from staged_posts where thread = any ($1::bigint[]) group by thread
having not bool_or(opener)`;

export interface WrittenRange extends StoredPosts {
  /** Posts of an import that are purged in this archive and stay purged; not counted for a source. */
  readonly purged: number;
  /** New posts that a filter refused: they are not stored. */
  readonly refused: number;
  /** Conflicts: stored posts whose values differ from the import. */
  readonly conflicts: readonly ConflictCount[];
}

/**
 * Stores any number of observed posts from any threads of one board, under the board's lock. New threads of an import are copied straight
 * into the board's partitions; the others go to a staging table and are merged. The result is the same as that of writeThread for each
 * thread. `posts` must not contain a post twice. The pool's statement timeout applies to each statement.
 * `before` is the range that must be stored first: these posts are prepared while it is written, and are not stored if it fails.
 * @throws DatabaseError of class 22 or 23 for posts that the table refuses; then nothing is stored.
 */
export async function writeRange(
  pool: pg.Pool,
  slices: Slices,
  board: Pick<Board, 'id' | 'sliceSize'>,
  posts: Iterable<PostObservation>,
  { mediaKinds, now }: MergeOptions,
  by: Origin = 'source',
  before: Promise<unknown> = Promise.resolve(),
): Promise<WrittenRange> {
  const observed = [...posts];
  const isCopied = by === 'import' && mediaKinds.length === 0;
  try {
    return await write(isCopied);
  } catch (error) {
    // A writer without the lock has stored one of the posts meanwhile: a merge expects that.
    if (isCopied && error instanceof pg.DatabaseError && error.code === '23505') return write(false);
    throw error;
  }

  async function write(copies: boolean): Promise<WrittenRange> {
    return withConnection(pool, async (client) => {
      await client.query(BEGIN_RANGE);
      try {
        return await writePrepared(client, copies);
      } catch (error) {
        // A failed transaction accepts no further statements.
        await client.query('rollback').catch(() => undefined);
        throw error;
      } finally {
        // A connection that cannot roll back is broken; withConnection closes it.
        await client.query(UNLOCK_FILTERS).catch(() => undefined);
      }
    });
  }

  async function writePrepared(client: pg.PoolClient, copies: boolean): Promise<WrittenRange> {
    const filters = by === 'removed' ? null : await readFilters(client, board.id);
    const shortened: ShortenedText[] = [];
    const kept = observed.map((post) => withinStored(post, (text) => shortened.push(text)));
    const judged = filters === null || filters.isEmpty ? [] : await judgeObservations(filters, kept);
    const states = threadStates(kept);
    const lines = await linesOf(kept, states, board.id, now);
    const staged = new Set<number>();
    const stage = async (isStaged: (thread: number) => boolean) => {
      const threads = new Set<number>();
      for (const { thread } of lines.keys) if (!staged.has(thread) && isStaged(thread)) threads.add(thread);
      if (threads.size === 0) return;
      await pipeline(
        Readable.from(lines.pieces(({ thread }) => threads.has(thread))),
        client.query(copyFrom(COPY_STAGED)),
      );
      for (const thread of threads) staged.add(thread);
    };
    const threadsToCopy = async (): Promise<Set<number>> => {
      if (!copies) return new Set();
      const threads = await newThreads({ client, boardId: board.id }, lines.keys);
      for (const [thread, { isUsual }] of states) if (!isUsual || staged.has(thread)) threads.delete(thread);
      return threads;
    };
    const filtered = new Set(judged.map(({ num, subnum }) => `${num}_${subnum}`));
    for (const { num, subnum, thread } of filtered.size === 0 ? [] : lines.keys) {
      const state = states.get(thread);
      if (state !== undefined && filtered.has(`${num}_${subnum}`)) state.isUsual = false;
    }
    // Staged while the range before is written. Its threads, and posts that a scraper stores meanwhile, are found again under the lock.
    const early = await threadsToCopy();
    await stage((thread) => !early.has(thread));
    await before;
    // Before the transaction: creating a partition locks the whole table.
    await slices.ensure(
      board,
      lines.keys.map(({ num }) => num),
      client,
    );
    return transaction(client, async () => {
      const lock = await lockBoard(client, board.id);
      const copied = await threadsToCopy();
      await stage((thread) => !copied.has(thread));
      const begun = await begunThreads(lock, copied);
      await copyThreads(lock, board, { lines, columns: names, threads: copied, now });
      const toMerge = lines.keys.reduce((count, { thread }) => count + (copied.has(thread) ? 0 : 1), 0);
      const copiedPosts = lines.keys.length - toMerge;
      const fresh = await newAmong(lock, judged);
      const refused = fresh.filter(isRefused);
      if (refused.length > 0)
        await client.query(DELETE_STAGED, [refused.map(({ num }) => num), refused.map(({ subnum }) => subnum)]);
      const merge = MERGE_STAGED[by];
      // Posts that another archive removed are all hidden.
      const hidden = by === 'removed' ? [] : numbersOf(fresh.filter((post) => !isRefused(post)));
      const merged =
        toMerge === 0
          ? NOTHING_MERGED
          : toMergedPosts((await client.query<MergedRow>(merge, [board.id, now, mediaKinds, ...hidden])).rows);
      await mergeExtraFiles(lock, listedFiles(kept), { mediaKinds, now }, by);
      await noteVerdicts(lock, fresh);
      // A source sends whole threads; an import may have stored the opener with an earlier range.
      if (by !== 'source' && merged.threads.length > 0) await bumpEarlierOpeners(lock, merged.threads, now);
      const bumps = begun.flatMap((thread) => bumpOf(thread, states.get(thread)));
      if (bumps.length > 0) await bumpOpeners(lock, bumps, now);
      await countPosts(lock, [...merged.threads, ...begun], now);
      const isOverStored = by !== 'source' && merged.added < toMerge - refused.length;
      return {
        ...merged,
        added: merged.added + copiedPosts,
        threads: [...merged.threads, ...copied],
        shortened,
        purged: isOverStored ? await countPurged(lock) : 0,
        refused: refused.length,
        conflicts: isOverStored && by === 'import' ? await findConflicts(lock) : [],
      };
    });
  }
}

const NOTHING_MERGED: MergedPosts = { added: 0, changed: 0, doubled: 0, doubledNum: null, threads: [] };

/** The posts of a thread in a range. */
interface ThreadState {
  bumped: Date;
  posts: number;
  files: number;
  hasOpener: boolean;
  /** The only opener, if any, has the thread's number, and no filter matches a post. */
  isUsual: boolean;
}

function threadStates(posts: readonly PostObservation[]): ReadonlyMap<number, ThreadState> {
  const states = new Map<number, ThreadState>();
  for (const {
    fields: { num, subnum, thread, opener, timePosted, mediaType },
  } of posts) {
    let state = states.get(thread);
    if (state === undefined)
      states.set(thread, (state = { bumped: timePosted, posts: 0, files: 0, hasOpener: false, isUsual: true }));
    if (timePosted > state.bumped) state.bumped = timePosted;
    state.posts++;
    if (mediaType !== null) state.files++;
    state.hasOpener ||= opener;
    if (opener && (num !== thread || subnum !== 0)) state.isUsual = false;
  }
  return states;
}

function bumpOf(thread: number, state: ThreadState | undefined): readonly ThreadBump[] {
  return state === undefined || state.hasOpener ? [] : [{ thread, bumped: state.bumped }];
}

async function countPurged({ client, boardId }: PostLock): Promise<number> {
  const { rows } = await client.query<{ purged: number }>(COUNT_PURGED, [boardId]);
  return rows[0]?.purged ?? 0;
}

async function bumpEarlierOpeners(lock: PostLock, threads: readonly number[], now: Date): Promise<void> {
  const { rows } = await lock.client.query<{ thread: string; bumped: Date }>(SELECT_BUMPS, [threads]);
  const bumps = rows.map(({ thread, bumped }) => ({ thread: Number(thread), bumped }));
  if (bumps.length > 0) await bumpOpeners(lock, bumps, now);
}

/** Lines that are made before other work has its turn: some milliseconds, so that the range before is sent meanwhile. */
const AT_ONCE = 500;

async function linesOf(
  posts: readonly PostObservation[],
  states: ReadonlyMap<number, ThreadState>,
  boardId: number,
  now: Date,
): Promise<RangeLines> {
  const lines = new RangeLines();
  const written = `\t${boardId}\t${now.toISOString()}\tf`;
  const ofReply = `${written}\t\\N\t\\N\t\\N\n`;
  for (const [at, post] of posts.entries()) {
    const { num, subnum, thread, opener } = post.fields;
    let line = '';
    for (const column of SUPPLIED_COLUMNS)
      line += (line === '' ? '' : '\t') + copyField(observedValue(column, post, now));
    const state = opener ? states.get(thread) : undefined;
    lines.add({ num, subnum, thread }, line + (state === undefined ? ofReply : written + ofOpener(state)));
    if (at % AT_ONCE === AT_ONCE - 1) await setImmediate();
  }
  return lines;
}

function ofOpener({ bumped, posts, files }: ThreadState): string {
  return `\t${bumped.toISOString()}\t${Math.min(posts - 1, MAX_COUNT)}\t${Math.min(files, MAX_COUNT)}\n`;
}
