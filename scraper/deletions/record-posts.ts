/** What a copy of a living thread says of the posts that it leaves out. */
import type pg from 'pg';
import type { ThreadAnswer } from '../store/write-thread.ts';
import type { ThreadObservation } from '../sources/source.ts';
import { isMassOfPosts, judgePosts, postponed, type KnownPost, type MissingPost } from './judge-posts.ts';
import { missingColumns, missingIn } from './missing-rows.ts';
import * as sql from './sql.ts';

export interface RecordedMissing {
  readonly deleted: number;
  /** Said to be deleted, and there again. */
  readonly restored: number;
  /** Too many are missing to be believed. */
  readonly held: number;
  /** Least rev of the rows that changed; null for none. */
  readonly minRev: string | null;
}

const NOTHING: RecordedMissing = { deleted: 0, restored: 0, held: 0, minRev: null };

/** Under the thread's lock, with the answer's posts written. `rows` are the known posts that the answer says something of. */
export async function recordMissingPosts(
  client: pg.PoolClient,
  answer: ThreadAnswer,
  rows: readonly sql.KnownPostRow[],
): Promise<RecordedMissing> {
  const { board, thread, lastModified, now } = answer;
  const nums = thread.posts.map(({ fields }) => fields.num);
  if (rows.length === 0) return NOTHING;
  const seconds = lastModified === null ? Number.NaN : Date.parse(lastModified) / 1000;
  const copy = {
    version: Number.isNaN(seconds) ? null : seconds,
    nums,
    replies: thread.posts[0]?.fields.replies ?? null,
    isRolling: isRolling(thread),
  };
  const verdicts = judgePosts(copy, rows.map(toKnown), now);
  if (verdicts.missing.size > 0) await saveMissing(client, board.id, thread.num, verdicts.missing);
  const restored = await restore(client, board.id, thread.num, verdicts.back, now);
  if (verdicts.deleted.size === 0) return { ...NOTHING, ...restored };

  const { rows: counts } = await client.query<{ undecided: number; posts: number | null }>(sql.COUNT_MISSING_POSTS, [
    board.id,
  ]);
  const { undecided = 0, posts = null } = counts[0] ?? {};
  let held = 0;
  if (isMassOfPosts(undecided, posts)) {
    const { rowCount } = await client.query(sql.HOLD_MISSING_POSTS, [board.id]);
    held = rowCount ?? 0;
  }
  const deleted = held === 0 ? verdicts.deleted : releasedOf(verdicts.deleted, rows);
  const marked = await markDeleted(client, board.id, thread.num, deleted, now);
  return { ...restored, held, deleted: marked.deleted, minRev: least(marked.minRev, restored.minRev) };
}

/** Those that an operator let go. */
function releasedOf(deleted: ReadonlyMap<number, Date>, rows: readonly sql.KnownPostRow[]): ReadonlyMap<number, Date> {
  const released = new Set(rows.filter(({ state }) => state === 'released').map(({ num }) => Number(num)));
  return new Map([...deleted].filter(([num]) => released.has(num)));
}

/** Marks posts as deleted when each was first missed, and remembers that it was we who said so. */
export async function markDeleted(
  client: pg.PoolClient,
  boardId: number,
  thread: number,
  deleted: ReadonlyMap<number, Date>,
  now: Date,
): Promise<{ readonly deleted: number; readonly minRev: string | null }> {
  const rows = Array.from(deleted, ([num, firstMissedAt]): [number, MissingPost] => [
    num,
    { firstMissedAt, state: 'deleted', attempts: 0, dueAt: now },
  ]);
  await saveMissing(client, boardId, thread, new Map(rows));
  const marked = await client.query<MarkedRow>(sql.MARK_DELETED, [
    boardId,
    [...deleted.keys()],
    [...deleted.values()],
    now,
  ]);
  return { deleted: Number(marked.rows[0]?.posts ?? 0), minRev: marked.rows[0]?.min_rev ?? null };
}

/** Posts that are there: what was said of them is taken back. */
export async function restore(
  client: pg.PoolClient,
  boardId: number,
  thread: number,
  nums: readonly number[],
  now: Date,
): Promise<{ readonly restored: number; readonly minRev: string | null }> {
  if (nums.length === 0) return { restored: 0, minRev: null };
  const { rows } = await client.query<{ num: string }>(sql.DROP_MISSING_POSTS, [boardId, thread, nums]);
  if (rows.length === 0) return { restored: 0, minRev: null };
  const marked = await client.query<MarkedRow>(sql.MARK_THERE, [boardId, rows.map(({ num }) => num), now]);
  return { restored: Number(marked.rows[0]?.posts ?? 0), minRev: marked.rows[0]?.min_rev ?? null };
}

/** A look that came due and said nothing new. */
export async function postponePosts(client: pg.PoolClient, boardId: number, thread: number, now: Date): Promise<void> {
  const { rows } = await client.query<sql.KnownPostRow>(sql.SELECT_DUE_OF_THREAD, [boardId, thread, now]);
  const known = rows.map(toKnown).flatMap(({ num, missing }) => (missing === null ? [] : [[num, missing] as const]));
  if (known.length === 0) return;
  await saveMissing(client, boardId, thread, new Map(known.map(([num, row]) => [num, postponed(row, now)])));
}

/** The lower of two revs, none counting for nothing. */
export function least(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return BigInt(a) < BigInt(b) ? a : b;
}

interface MarkedRow {
  readonly posts: string;
  readonly min_rev: string | null;
}

/** Sites drop the oldest replies of such threads: 4chan's of a sticky with a cap, vichan's of a cyclical one. */
function isRolling({ posts }: ThreadObservation): boolean {
  const { sticky_cap: cap, cyclical } = posts[0]?.fields.extra ?? {};
  return typeof cap === 'number' || cyclical === '1' || cyclical === 1 || cyclical === true;
}

function toKnown(row: sql.KnownPostRow): KnownPost {
  return { num: Number(row.num), posted: row.posted, missing: missingIn(row) };
}

async function saveMissing(
  client: pg.PoolClient,
  boardId: number,
  thread: number,
  missing: ReadonlyMap<number, MissingPost>,
): Promise<void> {
  await client.query(sql.UPSERT_MISSING_POSTS, [boardId, thread, ...missingColumns(missing)]);
}
