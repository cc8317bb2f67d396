/** Fetches the wanted files of one post: its file, the source's thumbnail, its replay. */
import type pg from 'pg';
import type { Board } from '../../mappings/board.ts';
import { sameType } from '../../mappings/media.ts';
import type { SourceFile } from '../../mappings/source-file.ts';
import { mediaSourceAddresses } from '../../mappings/sources.ts';
import type { MediaJob } from '../../mappings/queues.ts';
import type { Leases } from '../../platform/leases.ts';
import { inTransaction } from '../../platform/postgres.ts';
import { withRequestId } from '../../platform/request-id.ts';
import { matchInThread } from '../../store/matching/matching-thread.ts';
import { saveRefusal } from '../store/refusals.ts';
import type { MediaContext } from './context.ts';
import type { Downloaded } from './download.ts';
import { findAtSource, type RefusedAtSource } from './find-at-source.ts';
import { ensureDatastore, storeFile } from './store-file.ts';
import { linkPost } from './link-post.ts';
import type { MediaOutcome } from './metrics.ts';
import { isWanted, readMediaPolicy } from './policy.ts';
import * as sql from './sql.ts';
import { endWanted, giveUp, note, postpone, type WantedFile } from './wanted-file.ts';

/** Failed attempts before a file is given up: 30 s apart, then doubled each time. */
const MAX_ATTEMPTS: Readonly<Partial<Record<MediaOutcome, number>>> = {
  gone: 3,
  mismatched: 3,
  refused: 3,
  failed: 12,
};
const FIRST_PAUSE_MS = 30_000;
export const LONGEST_PAUSE_MS = 6 * 3_600_000;
/** A hidden post's file is not fetched; after an unhide it is fetched within this time. */
const HIDDEN_PAUSE_MS = 3_600_000;
/** Wait while another worker fetches the same file, or others fetch as many of the board as its settings allow. */
const BUSY_PAUSE_MS = 2_000;

/**
 * Returns whether the board has a limit of its own, so that another of its files can be queued now. Throws only if one of our stores fails
 * or the signal aborts.
 */
export async function harvestMedia(
  context: MediaContext,
  board: Board,
  job: MediaJob,
  signal: AbortSignal,
): Promise<boolean> {
  const { rows } = await context.pool.query<sql.WantedRow>(sql.SELECT_WANTED, [board.id, job.num, job.subnum]);
  for (const row of rows) {
    signal.throwIfAborted();
    const file = { ...job, board, row, thread: Number(row.thread), place: row.place, md5: row.media_hash };
    await withRequestId(row.request_id, async () => fetchOne(context, file, signal));
  }
  return rows.some((row) => readMediaPolicy(row.media_settings, row.media_defaults).concurrency !== null);
}

async function fetchOne(context: MediaContext, post: WantedFile, signal: AbortSignal): Promise<void> {
  const { board, row } = post;
  const { kind } = row;
  if (row.hidden && !row.is_purged) return postpone(context, post, HIDDEN_PAUSE_MS, 0, 'the post is hidden');
  const urls = mediaSourceAddresses(board, sourceFileOf(row), kind);
  const [url] = urls;
  const policy = readMediaPolicy(row.media_settings, row.media_defaults);
  if (row.is_purged || url === undefined || !(await isWanted(policy, kind, row, matchInThread))) {
    note(context, post, 'unwanted');
    await endWanted(context, post, sql.DELETE_WANTED);
    return;
  }
  if (await linkStoredFile(context, post)) return;
  const wasMine = await context.leases.hold(`file ${fetchingKey(url, row)}`, async () => {
    // Another worker may have fetched the file since.
    if (await linkStoredFile(context, post)) return;
    const hadPlace = await inPlace(context.leases, board, policy.concurrency, async () =>
      fetchAndStore(context, post, urls, signal),
    );
    if (!hadPlace) await postpone(context, post, BUSY_PAUSE_MS, 0, null);
  });
  if (!wasMine) await postpone(context, post, BUSY_PAUSE_MS, 0, null);
}

/** Returns whether one of the board's places was free. Without a limit (null) there always is one. */
async function inPlace(
  leases: Leases,
  board: Board,
  places: number | null,
  work: () => Promise<void>,
): Promise<boolean> {
  if (places === null) {
    await work();
    return true;
  }
  for (let place = 1; place <= places; place++) {
    if (await leases.hold(`files of board ${board.id}, place ${place}`, work)) return true;
  }
  return false;
}

function sourceFileOf({ media_time: time, media_type: mediaType, extra }: sql.WantedRow): SourceFile {
  return { mediaTime: time === null ? null : Number(time), mediaType, extra };
}

/** The key is the content hash if it is known, so that a file on two boards is fetched once. */
function fetchingKey(url: string, { kind, media_hash: md5, media_size: size }: sql.WantedRow): string {
  return kind === 'file' && md5 !== null ? `md5 ${Buffer.from(md5).toString('hex')} ${size}` : url;
}

/** Handles a file that is already stored, or banned. Returns whether it was. */
async function linkStoredFile(context: MediaContext, post: WantedFile): Promise<boolean> {
  const { row } = post;
  const { kind, media_hash: md5, media_size: size } = row;
  if (await isOfBanned(context.pool, post)) {
    await giveUp(context, post, 'banned', 'banned', null);
    return true;
  }
  if (md5 === null) return false;
  if (kind === 'replay') return false;
  const sha256 = kind === 'file' ? await findFile(context.pool, row, size) : await findThumb(context.pool, row);
  if (sha256 === null) return false;
  const linked = await inTransaction(context.pool, (client) => linkPost(client, post, kind, sha256, context.now()));
  if (!linked) await endWanted(context, post, sql.DELETE_WANTED);
  note(context, post, linked ? 'linked' : 'unwanted');
  return true;
}

async function findFile(pool: pg.Pool, row: sql.WantedRow, size: number | null): Promise<Uint8Array | null> {
  if (size === null) return null;
  const { rows } = await pool.query<{ sha256: Uint8Array; type: string }>(sql.FIND_BY_MD5, [row.media_hash, size]);
  const [found] = rows;
  return found !== undefined && sameType(row.media_type, found.type) ? found.sha256 : null;
}

async function findThumb(pool: pg.Pool, row: sql.WantedRow): Promise<Uint8Array | null> {
  if (row.thumb_w === null || row.thumb_h === null) return null;
  const { rows } = await pool.query<{ sha256: Uint8Array }>(sql.FIND_THUMB, [row.media_hash, row.thumb_w, row.thumb_h]);
  return rows[0]?.sha256 ?? null;
}

/** Returns whether the file of the post is banned. Its thumbnail and replay are fetched after it. */
async function isOfBanned(pool: pg.Pool, { boardId, num, subnum, place, row }: WantedFile): Promise<boolean> {
  const ask = async (text: string, values: readonly unknown[]) =>
    (await pool.query<{ banned: boolean }>(text, [...values])).rows[0]?.banned === true;
  if (row.media_hash !== null && (await ask(sql.IS_BANNED, [[row.media_hash]]))) return true;
  return row.kind !== 'file' && ask(sql.IS_FILE_BANNED, [boardId, num, subnum, place]);
}

async function fetchAndStore(
  context: MediaContext,
  post: WantedFile,
  urls: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  await ensureDatastore(context);
  const found = await findAtSource(context, post, urls, signal);
  switch (found.kind) {
    case 'downloaded':
      return keep(context, post, found.file);
    case 'gone':
      return failed(context, post, 'gone', 'the source no longer has the file');
    case 'slow-down':
      return postpone(context, post, FIRST_PAUSE_MS, 0, `status ${found.status}`, 'slow-down');
    case 'failed':
      return failed(context, post, 'failed', found.detail);
    case 'refused':
    case 'mismatched':
      return refuse(context, post, found);
  }
}

async function keep(context: MediaContext, post: WantedFile, file: Downloaded): Promise<void> {
  const { board, row } = post;
  const outcome = await storeFile(context, file, post, row.kind);
  if (outcome === 'banned') return giveUp(context, post, 'banned', 'banned', null);
  note(context, post, outcome === 'stored' ? 'fetched' : 'unwanted');
  context.metrics.onBytes(board.name, file.size);
  if (outcome === 'unnamed') await endWanted(context, post, sql.DELETE_WANTED);
}

async function refuse(context: MediaContext, post: WantedFile, { kind, url, refusal }: RefusedAtSource): Promise<void> {
  const { board, thread } = post;
  context.logger.warn({ board: board.name, url, reason: refusal.reason, detail: refusal.detail }, 'file refused');
  await saveRefusal(context.pool, board.id, url, thread, refusal, context.now());
  await failed(context, post, kind, refusal.detail);
}

/** Schedules another attempt with a doubled pause, or gives up. */
async function failed(
  context: MediaContext,
  post: WantedFile,
  outcome: 'gone' | 'refused' | 'mismatched' | 'failed',
  why: string,
): Promise<void> {
  const { attempts } = post.row;
  if (attempts + 1 >= (MAX_ATTEMPTS[outcome] ?? 1))
    return giveUp(context, post, outcome === 'gone' ? 'gone' : 'refused', outcome, why);
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** attempts, LONGEST_PAUSE_MS);
  await postpone(context, post, pauseMs, 1, why, outcome);
}
