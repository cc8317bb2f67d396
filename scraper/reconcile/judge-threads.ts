/**
 * Decides which threads of a board were deleted and which were pruned, by comparing successive lists of living threads. Pure.
 *
 * A new thread prunes the last one. So if a thread disappears while an unbumped thread from a later page is still listed, it was not
 * pruned but deleted or archived.
 */
import { MIN_TIME_BETWEEN_COPIES_MS, MASS_SHARE, type MissingPost } from '../deletions/judge-posts.ts';
import type { ListCopy } from '../sources/source.ts';

export interface ListedPlace {
  readonly num: number;
  readonly modified: number;
  readonly page: number;
}

export interface BoardList {
  /** Seconds since 1970. */
  readonly version: number;
  /** Threads in the source's order. */
  readonly threads: readonly ListedPlace[];
}

export interface MissingThread {
  readonly thread: number;
  readonly firstMissedAt: Date;
  /** The page of its last listing. */
  readonly page: number;
  /** Threads on later pages that were still listed, unbumped, when it was first missing. If there are none, it may have been pruned. */
  readonly behind: readonly Pick<ListedPlace, 'num' | 'modified'>[];
  /** An earlier request for its document was answered by 404. */
  readonly wasGone: boolean;
  readonly state: Exclude<MissingPost['state'], 'deleted'>;
  readonly attempts: number;
  readonly dueAt: Date;
}

interface Comparison {
  /** The list is older than the stored one and is ignored. */
  readonly isOld: boolean;
  /** Rows to save. */
  readonly missing: readonly MissingThread[];
  /** Threads that are listed again: their rows and their deletion marks are removed. */
  readonly back: readonly number[];
  /** So many threads disappeared at the same time that a fault of the source is more likely: none of them is judged. */
  readonly isMass: boolean;
}

/** Only the nearest threads behind a missing one are stored: they are pruned last. */
const MAX_THREADS_BEHIND = 50;

const NOTHING = { missing: [], back: [], isMass: false };

/** Lists older than the stored one are ignored for this long; after that, the site's clock is assumed to have been set back. */
const OLD_LISTS_MS = 3_600_000;

export interface ListVerdicts extends Comparison {
  /** The list to store: the copy, with all threads that may be its unreadable entries. */
  readonly list: BoardList;
}

/** Verdicts on a copy of the list, as in `compareLists`; null if the copy is to be ignored. `seenAt`: when the stored list was read. */
export function judgeList(
  known: (BoardList & { readonly seenAt: Date }) | null,
  { threads, isWhole, lastModified, readAt }: ListCopy,
  undecided: readonly MissingThread[],
): ListVerdicts | null {
  const list = {
    version: versionOf(threads, lastModified),
    threads: isWhole ? threads : withAbsent(threads, known?.threads ?? []),
  };
  const verdicts = compareLists(known, list, undecided, readAt);
  if (verdicts.isOld && known !== null && readAt.getTime() - known.seenAt.getTime() < OLD_LISTS_MS) return null;
  return { ...verdicts, list };
}

/** Seconds since 1970: Last-Modified or, without it, the newest time in the list. */
function versionOf(listed: ListCopy['threads'], lastModified: string | null): number {
  const seconds = lastModified === null ? Number.NaN : Math.floor(Date.parse(lastModified) / 1000);
  return Number.isNaN(seconds) ? Math.max(0, ...listed.map(({ modified }) => modified)) : seconds;
}

/** `known`: the stored list; null for a new board. `undecided`: the stored rows of the board's missing threads. */
export function compareLists(
  known: BoardList | null,
  list: BoardList,
  undecided: readonly MissingThread[],
  now: Date,
): Comparison {
  if (known === null) return { isOld: false, ...NOTHING };
  if (list.version < known.version) return { isOld: true, ...NOTHING };
  const there = new Map(list.threads.map((thread) => [thread.num, thread]));
  const back = undecided.filter(({ thread }) => there.has(thread)).map(({ thread }) => thread);
  const gone = known.threads.filter(({ num }) => !there.has(num));
  if (gone.length === 0) return { isOld: false, missing: [], back, isMass: false };
  const places = placesOf(known);
  // A thread that reappears after a truncated list is not new.
  const knownNums = new Set([...known.threads.map(({ num }) => num), ...undecided.map(({ thread }) => thread)]);
  const pushed = list.threads.filter(({ num }) => !knownNums.has(num)).length;
  const unbumped = known.threads.filter(({ num, modified }) => there.get(num)?.modified === modified);
  // On a board of one page the last thread has none behind it; but without a new thread nothing is pruned.
  const cannotFall = places.isOnePage && pushed === 0;
  const missing = gone.map(({ num, page }): MissingThread => {
    const threadsBehind = unbumped.filter((other) => cannotFall || places.of(other.num) > places.of(num));
    return {
      thread: num,
      firstMissedAt: now,
      page,
      behind: threadsBehind.slice(0, MAX_THREADS_BEHIND).map(({ num: other, modified }) => ({ num: other, modified })),
      wasGone: false,
      state: 'missing',
      attempts: 0,
      dueAt: new Date(now.getTime() + MIN_TIME_BETWEEN_COPIES_MS),
    };
  });
  const open = [...undecided.filter(({ thread, state }) => !there.has(thread) && state !== 'released'), ...missing];
  // Each new thread prunes one. A single thread is never a mass disappearance, however small the board.
  const unexplained = Math.max(open.length - pushed, open.filter(({ behind }) => behind.length > 0).length);
  const isMass = unexplained > 1 && unexplained > knownNums.size * MASS_SHARE;
  if (!isMass) return { isOld: false, missing, back, isMass };
  return { isOld: false, missing: open.map((row) => ({ ...row, state: 'held' })), back, isMass };
}

/** The position of each thread; larger is further back. The order within a page counts only on a board of one page. */
function placesOf({ threads }: BoardList) {
  const isOnePage = threads.every(({ page }) => page === threads[0]?.page);
  const places = new Map(threads.map(({ num, page }, index) => [num, isOnePage ? index : page]));
  return { isOnePage, of: (num: number) => places.get(num) ?? 0 };
}

/** Adds to the list the threads that it lacks compared with the previous list: its unreadable entries may be these. */
function withAbsent(listed: readonly ListedPlace[], before: readonly ListedPlace[]): ListedPlace[] {
  const nums = new Set(listed.map(({ num }) => num));
  return [...listed, ...before.filter(({ num }) => !nums.has(num))];
}

/** The facts about a missing thread. */
export interface ThreadEvidence {
  /** Result of requesting the thread's document; `gone` for 404. */
  readonly document: 'gone' | 'alive' | 'archived' | 'unknown';
  /** True if the source's archive lists it; null for a board without an archive. */
  readonly isArchived: boolean | null | 'unknown';
  /** A sticky thread is listed on the first page regardless of its age, so it may be pruned as soon as it is unstuck. */
  readonly wasSticky: boolean;
  /** The newest list. A thread that an earlier list left out by mistake may have been pruned since. */
  readonly list: BoardList;
}

/** A held thread that no operator releases within this time counts as pruned. */
const LONGEST_HOLD_MS = 24 * 3_600_000;

export type ThreadEnd = 'deleted' | 'archived' | 'pruned';

/**
 * `gone`: probably deleted; the next 404 confirms it. `thresholdPage`: threads from later pages are never marked as deleted.
 */
export function threadEndOf(
  row: MissingThread,
  evidence: ThreadEvidence,
  thresholdPage: number,
  now: Date,
): ThreadEnd | 'undecided' | 'gone' {
  if (evidence.document === 'archived' || evidence.isArchived === true) return 'archived';
  if (evidence.document !== 'gone' || evidence.isArchived === 'unknown') return 'undecided';
  if (now.getTime() - row.firstMissedAt.getTime() < MIN_TIME_BETWEEN_COPIES_MS) return 'undecided';
  const modified = new Map(evidence.list.threads.map((thread) => [thread.num, thread.modified]));
  const isInOrder = !row.behind.some((other) => modified.get(other.num) === other.modified);
  if (isInOrder || evidence.wasSticky || row.page > thresholdPage) return 'pruned';
  // A single 404 may be a fault.
  if (!row.wasGone) return 'gone';
  if (row.state !== 'held') return 'deleted';
  return now.getTime() - row.firstMissedAt.getTime() < LONGEST_HOLD_MS ? 'undecided' : 'pruned';
}
