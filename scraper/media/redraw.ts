/**
 * Redraws thumbnails of stored files: those that an older version of the rule drew (THUMBNAIL_RULE in mappings/media.ts), and those that
 * were lost.
 */
import { rm } from 'node:fs/promises';
import { THUMBNAIL_RULE } from '../../mappings/media.ts';
import { DatastoreUnavailableError } from '../../platform/datastore/datastore.ts';
import { toError } from '../../platform/errors.ts';
import { inTransaction } from '../../platform/postgres.ts';
import type { MediaContext } from './context.ts';
import { copyOut } from './copy-out.ts';
import { drawThumbnailOf, drawnPaths, type DrawnThumbnail } from './draw-thumbnail.ts';
import { ImageError } from './image-worker/image-worker.ts';
import * as sql from './redraw-sql.ts';
import { IS_BANNED, LOCK_FILE, NOTE_FILE_CHANGE } from './sql.ts';
import { findImage, StoredFiles } from './stored-files.ts';

export type RedrawContext = Pick<MediaContext, 'pool' | 'datastores' | 'imageWorker' | 'incomingDir' | 'logger'>;

export interface RedrawCounts {
  /** Files whose thumbnail was checked. */
  files: number;
  /** Thumbnails that were drawn. */
  drawn: number;
  /** Files that cannot be decoded, and keep their thumbnail. */
  undrawable: number;
  /** Files that could not be read; `media verify` reports them. */
  unreadable: number;
}

/**
 * older  thumbnails of an older rule. Each file is marked, so that a killed pass resumes where it was.
 * all    every thumbnail, of files with a higher id than `after`
 */
export type RedrawChoice = { readonly what: 'older' } | { readonly what: 'all'; readonly after: string };

export interface RedrawWatch {
  readonly signal: AbortSignal;
  readonly progress: (counts: RedrawCounts, total: number, lastId: string) => void;
}

const PAGE = 100;

export async function redrawThumbnails(
  context: RedrawContext,
  choice: RedrawChoice,
  { signal, progress }: RedrawWatch,
): Promise<RedrawCounts> {
  const counts: RedrawCounts = { files: 0, drawn: 0, undrawable: 0, unreadable: 0 };
  const pages = choice.what === 'all' ? pagesOfAll(context, choice.after) : pagesOfOlder(context);
  const total = await countFiles(context, choice);
  for await (const rows of pages) {
    for (const row of rows) {
      if (signal.aborted) return counts;
      counts.files++;
      const outcome = await redraw(context, row);
      if (outcome !== 'kept') counts[outcome]++;
      progress(counts, total, row.id);
    }
  }
  return counts;
}

async function countFiles({ pool }: RedrawContext, choice: RedrawChoice): Promise<number> {
  const { rows } =
    choice.what === 'all'
      ? await pool.query<{ files: number }>(sql.COUNT_ALL, [choice.after])
      : await pool.query<{ files: number }>(sql.COUNT_OLDER, [THUMBNAIL_RULE]);
  return rows[0]?.files ?? 0;
}

async function* pagesOfOlder({ pool }: RedrawContext): AsyncGenerator<readonly sql.DrawableRow[]> {
  let after: readonly [rule: number, id: string] = [0, '0'];
  for (;;) {
    const { rows } = await pool.query<sql.DrawableRow & { readonly thumb_rule: number }>(sql.SELECT_OLDER, [
      THUMBNAIL_RULE,
      ...after,
      PAGE,
    ]);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = [last.thumb_rule, last.id];
  }
}

async function* pagesOfAll({ pool }: RedrawContext, from: string): AsyncGenerator<readonly sql.DrawableRow[]> {
  for (let after = from; ;) {
    const { rows } = await pool.query<sql.DrawableRow>(sql.SELECT_ALL, [after, PAGE]);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last.id;
  }
}

/** kept: the file was deleted, banned or moved meanwhile. */
type RedrawOutcome = 'drawn' | 'kept' | 'undrawable' | 'unreadable';

async function redraw(context: RedrawContext, row: sql.DrawableRow): Promise<RedrawOutcome> {
  return withCopy(context, row, async (path) => drawAndStore(context, row, path));
}

/** Draws a thumbnail that is not stored. Returns whether the file has one now. */
export async function restoreThumbnail(context: RedrawContext, row: sql.DrawableRow): Promise<boolean> {
  return (await redraw(context, row)) === 'drawn';
}

async function withCopy(
  context: RedrawContext,
  row: sql.DrawableRow,
  work: (path: string) => Promise<RedrawOutcome>,
): Promise<RedrawOutcome> {
  const path = await copy(context, row);
  if (path === null) return 'unreadable';
  try {
    return await work(path);
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    await context.pool.query(sql.SET_RULE, [row.id, THUMBNAIL_RULE]);
    return 'undrawable';
  } finally {
    for (const each of [path, ...drawnPaths(path)]) await rm(each, { force: true });
  }
}

/** The path of a copy; null if the file cannot be read now. */
async function copy({ datastores, incomingDir, logger }: RedrawContext, row: sql.DrawableRow): Promise<string | null> {
  try {
    const copied = await copyOut(await datastores.byId(row.datastore_id), row, incomingDir);
    if (typeof copied === 'object') return copied.path;
    logger.warn({ sha256: row.sha256.toString('hex'), problem: copied }, 'a stored file cannot be read: media verify');
  } catch (error) {
    if (!(error instanceof DatastoreUnavailableError)) throw error;
    logger.warn({ err: toError(error) }, 'a datastore is unavailable');
  }
  return null;
}

async function drawAndStore(context: RedrawContext, row: sql.DrawableRow, path: string): Promise<RedrawOutcome> {
  const drawn = await drawThumbnailOf(context.imageWorker, path);
  return inTransaction(context.pool, async (client) => {
    const hashes = [row.sha256, drawn.file.sha256].map((sha256) => sha256.toString('hex'));
    // Locks in the same order as storeFile.
    for (const hex of hashes.sort()) await client.query(LOCK_FILE, [hex]);
    const image = await findImage(client, row.sha256);
    // The file was deleted, banned or moved since it was listed.
    if (image === null || image.banned || image.datastore_id !== row.datastore_id) return 'kept';
    if (await isBanned(client, drawn)) return 'kept';
    const stored = new StoredFiles(context, client);
    const thumb = await stored.thumbnail(drawn);
    if (drawn.large !== null)
      await stored.large(row.sha256, await context.datastores.byId(row.datastore_id), drawn.large);
    const { rows } = await client.query<{ replaced: Buffer | null }>(sql.SET_THUMBNAIL, [
      row.id,
      thumb,
      THUMBNAIL_RULE,
    ]);
    const replaced = rows[0]?.replaced ?? null;
    if (replaced !== null) await client.query(sql.REMOVE_IF_UNUSED, [replaced]);
    await client.query(NOTE_FILE_CHANGE);
    return 'drawn';
  });
}

async function isBanned(client: { query: MediaContext['pool']['query'] }, { file }: DrawnThumbnail): Promise<boolean> {
  const { rows } = await client.query<{ banned: boolean }>(IS_BANNED, [[file.md5, file.sha256]]);
  return rows[0]?.banned === true;
}
