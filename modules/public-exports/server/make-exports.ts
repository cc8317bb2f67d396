/**
 * Writes the files of public exports. They are read with the rights of a reader, so that PostgreSQL's policies leave out hidden posts.
 * Only one server at a time makes exports.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { toPost, type PostRow } from '../../../mappings/postgres/post-row.ts';
import type { Leases } from '../../../platform/leases.ts';
import { transaction, withConnection } from '../../../platform/postgres.ts';
import type { SharedFiles } from '../../../platform/shared-files/shared-files.ts';
import { lockBoard } from '../../../store/post-lock.ts';
import type { BoardDirectory } from '../../../server/boards/directory.ts';
import { LIST_POSTS } from '../../../server/posts/list.ts';
import { presentPost } from '../../../server/posts/present.ts';
import { withWholeComment } from '../../../server/posts/whole-comment.ts';
import {
  ADD_EXPORT,
  COMPLETE_EXPORT,
  DELETE_FILE,
  DELETE_REPLACED,
  SELECT_COMPLETE,
  SELECT_DUE,
  SELECT_FILES,
} from './sql.ts';

const DAY_MS = 86_400_000;
/**
 * A file is made again after a week, or half a day after a post in it was hidden. It is thus replaced within a day, however long a run
 * takes. A file with a purged post is withdrawn immediately, and made again by the next run.
 */
const EXPIRY_MS = 7 * DAY_MS;
const OUTDATED_MS = DAY_MS / 2;
const PAGE = 1000;

const FOLDER = 'exports';

export function exportKey(file: string): string {
  return `${FOLDER}/${file}`;
}

export interface ExportMaker {
  readonly pool: pg.Pool;
  readonly boards: Pick<BoardDirectory, 'filesAtSource'>;
  readonly files: SharedFiles;
  readonly clock: () => Date;
}

/** Makes the exports that are due. Returns the names of the new files; empty if another server is making exports. */
export async function makeExports(
  maker: ExportMaker,
  leases: Leases,
  closing: AbortSignal,
): Promise<readonly string[]> {
  let made: readonly string[] = [];
  await leases.hold('public exports', async () => {
    made = await makeDueExports(maker, closing);
  });
  return made;
}

/** Makes the exports that are due, and removes those that are replaced or no longer published. Two calls at the same time do the work twice. */
export async function makeDueExports(maker: ExportMaker, closing: AbortSignal): Promise<readonly string[]> {
  return withConnection(maker.pool, async (client) => makeDue(maker, client, closing));
}

async function makeDue(maker: ExportMaker, client: pg.PoolClient, closing: AbortSignal): Promise<readonly string[]> {
  await forgetLost(maker, client);
  const now = maker.clock().getTime();
  const { rows } = await client.query<{ id: number; name: string }>(SELECT_DUE, [
    new Date(now),
    new Date(now - EXPIRY_MS),
    new Date(now - OUTDATED_MS),
  ]);
  const made: string[] = [];
  for (const board of rows) if (!closing.aborted) made.push(await makeExport(maker, client, board, closing));
  await client.query(DELETE_REPLACED);
  await removeOthers(maker, client);
  return made;
}

async function makeExport(
  maker: ExportMaker,
  client: pg.PoolClient,
  board: { readonly id: number; readonly name: string },
  closing: AbortSignal,
): Promise<string> {
  const madeAt = maker.clock();
  const file = `${board.name}-${madeAt.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.ndjson.gz`;
  const id = await transaction(client, async () => {
    // A hide that commits before this lock is visible to the following reads; a later hide finds this row and marks it as outdated.
    await lockBoard(client, board.id);
    const { rows } = await client.query<{ id: string }>(ADD_EXPORT, [board.id, file, madeAt]);
    return rows[0]?.id;
  });
  const counted = { posts: 0, bytes: 0 };
  const measured = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      counted.bytes += chunk.length;
      hash.update(chunk);
      yield chunk;
    }
  };
  const hash = createHash('sha256');
  await pipeline(
    Readable.from(linesOf(maker, board, counted)),
    createGzip(),
    async (compressed: AsyncIterable<Buffer>) => maker.files.write(exportKey(file), measured(compressed)),
    { signal: closing },
  );
  await client.query(COMPLETE_EXPORT, [id, counted.posts, counted.bytes, hash.digest()]);
  return file;
}

async function* linesOf(
  { pool, boards }: ExportMaker,
  board: { readonly id: number; readonly name: string },
  counted: { posts: number },
): AsyncGenerator<string> {
  const atSource = (await boards.filesAtSource()).get(board.name) ?? null;
  let place: readonly number[] = [0, -1];
  for (;;) {
    const { rows } = await pool.query<PostRow>(LIST_POSTS.created.backward, [board.id, PAGE, ...place]);
    const posts = rows.map(toPost);
    counted.posts += posts.length;
    for (const post of posts) {
      const whole = post.isCommentCut === true ? await withWholeComment(pool, post) : post;
      yield `${JSON.stringify(presentPost(whole, atSource))}\n`;
    }
    const last = posts.at(-1);
    if (last === undefined || posts.length < PAGE) return;
    place = [last.num, last.subnum];
  }
}

/** Removes the files that no row names. */
async function removeOthers({ files }: ExportMaker, client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ file: string }>(SELECT_FILES);
  const known = new Set(rows.map(({ file }) => file));
  for (const { name } of await files.list(FOLDER)) if (!known.has(name)) await files.delete(exportKey(name));
}

/** A file that was lost is made again: the folder is another one, or was restored with less than the database. */
async function forgetLost({ files }: ExportMaker, client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ file: string }>(SELECT_COMPLETE);
  for (const { file } of rows)
    if ((await files.size(exportKey(file))) === null) await client.query(DELETE_FILE, [file]);
}
