/**
 * Which threads of a board are deleted, and which fell off its end, by lists of living threads as they come. Pure.
 *
 * The last thread falls off when a new one comes. So a thread that is gone while one that stood on a later page, and that
 * nobody bumped, is still there did not fall off: its time was not over.
 */
import { LOOKS_APART_MS, MASS_SHARE, type MissingPost } from './judge-posts.ts';

export interface ListedPlace {
  readonly num: number;
  readonly modified: number;
  readonly page: number;
}

export interface BoardList {
  /** Seconds. */
  readonly version: number;
  /** In the source's order. */
  readonly threads: readonly ListedPlace[];
}

export interface MissingThread {
  readonly thread: number;
  readonly firstMissedAt: Date;
  /** The page that it stood on last. */
  readonly page: number;
  /** Threads that stood behind it and that nobody had bumped when it was first missed. None: it may have fallen off. */
  readonly behind: readonly Pick<ListedPlace, 'num' | 'modified'>[];
  /** Its document was gone as well at an earlier look. */
  readonly wasGone: boolean;
  readonly state: Exclude<MissingPost['state'], 'deleted'>;
  readonly attempts: number;
  readonly dueAt: Date;
}

export interface ListVerdicts {
  /** An older copy than the one that is known: nothing follows from it. */
  readonly isOld: boolean;
  /** Rows to write. */
  readonly missing: readonly MissingThread[];
  /** There again: what was noted of them goes, and so does what was said of them. */
  readonly back: readonly number[];
  /** So many vanished at once that a fault of the source is likelier: none of them is judged. */
  readonly isMass: boolean;
}

/** The nearest: they fall off last. */
const MAX_WITNESSES = 50;

const NOTHING = { missing: [], back: [], isMass: false };

/** `undecided` is what was noted of the board's missing threads. */
export function compareLists(
  known: BoardList | null,
  list: BoardList,
  undecided: readonly MissingThread[],
  now: Date,
): ListVerdicts {
  if (known === null) return { isOld: false, ...NOTHING };
  if (list.version < known.version) return { isOld: true, ...NOTHING };
  const there = new Map(list.threads.map((thread) => [thread.num, thread]));
  const back = undecided.filter(({ thread }) => there.has(thread)).map(({ thread }) => thread);
  const gone = known.threads.filter(({ num }) => !there.has(num));
  if (gone.length === 0) return { isOld: false, missing: [], back, isMass: false };
  const places = placesOf(known);
  // What comes back after a list that was cut short is not new.
  const knownNums = new Set([...known.threads.map(({ num }) => num), ...undecided.map(({ thread }) => thread)]);
  const pushed = list.threads.filter(({ num }) => !knownNums.has(num)).length;
  const unbumped = known.threads.filter(({ num, modified }) => there.get(num)?.modified === modified);
  // On a board of one page the last thread has none behind it; but nothing falls off where nothing new comes.
  const cannotFall = places.isOnePage && pushed === 0;
  const missing = gone.map(({ num, page }): MissingThread => {
    const witnesses = unbumped.filter((other) => cannotFall || places.of(other.num) > places.of(num));
    return {
      thread: num,
      firstMissedAt: now,
      page,
      behind: witnesses.slice(0, MAX_WITNESSES).map(({ num: other, modified }) => ({ num: other, modified })),
      wasGone: false,
      state: 'missing',
      attempts: 0,
      dueAt: new Date(now.getTime() + LOOKS_APART_MS),
    };
  });
  const open = [...undecided.filter(({ thread, state }) => !there.has(thread) && state !== 'released'), ...missing];
  // New threads push as many off the end. One thread is no mass, however small the board.
  const unexplained = Math.max(open.length - pushed, open.filter(({ behind }) => behind.length > 0).length);
  const isMass = unexplained > 1 && unexplained > knownNums.size * MASS_SHARE;
  if (!isMass) return { isOld: false, missing, back, isMass };
  return { isOld: false, missing: open.map((row) => ({ ...row, state: 'held' })), back, isMass };
}

/** Larger is further back. Order within a page is not trusted, unless there is only one. */
function placesOf({ threads }: BoardList) {
  const isOnePage = threads.every(({ page }) => page === threads[0]?.page);
  const places = new Map(threads.map(({ num, page }, index) => [num, isOnePage ? index : page]));
  return { isOnePage, of: (num: number) => places.get(num) ?? 0 };
}

/** What was found out about a missing thread. */
export interface ThreadEvidence {
  /** Its own document. */
  readonly document: 'gone' | 'alive' | 'archived' | 'unknown';
  /** null for a board without an archive. */
  readonly isArchived: boolean | null | 'unknown';
  /** A thread that stood on top because somebody put it there may be anywhere when nobody does any more. */
  readonly wasSticky: boolean;
  /** The newest list, as of now. A thread that was left out by mistake may have fallen off since. */
  readonly list: BoardList;
}

/** After it nothing is said of threads that nobody let go. */
const LONGEST_HOLD_MS = 24 * 3_600_000;

export type ThreadFate = 'deleted' | 'archived' | 'pruned';

/** `gone`: so it looks, and once more is sure. `thresholdPage`: what stood further back is never said to be deleted. */
export function fateOf(
  row: MissingThread,
  evidence: ThreadEvidence,
  thresholdPage: number,
  now: Date,
): ThreadFate | 'undecided' | 'gone' {
  if (evidence.document === 'archived' || evidence.isArchived === true) return 'archived';
  if (evidence.document !== 'gone' || evidence.isArchived === 'unknown') return 'undecided';
  if (now.getTime() - row.firstMissedAt.getTime() < LOOKS_APART_MS) return 'undecided';
  const modified = new Map(evidence.list.threads.map((thread) => [thread.num, thread.modified]));
  const isInOrder = !row.behind.some((other) => modified.get(other.num) === other.modified);
  if (isInOrder || evidence.wasSticky || row.page > thresholdPage) return 'pruned';
  // One document may be lost on the way.
  if (!row.wasGone) return 'gone';
  if (row.state !== 'held') return 'deleted';
  return now.getTime() - row.firstMissedAt.getTime() < LONGEST_HOLD_MS ? 'undecided' : 'pruned';
}
