/** Stores a part of a mailing list as posts: numbers its messages, then writes the posts like those of any thread. */
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import type pg from 'pg';
import type { PostObservation } from '../../mappings/post.ts';
import type { ShortenedText } from '../../mappings/text-limits.ts';
import { bumpOpeners, countPosts, moveThread } from '../../store/change-posts.ts';
import { lockThreads } from '../../store/post-lock.ts';
import { writeThread } from '../../store/write-thread.ts';
import type { ScraperContext } from '../context.ts';
import { mediaKindsOf } from '../../mappings/sources.ts';
import { withLease, type LeasedBoard } from '../leases/board-leases.ts';
import type { MailMessage, MailPart } from '../sources/source.ts';
import { recordConflictingHarvester } from '../store/conflicting-harvesters.ts';
import type { StoreResult } from '../store/store-thread.ts';
import {
  NUMBERS_PER_PART,
  placeMessages,
  awaitedSubjectKey,
  subjectsOf,
  type Placement,
  type Stored,
} from './place-messages.ts';
import { posterIdOf, postOfMessage } from './post-of-message.ts';
import { numberSenders } from './senders.ts';
import {
  ANY_MODERATED,
  NEWEST_OF_THREADS,
  INSERT_MESSAGES,
  LAST_NUMBER,
  LOCK_NUMBERS,
  MOVE_MESSAGES,
  RENAME_MESSAGES,
  SAVE_RAW,
  SELECT_HASHED,
  SELECT_MESSAGES,
  SELECT_MODERATED,
  SELECT_SUBJECTS,
  SELECT_WAITING,
  UPDATE_OPENERS,
} from './sql.ts';

const deflate = promisify(deflateRaw);

/** Threads per transaction, each of which takes one lock. */
const THREADS_AT_ONCE = 100;

/**
 * Stores a part in several transactions. After a crash between them the messages keep their numbers, and the next read of the part
 * writes the missing posts.
 * @throws LeaseLostError if another scraper has taken the board.
 * @throws RefusedError if the part has more messages than numbers.
 */
export async function writeMessages(
  { pool, slices, now }: Pick<ScraperContext, 'pool' | 'slices' | 'now'>,
  board: LeasedBoard,
  part: MailPart,
  messages: readonly MailMessage[],
): Promise<StoreResult> {
  // A message that another part has numbered is stored with that part.
  const { placement, senders, doubled } = await withLease(pool, board, (client) =>
    number(client, board, part, messages, now()),
  );
  const own = messages.filter(({ key }) => isOfPart(placement.placed.get(key)?.num ?? 0, part));
  const threads = Map.groupBy(own, ({ key }) => placement.placed.get(key)?.thread ?? 0);
  await slices.ensure(
    board,
    own.map(({ key }) => placement.placed.get(key)?.num ?? 0),
  );
  const shortened: ShortenedText[] = [];
  const result = { added: 0, changed: 0, doubled, shortened, deleted: 0, restored: 0, held: 0 };
  const all = [...threads].sort(([a], [b]) => a - b);
  for (let start = 0; start < all.length; start += THREADS_AT_ONCE) {
    const some = all.slice(start, start + THREADS_AT_ONCE);
    const written = await withLease(pool, board, async (client) => {
      const posts = some.flatMap(([, ofThread]) =>
        ofThread.map((message) => postOfMessage(message, placement, senders)),
      );
      const ofThreads = some.map(([thread]) => thread);
      const counts = await writeThreads(client, board, ofThreads, posts, now());
      await saveRaw(
        client,
        board,
        some.flatMap(([, ofThread]) =>
          ofThread.map(({ key, raw, readAs }) => ({ num: placement.placed.get(key)?.num ?? 0, raw, readAs })),
        ),
      );
      return counts;
    });
    result.added += written.added;
    result.changed += written.changed;
    result.doubled += written.doubled;
    shortened.push(...written.shortened);
  }
  return { kind: result.added + result.changed === 0 ? 'unchanged' : 'written', ...result };
}

function isOfPart(num: number, { month }: MailPart): boolean {
  return Math.floor(num / NUMBERS_PER_PART) === month;
}

async function number(
  client: pg.PoolClient,
  board: LeasedBoard,
  part: MailPart,
  messages: readonly MailMessage[],
  now: Date,
): Promise<{ placement: Placement; senders: ReadonlyMap<string, number>; doubled: number }> {
  await client.query(LOCK_NUMBERS, [board.id]);
  const senders = await readSenders(client, messages);
  await renameHashed(client, board, part, messages, senders);
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
    await recordConflictingHarvester(client, board, { doubled, doubledNum: added[0]?.num ?? null }, now);
    // Another writer may number messages without the lock. The numbers that it stored stay.
    placement = placeMessages(messages, part.month, await readStored(client, board, part, messages));
  }
  const { openers } = placement;
  await client.query(UPDATE_OPENERS, [
    board.id,
    openers.map(({ num }) => num),
    openers.map(({ subject }) => subject),
    openers.map(({ awaits }) => (awaits === null ? null : JSON.stringify(awaits))),
  ]);
  for (const [from, to] of placement.moves) await joinThread(client, board, from, to, now);
  return { placement, senders, doubled };
}

/** Messages without an id of their own got keys by other rules in earlier versions. They keep their numbers under their new keys. */
async function renameHashed(
  client: pg.PoolClient,
  board: LeasedBoard,
  { month }: MailPart,
  messages: readonly MailMessage[],
  senders: ReadonlyMap<string, number>,
): Promise<void> {
  const [first, last] = numbersOfMonth(month);
  const { rows } = await client.query<{ key: string; num: string; time: Date; posterid: string | null }>(
    SELECT_HASHED,
    [board.id, first, last],
  );
  const came = new Set(messages.map(({ key }) => key));
  const orphans = rows.filter(({ key }) => !came.has(key));
  if (orphans.length === 0) return;
  const stored = await client.query<{ key: string }>(SELECT_MESSAGES, [board.id, [...came]]);
  const known = new Set(stored.rows.map(({ key }) => key));
  const renamed = orphans.flatMap(({ num, time, posterid }) => {
    const same = messages.filter(
      (message) =>
        !known.has(message.key) &&
        message.time.getTime() === time.getTime() &&
        posterIdOf(message, senders) === posterid,
    );
    return same.length === 1 ? same.map(({ key }) => ({ num, key })) : [];
  });
  await client.query(RENAME_MESSAGES, [board.id, renamed.map(({ num }) => num), renamed.map(({ key }) => key)]);
}

/** Larger messages are not kept: nearly all of them are attachments. */
const MAX_RAW = 1024 * 1024;

async function saveRaw(
  client: pg.PoolClient,
  board: LeasedBoard,
  messages: readonly (Pick<MailMessage, 'raw' | 'readAs'> & { readonly num: number })[],
): Promise<void> {
  const kept = messages.filter(({ raw }) => raw.length <= MAX_RAW);
  const contents = await Promise.all(kept.map(async ({ raw }) => deflate(raw, { level: 9 })));
  await client.query(SAVE_RAW, [board.id, kept.map(({ num }) => num), contents, kept.map(({ readAs }) => readAs)]);
}

/** The first and the last number of a month. */
export function numbersOfMonth(month: number): readonly [first: number, last: number] {
  return [month * NUMBERS_PER_PART + 1, (month + 1) * NUMBERS_PER_PART - 1];
}

export async function readStored(
  client: pg.PoolClient | pg.Pool,
  board: Pick<LeasedBoard, 'id'>,
  { month }: Pick<MailPart, 'month'>,
  messages: readonly MailMessage[],
): Promise<Stored> {
  const keys = [...new Set(messages.flatMap(({ key, references }) => [key, ...references]))];
  const known = await client.query<{ key: string; num: string; thread: string }>(SELECT_MESSAGES, [board.id, keys]);
  const wanted = [...new Set(messages.flatMap(subjectsOf))];
  const subjects = await client.query<{ subject: string; thread: string; time: Date }>(SELECT_SUBJECTS, [
    board.id,
    wanted,
  ]);
  const came = [...messages.map(({ key }) => key), ...wanted.map(awaitedSubjectKey)];
  const waiting = await client.query<{ thread: string; time: Date; awaits: string[] }>(SELECT_WAITING, [
    board.id,
    came,
  ]);
  const [first, end] = numbersOfMonth(month);
  const last = await client.query<{ num: string | null }>(LAST_NUMBER, [board.id, first, end]);
  const threads = [...known.rows, ...subjects.rows, ...waiting.rows].map(({ thread }) => thread);
  const moderated = await client.query<{ thread: string }>(SELECT_MODERATED, [board.id, threads]);
  return {
    moderated: new Set(moderated.rows.map(({ thread }) => Number(thread))),
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

/** Moves a thread into another, unless moderators have hidden or purged one of the two in the meantime. */
async function joinThread(
  client: pg.PoolClient,
  board: LeasedBoard,
  from: number,
  to: number,
  now: Date,
): Promise<void> {
  const lock = await lockThreads(client, board.id, [from, to]);
  const { rowCount } = await client.query(ANY_MODERATED, [board.id, [from, to]]);
  if (rowCount !== 0) return;
  await client.query(MOVE_MESSAGES, [board.id, from, to]);
  await moveThread(lock, from, to, now);
}

export async function readSenders(
  client: pg.PoolClient | pg.Pool,
  messages: readonly MailMessage[],
): Promise<ReadonlyMap<string, number>> {
  return numberSenders(client, [...new Set(messages.flatMap(({ sender }) => (sender === null ? [] : [sender])))]);
}

async function writeThreads(
  client: pg.PoolClient,
  board: LeasedBoard,
  threads: readonly number[],
  posts: readonly PostObservation[],
  now: Date,
): Promise<Pick<StoreResult, 'added' | 'changed' | 'doubled' | 'shortened'>> {
  const lock = await lockThreads(client, board.id, threads);
  const { rows } = await client.query<{ thread: string; bumped: Date }>(NEWEST_OF_THREADS, [board.id, threads]);
  const bumps = rows.map(({ thread, bumped }) => ({ thread: Number(thread), bumped }));
  const shortened: ShortenedText[] = [];
  const total = { added: 0, changed: 0, doubled: 0, shortened };
  for (const { thread } of bumps) {
    const ofThread = posts.filter(({ fields }) => fields.thread === thread);
    const merged = await writeThread(lock, ofThread, { mediaKinds: mediaKindsOf(board.source), now });
    await recordConflictingHarvester(client, board, merged, now);
    total.added += merged.added;
    total.changed += merged.changed;
    total.doubled += merged.doubled;
    shortened.push(...merged.shortened);
  }
  // Updates openers that were stored with an earlier part.
  await bumpOpeners(lock, bumps, now);
  await countPosts(lock, threads, now);
  return total;
}
