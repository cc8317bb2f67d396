/** Rows of missing_posts and missing_files, which have one shape. */
import type pg from 'pg';
import { postponed, type MissingPost } from './judge-posts.ts';

type MissingTable = 'missing_posts' | 'missing_files';

/** Columns joined to a post or a file. All are null if nothing is recorded as missing. */
export interface MissingRow {
  readonly first_missed_at: Date | null;
  readonly state: MissingPost['state'] | null;
  readonly attempts: number | null;
  readonly due_at: Date | null;
}

export function toMissing(row: MissingRow): MissingPost | null {
  const { first_missed_at: firstMissedAt, state, attempts, due_at: dueAt } = row;
  if (firstMissedAt === null || state === null || dueAt === null) return null;
  return { firstMissedAt, state, attempts: attempts ?? 0, dueAt };
}

/**
 * Indexes: missing_posts_pkey, missing_files_pkey. $1 board, $2 thread, then arrays: $3 num, $4 first missed, $5 state, $6 attempts, $7
 * due.
 */
const upsertInto = (table: MissingTable): string => `
insert into ${table} (board_id, thread, num, first_missed_at, state, attempts, due_at)
select $1, $2, * from unnest($3::bigint[], $4::timestamptz[], $5::text[], $6::int[], $7::timestamptz[])
on conflict (board_id, thread, num) do update set
  state = excluded.state, attempts = excluded.attempts, due_at = excluded.due_at`;
const UPSERT = { missing_posts: upsertInto('missing_posts'), missing_files: upsertInto('missing_files') };

export async function saveMissing(
  client: pg.PoolClient,
  table: MissingTable,
  boardId: number,
  thread: number,
  missing: ReadonlyMap<number, MissingPost>,
): Promise<void> {
  if (missing.size === 0) return;
  const rows = [...missing.values()];
  await client.query(UPSERT[table], [
    boardId,
    thread,
    [...missing.keys()],
    rows.map(({ firstMissedAt }) => firstMissedAt),
    rows.map(({ state }) => state),
    rows.map(({ attempts }) => attempts),
    rows.map(({ dueAt }) => dueAt),
  ]);
}

/** Indexes: missing_posts_pkey, missing_files_pkey (rows of one thread). $1 board, $2 thread, $3 now. */
const selectDueOf = (table: MissingTable): string => `
select num, first_missed_at, state, attempts, due_at from ${table}
where board_id = $1 and thread = $2 and state in ('missing', 'released') and due_at <= $3`;

/** After a fetch of the thread that decided nothing: postpones the rows that are still due. */
export async function postponeDue(client: pg.PoolClient, boardId: number, thread: number, now: Date): Promise<void> {
  for (const table of ['missing_posts', 'missing_files'] as const) {
    const values = [boardId, thread, now];
    const { rows } = await client.query<MissingRow & { readonly num: string }>(selectDueOf(table), values);
    const due = rows.flatMap((row): [number, MissingPost][] => {
      const missing = toMissing(row);
      return missing === null ? [] : [[Number(row.num), postponed(missing, now)]];
    });
    await saveMissing(client, table, boardId, thread, new Map(due));
  }
}
