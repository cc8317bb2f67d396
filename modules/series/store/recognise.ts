/**
 * Recognises the series of queued openers, and of the threads that depend on them. The result depends on the visible openers and the rules of staff
 * alone, not on the order in which openers arrived: every step derives a row from the features of rows, and a changed row queues its dependants.
 */
import pg from 'pg';
import { inTransaction, prepared } from '../../../platform/postgres.ts';
import { readOpener } from '../recognition/read-opener.ts';
import { Deriver } from './derive.ts';
import {
  HAS_WORK,
  LIMIT_WAITS,
  LOCK,
  SAVE_OPENERS,
  SELECT_OPENERS,
  SELECT_VISIBLE,
  SELECT_WORK,
  DELETE_OPENERS,
  DELETE_WORK,
  SELECT_FEATURES,
  COUNT_SERIES,
} from './recognise-sql.ts';

/** Openers of one transaction. */
const BATCH = 500;

interface WorkRow {
  readonly id: string;
  readonly board_id: number;
  readonly thread: string;
  readonly name: string | null;
  readonly previous: string | null;
}

/** A process that closes waits for this many batches at most. */
const MAX_BATCHES = 20;

/** SQLSTATE lock_not_available. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Does queued work; returns the number of queued rows that it did. 0: none is queued, another process is doing it, or writers have locked
 * the openers.
 */
export async function recogniseQueued(pool: pg.Pool): Promise<number> {
  // Most looks find nothing, and a transaction for each would keep an idle archive busy.
  const { rows: looked } = await pool.query<{ is_so: boolean }>(prepared(HAS_WORK, []));
  if (looked[0]?.is_so !== true) return 0;
  let done = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const rows = await recogniseBatch(pool);
    if (rows === 0) break;
    done += rows;
  }
  return done;
}

async function recogniseBatch(pool: pg.Pool): Promise<number> {
  try {
    return await inTransaction(pool, recogniseOldest);
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE) return 0;
    throw error;
  }
}

async function recogniseOldest(client: pg.PoolClient): Promise<number> {
  await client.query(LIMIT_WAITS);
  const lock = await client.query<{ is_locked: boolean }>(LOCK);
  if (lock.rows[0]?.is_locked !== true) return 0;
  const { rows } = await client.query<WorkRow>(SELECT_WORK, [BATCH]);
  const done: string[] = [];
  for (const [board, some] of Map.groupBy(rows, (row) => row.board_id)) {
    const openers = await lockOpeners(client, board, some);
    const work = some.filter(({ thread }) => !openers.locked.has(thread));
    if (work.length > 0) await recogniseThreads(client, board, work, openers.rows);
    done.push(...work.map(({ id }) => id));
  }
  await client.query(DELETE_WORK, [done]);
  return done.length;
}

const threadsOf = (work: readonly WorkRow[]) => [...new Set(work.map(({ thread }) => thread))];

/**
 * Locks the visible openers: a hide that commits first is seen, and a later one finds the row. The work of openers that a writer has locked
 * stays queued: the batch locks other openers, whose writers would wait for the same writer.
 */
async function lockOpeners(client: pg.PoolClient, board: number, work: readonly WorkRow[]) {
  const threads = threadsOf(work);
  const { rows } = await client.query<OpenerRow>(SELECT_OPENERS, [board, threads]);
  const read = new Set(rows.map(({ num }) => num));
  const others = threads.filter((thread) => !read.has(thread));
  if (others.length === 0) return { rows, locked: new Set<string>() };
  const visible = await client.query<{ num: string }>(SELECT_VISIBLE, [board, others]);
  return { rows, locked: new Set(visible.rows.map(({ num }) => num)) };
}

async function recogniseThreads(
  client: pg.PoolClient,
  board: number,
  work: readonly WorkRow[],
  rows: readonly OpenerRow[],
): Promise<void> {
  const threads = threadsOf(work).map(Number);
  const before = await client.query<FeatureRow>(SELECT_FEATURES, [board, threads]);
  const found = rows.map((row) => {
    const num = Number(row.num);
    return { row, num, ...readOpener({ board: row.board, num, subject: row.subject, comment: row.comment }) };
  });
  const visible = new Set(found.map(({ num }) => num));
  await client.query(DELETE_OPENERS, [board, threads.filter((thread) => !visible.has(thread))]);
  await client.query(SAVE_OPENERS, [
    board,
    JSON.stringify(
      found.map(({ row, num, tag, words, isGeneral, isThread, previous, line, sketch }) => ({
        thread: num,
        time_posted: row.time_posted,
        tag,
        words,
        is_general: isGeneral,
        is_thread: isThread,
        previous,
        media_hash: row.media_hash === null ? null : `\\x${row.media_hash.toString('hex')}`,
        line,
        sketch,
      })),
    ),
  ]);
  const links = [...work, ...before.rows]
    .map(({ previous }) => previous)
    .concat(found.map(({ previous }) => previous?.toString() ?? null));
  const deriver = new Deriver(client, board);
  await deriver.derive({
    threads,
    linked: links.filter((num) => num !== null).map(Number),
    words: [...before.rows, ...found].map(({ words }) => words).filter((words) => words !== null),
    roots: before.rows
      .map(({ root }) => root)
      .filter((root) => root !== null)
      .map(Number),
    files: [...before.rows.map((row) => row.media_hash), ...found.map(({ row }) => row.media_hash)].filter(
      (hash) => hash !== null,
    ),
    lines: [...before.rows, ...found].map(({ line }) => line).filter((line) => line !== null),
    names: [...work, ...before.rows].map(({ name }) => name).filter((name) => name !== null),
  });
  for (const name of deriver.changedNames) await client.query(COUNT_SERIES, [board, name]);
}

interface OpenerRow {
  readonly board: string;
  readonly num: string;
  readonly time_posted: Date;
  readonly subject: string | null;
  readonly comment: string | null;
  readonly media_hash: Buffer | null;
}

interface FeatureRow {
  readonly previous: string | null;
  readonly words: string | null;
  readonly root: string | null;
  readonly media_hash: Buffer | null;
  readonly line: number | null;
  readonly name: string | null;
}
