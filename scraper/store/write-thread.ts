import type pg from 'pg';
import { forumBase } from '../../mappings/kick.ts';
import { MARK_DIRTY } from '../../mappings/postgres/thread-mark.ts';
import { begin, commit, inOneFlight, onOneConnection, prepared } from '../../platform/postgres.ts';
import { filelessOf, recordMissing } from '../deletions/record-missing.ts';
import type { RecordedMissing } from '../deletions/record-posts.ts';
import { holdThread, type LeasedBoard } from '../leases/board-leases.ts';
import { MEDIA_KINDS } from '../media/media-kinds.ts';
import type { ThreadObservation } from '../sources/source.ts';
import { toHarvestState, type HarvestState } from './harvest-state.ts';
import { columnArrays } from './observed-columns.ts';
import type { Slices } from './slices.ts';
import { LOOK_AT_THREAD, type LookRow } from './sql.ts';
import { WRITE_THREAD, WRITE_THREAD_AT_ONCE, type WrittenAtOnceRow, type WrittenThreadRow } from './write-sql.ts';

export interface ThreadAnswer {
  readonly board: LeasedBoard;
  readonly url: string;
  readonly thread: ThreadObservation;
  /** Verbatim Last-Modified of the answer. */
  readonly lastModified: string | null;
  /** What the list said of the thread; null when the answer may not be the last word on it: the thread stays due. */
  readonly seenModified: number | null;
  readonly now: Date;
  /** A whole copy of a thread that lives: what it leaves out may be deleted. */
  readonly isLive?: boolean;
  /** What was known of the document before it was asked for, null for nothing; without it that is looked up first. */
  readonly known?: HarvestState | null;
}

export interface WriteResult extends Pick<RecordedMissing, 'deleted' | 'restored' | 'held'> {
  /** `stale`: a newer copy is stored, and nothing was written. */
  readonly kind: 'written' | 'unchanged' | 'stale';
  readonly added: number;
  readonly changed: number;
  /** New to us, and stored already by somebody else. */
  readonly doubled: number;
}

const NOTHING_MISSING = { deleted: 0, restored: 0, held: 0 };

/**
 * Stores an answer in one transaction: the rows that differ, the mark for the indexer, and the validator that lets the
 * next question be answered by 304. Either all of it is there after a crash, or none. Revs are drawn under the thread's
 * lock. An answer that says nothing new writes nothing.
 * @throws LeaseLostError when another scraper has the board by now.
 */
export async function writeThread(pool: pg.Pool, slices: Slices, answer: ThreadAnswer): Promise<WriteResult> {
  const { board, thread } = answer;
  const nums = thread.posts.map(({ fields }) => fields.num);
  await slices.ensure(board, nums);
  try {
    return await onOneConnection(pool, (client) => writeInFlights(client, answer));
  } catch (error) {
    slices.forget();
    throw error;
  }
}

async function writeInFlights(client: pg.PoolClient, answer: ThreadAnswer): Promise<WriteResult> {
  const { known } = answer;
  const mayGoAtOnce = known !== undefined && !isOlder(answer.lastModified, known?.lastModified ?? null);
  return (mayGoAtOnce ? await writeAtOnce(client, answer, known) : null) ?? lookAndWrite(client, answer);
}

/** One flight. null, and nothing is written, where somebody else was here meanwhile or something is missing of the thread. */
async function writeAtOnce(
  client: pg.PoolClient,
  answer: ThreadAnswer,
  known: HarvestState | null,
): Promise<WriteResult | null> {
  const { board, thread, url, isLive = false } = answer;
  const believed = [url, known?.lastModified, known?.seenModified];
  const values = [
    ...toWritten(answer, newState(answer, known)),
    board.fence,
    thread.num,
    filelessOf(answer),
    isLive,
    ...believed,
  ];
  const [, , { rows }] = await inOneFlight([
    begin(client),
    holdThread(client, board, thread.num),
    client.query<WrittenAtOnceRow>(prepared(WRITE_THREAD_AT_ONCE, values)),
    commit(client),
  ]);
  const { minRev, ...counts } = countsOf(rows);
  return rows[0]?.went === true
    ? { kind: minRev === null ? 'unchanged' : 'written', ...counts, ...NOTHING_MISSING }
    : null;
}

/** Two flights, where nothing is missing of the thread: what has to be known first, and all that is to be written. */
async function lookAndWrite(client: pg.PoolClient, answer: ThreadAnswer): Promise<WriteResult> {
  const { board, thread, lastModified } = answer;
  const [, , { stored, isAnyMissing }] = await inOneFlight([
    begin(client),
    holdThread(client, board, thread.num),
    lookAtThread(client, answer),
  ]);
  if (isOlder(lastModified, stored?.lastModified ?? null)) {
    await commit(client);
    return { kind: 'stale', added: 0, changed: 0, doubled: 0, ...NOTHING_MISSING };
  }
  const state = newState(answer, stored);
  if (!isAnyMissing) {
    const [{ minRev, ...counts }] = await inOneFlight([writePosts(client, answer, state), commit(client)]);
    return { kind: minRev === null ? 'unchanged' : 'written', ...counts, ...NOTHING_MISSING };
  }
  const { minRev: writtenRev, ...counts } = await writePosts(client, answer, state);
  const { minRev: notedRev, ...noted } = await recordMissing(client, answer);
  const marked = notedRev === null ? Promise.resolve() : markThread(client, answer, notedRev);
  await inOneFlight([marked, commit(client)]);
  return { kind: (writtenRev ?? notedRev) === null ? 'unchanged' : 'written', ...counts, ...noted };
}

/** null when what is stored of the document stays as it is. */
function newState({ url, lastModified, seenModified }: ThreadAnswer, stored: HarvestState | null) {
  const isStored = stored?.lastModified === lastModified && stored.seenModified === seenModified;
  return isStored ? null : { url, lastModified, seenModified };
}

/** After the lock, so that it sees what the writer before has left. */
async function lookAtThread(client: pg.PoolClient, answer: ThreadAnswer) {
  const { board, thread, url, isLive = false } = answer;
  const nums = thread.posts.map(({ fields }) => fields.num);
  const { rows } = await client.query<LookRow>(
    prepared(LOOK_AT_THREAD, [board.id, url, thread.num, nums, filelessOf(answer), isLive]),
  );
  const [row] = rows;
  return {
    stored: row === undefined || row.url === null ? null : toHarvestState(row),
    isAnyMissing: row?.is_any_missing ?? false,
  };
}

async function markThread(
  client: pg.PoolClient,
  { board, thread, now }: Pick<ThreadAnswer, 'board' | 'thread' | 'now'>,
  minRev: string,
): Promise<void> {
  await client.query(prepared(MARK_DIRTY, [board.id, thread.num, minRev, now]));
}

type Written = Pick<ThreadAnswer, 'board' | 'thread' | 'now'>;
type NewState = Pick<ThreadAnswer, 'url' | 'lastModified' | 'seenModified'> | null;

/**
 * Under the thread's lock: the rows that differ, what they want fetched, the mark for the indexer, and with `state` what is known
 * of the document now. `minRev` is null when no row differs.
 */
export async function writePosts(client: pg.PoolClient, written: Written, state: NewState) {
  const values = toWritten(written, state);
  return countsOf((await client.query<WrittenThreadRow>(prepared(WRITE_THREAD, values))).rows);
}

function toWritten({ board, thread, now }: Written, state: NewState): unknown[] {
  const newest = thread.posts.reduce((latest, { fields }) => Math.max(latest, fields.timePosted.getTime()), 0);
  const columns = columnArrays(thread.posts, { now, timeBumped: new Date(newest) });
  const document = [state?.url, state?.lastModified, state?.seenModified];
  return [board.id, now, ...columns, MEDIA_KINDS[board.source], forumBase(board), ...document];
}

function countsOf([row]: readonly WrittenThreadRow[]) {
  if (row === undefined) throw new Error('an aggregate returns one row');
  const [added, changed, doubled] = [Number(row.added), Number(row.changed), Number(row.doubled)];
  return { added, changed, doubled, minRev: row.min_rev };
}

/** Caches at the source's edge answer out of order. Times that cannot be read are not compared. */
function isOlder(answer: string | null, stored: string | null): boolean {
  return answer !== null && stored !== null && Date.parse(answer) < Date.parse(stored);
}
