import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Board } from '../mappings/board.ts';
import { numbersOf, type PostObservation } from '../mappings/post.ts';
import { withinStored, type ShortenedText } from '../mappings/text-limits.ts';
import { transaction, withConnection } from '../platform/postgres.ts';
import { bumpOpeners, countPosts } from './change-posts.ts';
import { findConflicts, type ConflictCount } from './conflicts.ts';
import { copyField, inPieces } from './copy-text.ts';
import { isRefused, judgeObservations, newAmong, noteVerdicts, readFilters } from './filters.ts';
import { listedFiles, mergeExtraFiles, type ListedFiles } from './merge-files.ts';
import { mergePosts, toMergedPosts, type MergedRow, type MergeOptions, type StoredPosts } from './merge-posts.ts';
import { SUPPLIED_COLUMNS, observedValue, type Origin } from './merge-columns.ts';
import { lockBoard, type PostLock } from './post-lock.ts';
import type { Slices } from './slices.ts';

const names = SUPPLIED_COLUMNS.map(({ name }) => name).join(', ');

const COPY_STAGED = `copy staged_posts (${names}) from stdin`;

/**
 * Creates a temporary table once per session, since creating it for each range takes longer than filling it. The session's lock keeps
 * the filters unchanged from the verdicts until the posts are stored.
 */
const BEGIN_RANGE = `
set client_min_messages = warning;
create temporary table if not exists staged_posts (${SUPPLIED_COLUMNS.map(({ name, type }) => `${name} ${type}`).join(', ')});
reset client_min_messages;
truncate staged_posts;
select pg_advisory_lock_shared(hashtext('sagasu_filters'), 0)`;
const UNLOCK_FILTERS = `select pg_advisory_unlock_shared(hashtext('sagasu_filters'), 0)`;

/** Reads the whole staging table. $1 nums, $2 subnums. */
const DELETE_STAGED = `
delete from staged_posts s using unnest($1::bigint[], $2::int[]) as refused (num, subnum)
where s.num = refused.num and s.subnum = refused.subnum`;

/** Reads the whole staging table. $1 posts per slice. */
const SELECT_SLICES = 'select min(num) as num from staged_posts group by num / $1::bigint';

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
 * Stores any number of observed posts from any threads of one board: COPY to a staging table, then one merge under the board's lock. The
 * result is the same as that of writeThread for each thread. `posts` must not contain a post twice. The pool's statement timeout
 * applies to the COPY and to the merge.
 * `before` is the range that must be stored first: these posts are staged while it is written, and are not stored if it fails.
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
  return withConnection(pool, async (client) => {
    await client.query(BEGIN_RANGE);
    try {
      return await writeStaged(client, posts);
    } catch (error) {
      // A failed transaction accepts no further statements.
      await client.query('rollback').catch(() => undefined);
      throw error;
    } finally {
      // A connection that cannot roll back is broken; withConnection closes it.
      await client.query(UNLOCK_FILTERS).catch(() => undefined);
    }
  });

  async function writeStaged(client: pg.PoolClient, given: typeof posts): Promise<WrittenRange> {
    const filters = by === 'removed' ? null : await readFilters(client, board.id);
    const toJudge: PostObservation[] = [];
    const withFiles: ListedFiles[] = [];
    const keep = (post: PostObservation) => {
      withFiles.push(...listedFiles([post]));
      if (filters?.isEmpty === false) toJudge.push(post);
    };
    const copy = client.query(copyFrom(COPY_STAGED));
    const shortened: ShortenedText[] = [];
    const shorten = (text: ShortenedText) => shortened.push(text);
    await pipeline(Readable.from(inPieces(linesOf(given, now, { keep, shorten }))), copy);
    const staged = copy.rowCount;
    const judged = filters === null ? [] : await judgeObservations(filters, toJudge);
    await before;
    // Before the transaction: creating a partition locks the whole table.
    const { rows } = await client.query<{ num: string }>(SELECT_SLICES, [board.sliceSize]);
    await slices.ensure(
      board,
      rows.map(({ num }) => Number(num)),
      client,
    );
    return transaction(client, async () => {
      const lock = await lockBoard(client, board.id);
      const fresh = await newAmong(lock, judged);
      const refused = fresh.filter(isRefused);
      if (refused.length > 0)
        await client.query(DELETE_STAGED, [refused.map(({ num }) => num), refused.map(({ subnum }) => subnum)]);
      const merge = MERGE_STAGED[by];
      // Posts that another archive removed are all hidden.
      const hidden = by === 'removed' ? [] : numbersOf(fresh.filter((post) => !isRefused(post)));
      const written = toMergedPosts(
        (await client.query<MergedRow>(merge, [board.id, now, mediaKinds, ...hidden])).rows,
      );
      await mergeExtraFiles(lock, withFiles, { mediaKinds, now }, by);
      await noteVerdicts(lock, fresh);
      // A source sends whole threads; an import may have stored the opener with an earlier range.
      if (by !== 'source' && written.threads.length > 0) await bumpEarlierOpeners(lock, written.threads, now);
      await countPosts(lock, written.threads, now);
      const isOverStored = by !== 'source' && written.added < staged - refused.length;
      return {
        ...written,
        shortened,
        purged: isOverStored ? await countPurged(lock) : 0,
        refused: refused.length,
        conflicts: isOverStored && by === 'import' ? await findConflicts(lock) : [],
      };
    });
  }
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

interface LineWatch {
  readonly keep: (post: PostObservation) => void;
  readonly shorten: (text: ShortenedText) => void;
}

function* linesOf(posts: Iterable<PostObservation>, now: Date, { keep, shorten }: LineWatch): Generator<string> {
  for (const observed of posts) {
    const post = withinStored(observed, shorten);
    keep(post);
    let line = '';
    for (const column of SUPPLIED_COLUMNS)
      line += (line === '' ? '' : '\t') + copyField(observedValue(column, post, now));
    yield `${line}\n`;
  }
}
