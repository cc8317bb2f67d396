/**
 * Publishes the texts of a channel as posts of its board. `is_due` in cable_posts marks texts to write, and in cable_tombstones posts to
 * purge, so the work is resumed after an interruption and done exactly once.
 */
import type pg from 'pg';
import { decodePost } from '../codec/post.ts';
import type { Cabal } from '../views/cabal.ts';
import type { PostObservation } from '../../../mappings/post.ts';
import { makeStorable } from '../../../mappings/storable.ts';
import { inTransaction } from '../../../platform/postgres.ts';
import type { RemovalLog } from '../../../platform/removal-log.ts';
import { bumpOpeners } from '../../../store/change-posts.ts';
import { lockThreads } from '../../../store/post-lock.ts';
import { logPurge } from '../../../store/removals.ts';
import type { Slices } from '../../../store/slices.ts';
import { writeThread } from '../../../store/write-thread.ts';
import { dayOf, postOfText } from './post-of-text.ts';
import * as sql from './sql.ts';

/** Posts in one transaction. */
const AT_ONCE = 300;

export interface PublishedChannel {
  /** The channel key. */
  readonly key: Buffer;
  readonly boardId: number;
  readonly sliceSize: number;
}

export interface PublishContext {
  readonly pool: pg.Pool;
  readonly slices: Slices;
  readonly removals: RemovalLog;
  readonly now: () => Date;
}

export interface Published {
  readonly written: number;
  readonly purged: number;
}

/** Writes everything that is due. */
export async function publishChannel(
  context: PublishContext,
  cabal: Cabal,
  channel: PublishedChannel,
): Promise<Published> {
  let written = 0;
  let purged = 0;
  for (;;) {
    const gone = await purgeDeleted(context, cabal, channel);
    const posts = await writeTexts(context, cabal, channel);
    written += posts;
    purged += gone;
    if (posts < AT_ONCE && gone < AT_ONCE) break;
  }
  await retitle(context, cabal, channel);
  return { written, purged };
}

interface DueRow {
  readonly hash: Buffer;
  readonly author: Buffer;
  readonly time: string;
  readonly rank: string;
  readonly bytes: Buffer;
  readonly num: string | null;
  readonly name: string | null;
}

async function writeTexts(
  { pool, slices, now }: PublishContext,
  cabal: Cabal,
  { key, boardId, sliceSize }: PublishedChannel,
): Promise<number> {
  const { rows: before } = await pool.query<{ last_num: string }>(sql.LAST_NUM, [cabal.id, key]);
  const next = Number(before[0]?.last_num ?? 0) + 1;
  // Before the transaction, because creating a partition would block it. The posts can extend into the next slice.
  await slices.ensure({ id: boardId, sliceSize }, [next, next + AT_ONCE]);
  return inTransaction(pool, async (client) => {
    // Until the commit, other processes neither delete texts nor number posts.
    await client.query(sql.LOCK_CHANNEL, [cabal.id, boardId]);
    const { rows } = await client.query<DueRow>(sql.SELECT_DUE, [cabal.id, key, AT_ONCE]);
    if (rows.length === 0) return 0;
    const { posts, nums, lastNum } = await numberTexts(client, cabal, { key, boardId }, rows);
    const threads = Map.groupBy(posts, ({ fields }) => fields.thread);
    const lock = await lockThreads(client, boardId, threads.keys());
    for (const ofThread of threads.values()) await writeThread(lock, ofThread, { mediaKinds: [], now: now() });
    const bumps = [...threads].map(([thread, ofThread]) => ({
      thread,
      bumped: new Date(Math.max(...ofThread.map(({ fields }) => fields.timePosted.getTime()))),
    }));
    await bumpOpeners(lock, bumps, now());
    const hashes = rows.map(({ hash }) => hash);
    await client.query(sql.SAVE_NUMS, [cabal.id, boardId, hashes, nums]);
    await client.query(sql.SAVE_LAST_NUM, [cabal.id, key, lastNum]);
    return rows.length;
  });
}

/** Texts get numbers in the order of arrival. The first text of a day opens the thread of that day. */
async function numberTexts(
  client: pg.PoolClient,
  cabal: Cabal,
  { key, boardId }: Pick<PublishedChannel, 'key' | 'boardId'>,
  rows: readonly DueRow[],
): Promise<{ readonly posts: PostObservation[]; readonly nums: number[]; readonly lastNum: number }> {
  const { rows: last } = await client.query<{ last_num: string }>(sql.LAST_NUM, [cabal.id, key]);
  let lastNum = Number(last[0]?.last_num ?? 0);
  const days = rows.map(({ time }) => dayOf(Number(time)));
  const { rows: known } = await client.query<{ day: string; thread: string }>(sql.SELECT_DAYS, [
    boardId,
    [...new Set(days)],
  ]);
  const threads = new Map(known.map(({ day, thread }) => [day, Number(thread)]));
  const opened = new Map<string, number>();
  const nums: number[] = [];
  const posts = rows.map((row, at): PostObservation => {
    const day = days[at] ?? '';
    const num = row.num === null ? (lastNum += 1) : Number(row.num);
    nums.push(num);
    const thread = threads.get(day) ?? opened.get(day) ?? num;
    if (!threads.has(day)) opened.set(day, thread);
    const post = decodePost(row.bytes, cabal.layout);
    return postOfText({
      num,
      thread,
      hash: row.hash.toString('hex'),
      author: row.author.toString('hex'),
      name: row.name,
      time: Number(row.time),
      rank: Number(row.rank),
      text: post.type === 'text' ? post.text : '',
    });
  });
  if (opened.size > 0) await client.query(sql.INSERT_DAYS, [boardId, [...opened.keys()], [...opened.values()]]);
  return { posts, nums, lastNum };
}

async function purgeDeleted(
  { pool, removals, now }: PublishContext,
  cabal: Cabal,
  { key, boardId }: PublishedChannel,
): Promise<number> {
  return inTransaction(pool, async (client) => {
    await client.query(sql.LOCK_CHANNEL, [cabal.id, boardId]);
    const { rows: due } = await client.query<{ num: string; thread: string | null }>(sql.SELECT_DUE_DELETES, [
      cabal.id,
      key,
      AT_ONCE,
    ]);
    if (due.length === 0) return 0;
    const lock = await lockThreads(
      client,
      boardId,
      due.flatMap(({ thread }) => (thread === null ? [] : [Number(thread)])),
    );
    const { rows } = await client.query<{ num: string }>(sql.PURGE, [cabal.id, key, AT_ONCE]);
    const posts = rows.map(({ num }) => ({ num: Number(num), subnum: 0 }));
    await logPurge(lock, removals, posts, [], now());
    return due.length;
  });
}

async function retitle({ pool }: PublishContext, cabal: Cabal, { key }: PublishedChannel): Promise<void> {
  const { rows } = await pool.query<{ hash: Buffer | null; bytes: Buffer | null }>(sql.SELECT_TOPIC, [cabal.id, key]);
  const [row] = rows;
  if (row === undefined) return;
  const post = row.bytes === null ? null : decodePost(row.bytes, cabal.layout);
  const topic = post?.type === 'topic' ? titleOf(post.topic) : '';
  await pool.query(sql.RETITLE, [cabal.id, key, row.hash, topic]);
}

/** Returns one line, without characters that change the text direction of the page. */
function titleOf(topic: string): string {
  return makeStorable(topic)
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/[\u{202a}-\u{202e}\u{2066}-\u{2069}]/gu, '')
    .trim();
}
