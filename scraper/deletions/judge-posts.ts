/**
 * Decides which posts of a living thread are deleted, by comparing successive copies of the thread. Pure. The source's CDN serves old
 * copies, copies are truncated, and requests fail, so one copy without a post proves nothing.
 */

/** Minimum time between the two copies that must agree. */
export const MIN_TIME_BETWEEN_COPIES_MS = 60_000;
const FIRST_RETRY_MS = 10_000;
const LONGEST_RETRY_MS = 3_600_000;

/**
 * If more than this share of the posts in the board's living threads is missing at the same time, a fault is assumed until an operator
 * releases them.
 */
export const MASS_SHARE = 0.2;
/** Fewer missing posts are never a mass disappearance. */
export const MASS_POSTS = 10;

export interface ThreadCopy {
  /** Last-Modified in seconds since 1970; null if the source sends none. Never older than the newest stored copy. */
  readonly version: number | null;
  /** Numbers of all posts in the copy, also of those that were refused; the opener's first. */
  readonly nums: readonly number[];
  /** The reply count that the opener states; null if it is unknown. */
  readonly replies: number | null;
  /** True if posts that the copy lacks may be missing; false if it has posts without a readable number, or no readable opener. */
  readonly isEvidence: boolean;
  /** The source drops the oldest replies of this thread as new ones come. */
  readonly isRolling: boolean;
}

/** A stored post that is not marked as deleted, or that the archive itself has marked. */
export interface KnownPost {
  readonly num: number;
  /** Seconds since 1970. */
  readonly posted: number;
  readonly missing: MissingPost | null;
}

export interface MissingPost {
  readonly firstMissedAt: Date;
  /**
   * missing    absent from a copy, not decided yet
   * held       not judged, because too many were missing at once
   * released   released by an operator: judged, and not counted towards a mass disappearance
   * deleted    marked as deleted by the archive
   */
  readonly state: 'missing' | 'held' | 'released' | 'deleted';
  readonly attempts: number;
  readonly dueAt: Date;
}

export interface PostVerdicts {
  /** Rows to save. */
  readonly missing: ReadonlyMap<number, MissingPost>;
  /** Deleted posts: num → when the post was first missing. */
  readonly deleted: ReadonlyMap<number, Date>;
  /** Posts that are present again: their rows are removed. */
  readonly back: readonly number[];
}

export function judgePosts(copy: ThreadCopy, known: readonly KnownPost[], now: Date): PostVerdicts {
  const there = new Set(copy.nums);
  const newest = Math.max(...copy.nums);
  // The first number is the opener's.
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
    if (!copy.isEvidence || row?.state === 'deleted' || row?.state === 'held') continue;
    // The source may have dropped it as the oldest reply.
    if (copy.isRolling && num < oldestReply) continue;
    // The copy may be older than the post.
    if (newest < num && (copy.version === null || copy.version <= posted)) continue;
    if (row === null) {
      const dueAt = new Date(now.getTime() + MIN_TIME_BETWEEN_COPIES_MS);
      missing.set(num, { firstMissedAt: now, state: 'missing', attempts: 0, dueAt });
      continue;
    }
    if (now.getTime() - row.firstMissedAt.getTime() < MIN_TIME_BETWEEN_COPIES_MS) continue;
    // A truncated copy lacks its end, and has fewer posts than its opener states. Some sites count deleted posts too: there, the copy
    // must contain a later post.
    if (isWhole || newest > num) deleted.set(num, row.firstMissedAt);
    else missing.set(num, postponed(row, now));
  }
  return { missing, deleted, back };
}

/** The row after a fetch that decided nothing: one more attempt, due later. */
export function postponed<R extends { readonly attempts: number; readonly dueAt: Date }>(row: R, now: Date): R {
  const waitMs = Math.min(FIRST_RETRY_MS * 2 ** Math.max(0, row.attempts - 1), LONGEST_RETRY_MS);
  // The first copy may have been an old one from a cache; the next request gets the newest.
  return { ...row, attempts: row.attempts + 1, dueAt: row.attempts === 0 ? now : new Date(now.getTime() + waitMs) };
}

/** `undecided`: number of the board's posts in the state `missing`. `boardPosts`: posts of its living threads; null if unknown. */
export function isMassOfPosts(undecided: number, boardPosts: number | null): boolean {
  return boardPosts !== null && undecided >= MASS_POSTS && undecided > boardPosts * MASS_SHARE;
}
