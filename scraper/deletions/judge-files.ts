/**
 * Files that copies of a living thread leave out although their posts are there, where the source does not say that it deleted
 * them. With the caution of posts: two copies that count, a minute apart, and never many at once. Pure.
 */
import { LOOKS_APART_MS, MASS_POSTS, MASS_SHARE, type MissingPost } from './judge-posts.ts';

export interface KnownFile {
  readonly num: number;
  readonly missing: MissingPost | null;
}

export interface FileVerdicts {
  /** Rows to write. */
  readonly missing: ReadonlyMap<number, MissingPost>;
  /** Deleted, as of when each was first missed. */
  readonly deleted: ReadonlyMap<number, Date>;
  /** There again, or said by the source to be deleted: what was noted of them goes. */
  readonly settled: readonly number[];
}

/** `without`: posts of the copy that have no file and do not say that they had one. `files`: how many the thread has stored. */
export function judgeFiles(
  without: ReadonlySet<number>,
  known: readonly KnownFile[],
  files: number,
  now: Date,
): FileVerdicts {
  const missing = new Map<number, MissingPost>();
  const deleted = new Map<number, Date>();
  const settled: number[] = [];
  const gone = known.filter(({ num, missing: row }) => without.has(num) && isOpen(row));
  // A source that stops naming files has not deleted them.
  const isMass = gone.length >= MASS_POSTS && gone.length > files * MASS_SHARE;
  for (const { num, missing: row } of known) {
    if (!without.has(num)) {
      if (row !== null) settled.push(num);
    } else if (row === null || (isMass && row.state === 'missing')) {
      const dueAt = new Date(now.getTime() + LOOKS_APART_MS);
      const first = row ?? { firstMissedAt: now, attempts: 0, dueAt };
      missing.set(num, { ...first, state: isMass ? 'held' : 'missing' });
    } else if (
      (row.state === 'missing' || row.state === 'released') &&
      now.getTime() - row.firstMissedAt.getTime() >= LOOKS_APART_MS
    ) {
      deleted.set(num, row.firstMissedAt);
      missing.set(num, { ...row, state: 'deleted' });
    }
  }
  return { missing, deleted, settled };
}

/** Nobody has said what to think of it. */
function isOpen(row: MissingPost | null): boolean {
  return row?.state !== 'deleted' && row?.state !== 'released';
}
