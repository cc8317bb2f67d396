/**
 * Decides which files are deleted: those that a copy of a living thread lacks although it has their posts, and that the source does not
 * mark as deleted. The rules are those for posts: two copies a minute apart must agree, and a mass disappearance is held. Pure.
 */
import { MIN_TIME_BETWEEN_COPIES_MS, MASS_POSTS, MASS_SHARE, type MissingPost } from './judge-posts.ts';

export interface KnownFile {
  readonly num: number;
  readonly missing: MissingPost | null;
}

export interface FileVerdicts {
  /** Rows to save. */
  readonly missing: ReadonlyMap<number, MissingPost>;
  /** Deleted files: the post's num → when the file was first missing. */
  readonly deleted: ReadonlyMap<number, Date>;
  /** Posts whose file is present again, or that the source marks as deleted: their rows are removed. */
  readonly settled: readonly number[];
}

/** `without`: nums of the copy's posts without a file and without a deletion mark. `files`: number of stored files of the thread. */
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
  // Many files missing at once mean a fault of the source, not deletions.
  const isMass = gone.length >= MASS_POSTS && gone.length > files * MASS_SHARE;
  for (const { num, missing: row } of known) {
    if (!without.has(num)) {
      if (row !== null) settled.push(num);
    } else if (row === null || (isMass && row.state === 'missing')) {
      const dueAt = new Date(now.getTime() + MIN_TIME_BETWEEN_COPIES_MS);
      const first = row ?? { firstMissedAt: now, attempts: 0, dueAt };
      missing.set(num, { ...first, state: isMass ? 'held' : 'missing' });
    } else if (
      (row.state === 'missing' || row.state === 'released') &&
      now.getTime() - row.firstMissedAt.getTime() >= MIN_TIME_BETWEEN_COPIES_MS
    ) {
      deleted.set(num, row.firstMissedAt);
      missing.set(num, { ...row, state: 'deleted' });
    }
  }
  return { missing, deleted, settled };
}

/** Neither judged as deleted nor released by an operator. */
function isOpen(row: MissingPost | null): boolean {
  return row?.state !== 'deleted' && row?.state !== 'released';
}
