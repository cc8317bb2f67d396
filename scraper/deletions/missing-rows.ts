/** What is noted of posts and of files that are missing stands in rows of one shape. */
import type { MissingPost } from './judge-posts.ts';

/** Null in all but a row of its own: nothing is noted. */
export interface MissingRow {
  readonly first_missed_at: Date | null;
  readonly state: MissingPost['state'] | null;
  readonly attempts: number | null;
  readonly due_at: Date | null;
}

export function missingIn(row: MissingRow): MissingPost | null {
  const { first_missed_at: firstMissedAt, state, attempts, due_at: dueAt } = row;
  if (firstMissedAt === null || state === null || dueAt === null) return null;
  return { firstMissedAt, state, attempts: attempts ?? 0, dueAt };
}

/** Arrays for an upsert: num, first missed, state, attempts, due. */
export function missingColumns(missing: ReadonlyMap<number, MissingPost>): readonly unknown[][] {
  const rows = [...missing.values()];
  return [
    [...missing.keys()],
    rows.map(({ firstMissedAt }) => firstMissedAt),
    rows.map(({ state }) => state),
    rows.map(({ attempts }) => attempts),
    rows.map(({ dueAt }) => dueAt),
  ];
}
