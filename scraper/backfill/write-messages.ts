/** A part of messages → posts: numbered once, then written as any thread is. */
import type pg from 'pg';
import { clampCount } from '../../mappings/post.ts';
import { LOCK_THREAD, MARK_DIRTY } from '../../mappings/postgres/thread-mark.ts';
import type { ScraperContext } from '../context.ts';
import { underLease, type LeasedBoard } from '../leases/board-leases.ts';
import type { MailMessage, MailPart, PostObservation } from '../sources/source.ts';
import { columnArrays } from '../store/observed-columns.ts';
import { keepDoubles } from '../store/harvest-cache.ts';
import { WRITE_POSTS, type WrittenRow } from '../store/write-sql.ts';
import type { WriteResult } from '../store/write-thread.ts';
import { NUMBERS_A_PART, placeMessages, subjectAwaited, type Placement, type Stored } from './place-messages.ts';
import { postOfMessage } from './post-of-message.ts';
import { numberSenders } from './senders.ts';
import {
  ANY_WITHHELD,
  COUNT_THREADS,
  INSERT_MESSAGES,
  LAST_NUMBER,
  LOCK_NUMBERS,
  MOVE_MESSAGES,
  MOVE_POSTS,
  REFRESH_OPENERS,
  SELECT_MESSAGES,
  SELECT_SUBJECTS,
  SELECT_WAITING,
} from './sql.ts';

/** Threads in one transaction: each takes a lock of its own. */
const THREADS_AT_ONCE = 100;

/**
 * Stores a part. After a crash in between the messages have their numbers, and the next reading of the part writes the
 * posts that are missing.
 * @throws LeaseLostError when another scraper has the board by now.
 * @throws RefusedError for a part with more messages than numbers.
 */
export async function writeMessages(
  { pool, slices, now }: ScraperContext,
  board: LeasedBoard,
  part: MailPart,
  messages: readonly MailMessage[],
): Promise<WriteResult> {
  // What another part has under a number of its own stays that part's.
  const { placement, senders, doubled } = await underLease(pool, board, (client) =>
    number(client, board, part, messages, now()),
  );
  const own = messages.filter(({ key }) => isOfPart(placement.placed.get(key)?.num ?? 0, part));
  const threads = Map.groupBy(own, ({ key }) => placement.placed.get(key)?.thread ?? 0);
  await slices.ensure(
    board,
    own.map(({ key }) => placement.placed.get(key)?.num ?? 0),
  );
  const result = { added: 0, changed: 0, doubled, deleted: 0, restored: 0, held: 0 };
  const all = [...threads].sort(([a], [b]) => a - b);
  for (let start = 0; start < all.length; start += THREADS_AT_ONCE) {
    const some = all.slice(start, start + THREADS_AT_ONCE);
    const written = await underLease(pool, board, async (client) => {
      const posts = some.flatMap(([, ofThread]) =>
        ofThread.map((message) => postOfMessage(message, placement, senders)),
      );
      return writeThreads(client, board, new Map(some.map(([thread]) => [thread, []])), posts, now());
    });
    result.added += written.added;
    result.changed += written.changed;
    result.doubled += written.doubled;
  }
  return { kind: result.added + result.changed === 0 ? 'unchanged' : 'written', ...result };
}

function isOfPart(num: number, { month }: MailPart): boolean {
  return Math.floor(num / NUMBERS_A_PART) === month;
}

async function number(
  client: pg.PoolClient,
  board: LeasedBoard,
  part: MailPart,
  messages: readonly MailMessage[],
  now: Date,
): Promise<{ placement: Placement; senders: ReadonlyMap<string, number>; doubled: number }> {
  await client.query(LOCK_NUMBERS, [board.id]);
  let placement = placeMessages(messages, part.month, await readStored(client, board, part, messages));
  const { added } = placement;
  let doubled = 0;
  if (added.length > 0) {
    const { rowCount } = await client.query(INSERT_MESSAGES, [
      board.id,
      added.map(({ message }) => message.key),
      added.map(({ num }) => num),
      added.map(({ thread }) => thread),
      added.map(({ message }) => message.time.toISOString()),
      added.map(({ subject }) => subject),
      added.map(({ awaits }) => (awaits === null ? null : JSON.stringify(awaits))),
    ]);
    doubled = added.length - (rowCount ?? 0);
  }
  if (doubled > 0) {
    await keepDoubles(client, board, doubled, added[0]?.num ?? 0, now);
    // Somebody numbers without the lock. What they have numbered keeps its number.
    placement = placeMessages(messages, part.month, await readStored(client, board, part, messages));
  }
  for (const [from, to] of placement.moves) await moveThread(client, board, from, to, now);
  return { placement, senders: await readSenders(client, messages), doubled };
}

async function readStored(
  client: pg.PoolClient,
  board: LeasedBoard,
  { month }: MailPart,
  messages: readonly MailMessage[],
): Promise<Stored> {
  const keys = [...new Set(messages.flatMap(({ key, references }) => [key, ...references]))];
  const known = await client.query<{ key: string; num: string; thread: string }>(SELECT_MESSAGES, [board.id, keys]);
  const wanted = [...new Set(messages.flatMap(({ subjectKey }) => (subjectKey === null ? [] : [subjectKey])))];
  const subjects = await client.query<{ subject: string; thread: string; time: Date }>(SELECT_SUBJECTS, [
    board.id,
    wanted,
  ]);
  const came = [...messages.map(({ key }) => key), ...wanted.map(subjectAwaited)];
  const waiting = await client.query<{ thread: string; time: Date; awaits: string[] }>(SELECT_WAITING, [
    board.id,
    came,
  ]);
  const first = month * NUMBERS_A_PART + 1;
  const last = await client.query<{ num: string | null }>(LAST_NUMBER, [board.id, first, first + NUMBERS_A_PART - 2]);
  return {
    known: new Map(known.rows.map(({ key, num, thread }) => [key, { num: Number(num), thread: Number(thread) }])),
    subjects: new Map(
      [...Map.groupBy(subjects.rows, ({ subject }) => subject)].map(([subject, rows]) => [
        subject,
        rows.map(({ thread, time }) => ({ thread: Number(thread), time })),
      ]),
    ),
    waiting: waiting.rows.map(({ thread, time, awaits }) => ({ thread: Number(thread), time, awaits })),
    nextNum: Number(last.rows[0]?.num ?? first - 1) + 1,
  };
}

/** Moderators decide about threads: one that they withhold stays as it is, and so does what would come to it. */
async function moveThread(client: pg.PoolClient, board: LeasedBoard, from: number, to: number, now: Date) {
  for (const thread of [to, from].sort((a, b) => a - b)) await client.query(LOCK_THREAD, [board.id, thread]);
  const { rowCount } = await client.query(ANY_WITHHELD, [board.id, [from, to]]);
  if (rowCount !== 0) return;
  await client.query(MOVE_MESSAGES, [board.id, from, to]);
  const { rows } = await client.query<{ min_rev: string | null }>(MOVE_POSTS, [board.id, from, to, now]);
  const minRev = rows[0]?.min_rev ?? null;
  if (minRev === null) return;
  await client.query(MARK_DIRTY, [board.id, to, minRev, now]);
}

async function readSenders(
  client: pg.PoolClient,
  messages: readonly MailMessage[],
): Promise<ReadonlyMap<string, number>> {
  return numberSenders(client, [...new Set(messages.flatMap(({ sender }) => (sender === null ? [] : [sender])))]);
}

async function writeThreads(
  client: pg.PoolClient,
  board: LeasedBoard,
  minRevs: Map<number, number[]>,
  posts: readonly PostObservation[],
  now: Date,
): Promise<Pick<WriteResult, 'added' | 'changed' | 'doubled'>> {
  const threads = [...minRevs.keys()];
  for (const thread of threads) await client.query(LOCK_THREAD, [board.id, thread]);
  const counts = await client.query<{ thread: string; replies: string; bumped: Date }>(COUNT_THREADS, [
    board.id,
    threads,
  ]);
  const total = { added: 0, changed: 0, doubled: 0 };
  for (const { thread, replies, bumped } of counts.rows) {
    const ofThread = posts
      .filter(({ fields }) => fields.thread === Number(thread))
      .map((post) => withReplies(post, replies));
    const columns = columnArrays(ofThread, { now, timeBumped: bumped });
    const { rows } = await client.query<WrittenRow>(WRITE_POSTS, [board.id, now, ...columns]);
    const [row] = rows;
    total.added += Number(row?.added ?? 0);
    total.changed += Number(row?.changed ?? 0);
    total.doubled += Number(row?.doubled ?? 0);
    await keepDoubles(client, board, Number(row?.doubled ?? 0), Number(row?.doubled_num), now);
    if (row !== undefined && row.min_rev !== null) minRevs.get(Number(thread))?.push(Number(row.min_rev));
  }
  const refreshed = await client.query<{ thread: string; min_rev: string }>(REFRESH_OPENERS, [
    board.id,
    counts.rows.map(({ thread }) => thread),
    counts.rows.map(({ replies }) => clampCount(Number(replies))),
    counts.rows.map(({ bumped }) => bumped),
    now,
  ]);
  for (const { thread, min_rev: rev } of refreshed.rows) minRevs.get(Number(thread))?.push(Number(rev));
  const written = [...minRevs].filter(([, revs]) => revs.length > 0);
  for (const [thread, revs] of written) await client.query(MARK_DIRTY, [board.id, thread, Math.min(...revs), now]);
  return total;
}

function withReplies(post: PostObservation, replies: string): PostObservation {
  if (!post.fields.opener) return post;
  return { ...post, fields: { ...post.fields, replies: clampCount(Number(replies)) } };
}
