/** What a copy of a living thread says of files that it leaves out. */
import type pg from 'pg';
import type { ThreadAnswer } from '../store/write-thread.ts';
import * as sql from './files-sql.ts';
import { judgeFiles, type KnownFile } from './judge-files.ts';
import { postponed, type MissingPost } from './judge-posts.ts';
import { missingColumns, missingIn, type MissingRow } from './missing-rows.ts';
import type { KnownRow } from './sql.ts';
import { least } from './record-posts.ts';

/**
 * Under the thread's lock, with the answer's posts written. `rows` are the known files, `without` the posts that came without
 * one. Returns the least rev of the rows that changed; null for none.
 */
export async function recordMissingFiles(
  client: pg.PoolClient,
  { board, thread, now }: Pick<ThreadAnswer, 'board' | 'thread' | 'now'>,
  rows: readonly KnownRow[],
  without: ReadonlySet<number>,
): Promise<string | null> {
  if (rows.length === 0) return null;
  const withFile = thread.posts.filter(({ fields }) => fields.mediaTime !== null || fields.mediaHash !== null);
  const verdicts = judgeFiles(without, rows.map(toKnown), Number(rows[0]?.files ?? 0), now);
  await save(client, board.id, thread.num, verdicts.missing);
  const { rows: back } = await client.query<{ min_rev: string | null }>(sql.SETTLE_FILES, [
    board.id,
    thread.num,
    verdicts.settled,
    withFile.map(({ fields }) => fields.num),
    now,
  ]);
  const { rows: marked } = await client.query<{ min_rev: string | null }>(sql.MARK_FILES_DELETED, [
    board.id,
    [...verdicts.deleted.keys()],
    [...verdicts.deleted.values()],
    now,
  ]);
  return least(back[0]?.min_rev ?? null, marked[0]?.min_rev ?? null);
}

/** A look that came due and said nothing new. */
export async function postponeFiles(client: pg.PoolClient, boardId: number, thread: number, now: Date): Promise<void> {
  const { rows } = await client.query<MissingRow & { readonly num: string }>(sql.SELECT_DUE_FILES, [
    boardId,
    thread,
    now,
  ]);
  const due = rows.map(toKnown).flatMap(({ num, missing }) => (missing === null ? [] : [[num, missing] as const]));
  await save(client, boardId, thread, new Map(due.map(([num, row]) => [num, postponed(row, now)])));
}

async function save(
  client: pg.PoolClient,
  boardId: number,
  thread: number,
  missing: ReadonlyMap<number, MissingPost>,
): Promise<void> {
  if (missing.size === 0) return;
  await client.query(sql.UPSERT_MISSING_FILES, [boardId, thread, ...missingColumns(missing)]);
}

function toKnown(row: MissingRow & { readonly num: string }): KnownFile {
  return { num: Number(row.num), missing: missingIn(row) };
}
