/**
 * Which posts of a living thread are deleted, by copies of the thread as they come. Pure. Caches at the source's edge answer
 * with old copies, copies are cut short, and answers do not come at all: one copy without a post proves nothing.
 */

/** Two looks that agree lie at least so far apart. */
export const LOOKS_APART_MS = 60_000;
const FIRST_RETRY_MS = 10_000;
const LONGEST_RETRY_MS = 3_600_000;

/** At once, of all posts of the board's living threads: more is a fault of the source until somebody says otherwise. */
export const MASS_SHARE = 0.2;
/** Fewer are never too many. */
export const MASS_POSTS = 10;

export interface ThreadCopy {
  /** Seconds, of its Last-Modified; null where the source sends none. Never older than the newest copy that was stored. */
  readonly version: number | null;
  /** Of every post in it. */
  readonly nums: readonly number[];
  /** How many replies its opener says there are. */
  readonly replies: number | null;
  /** The source drops the oldest replies of this thread as new ones come. */
  readonly isRolling: boolean;
}

/** A stored post that is not marked as deleted, or is so by us. */
export interface KnownPost {
  readonly num: number;
  /** Seconds. */
  readonly posted: number;
  readonly missing: MissingPost | null;
}

export interface MissingPost {
  readonly firstMissedAt: Date;
  /** Released: an operator let it go, so it is judged and counts towards no mass. */
  readonly state: 'missing' | 'held' | 'released' | 'deleted';
  readonly attempts: number;
  readonly dueAt: Date;
}

export interface PostVerdicts {
  /** Rows to write. */
  readonly missing: ReadonlyMap<number, MissingPost>;
  /** Deleted, as of when each was first missed. */
  readonly deleted: ReadonlyMap<number, Date>;
  /** There again: what was noted of them goes. */
  readonly back: readonly number[];
}

export function judgePosts(copy: ThreadCopy, known: readonly KnownPost[], now: Date): PostVerdicts {
  const there = new Set(copy.nums);
  const newest = Math.max(...copy.nums);
  // The opener comes first.
  const oldestReply = Math.min(...copy.nums.slice(1), Number.POSITIVE_INFINITY);
  const isWhole = copy.replies === copy.nums.length - 1;
  const missing = new Map<number, MissingPost>();
  const deleted = new Map<number, Date>();
  const back: number[] = [];
  for (const { num, posted, missing: row } of known) {
    if (there.has(num)) {
      if (row !== null) back.push(num);
      continue;
    }
    if (row?.state === 'deleted' || row?.state === 'held') continue;
    // It may have rolled off, and nobody can tell.
    if (copy.isRolling && num < oldestReply) continue;
    // A copy that may be from before the post was written.
    if (newest < num && (copy.version === null || copy.version <= posted)) continue;
    if (row === null) {
      const dueAt = new Date(now.getTime() + LOOKS_APART_MS);
      missing.set(num, { firstMissedAt: now, state: 'missing', attempts: 0, dueAt });
      continue;
    }
    if (now.getTime() - row.firstMissedAt.getTime() < LOOKS_APART_MS) continue;
    // A copy that was cut short lacks its end, and its opener counts what is not there. Some sites count deleted posts as
    // well: then a later post has to be there.
    if (isWhole || newest > num) deleted.set(num, row.firstMissedAt);
    else missing.set(num, postponed(row, now));
  }
  return { missing, deleted, back };
}

/** Looked at in vain. */
export function postponed<R extends { readonly attempts: number; readonly dueAt: Date }>(row: R, now: Date): R {
  const waitMs = Math.min(FIRST_RETRY_MS * 2 ** Math.max(0, row.attempts - 1), LONGEST_RETRY_MS);
  // The first time it may be an old copy, and the next look brings the newest one.
  return { ...row, attempts: row.attempts + 1, dueAt: row.attempts === 0 ? now : new Date(now.getTime() + waitMs) };
}

/** `undecided`: posts of the board that are missing, not judged, and not released. */
export function isMassOfPosts(undecided: number, boardPosts: number | null): boolean {
  return boardPosts !== null && undecided >= MASS_POSTS && undecided > boardPosts * MASS_SHARE;
}
