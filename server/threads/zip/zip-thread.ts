/**
 * A thread as the entries of a zip file: `thread.json` as in the API, the files of its posts, and a page that shows both without a
 * server. The page comes last, since it lists which files are missing.
 */
import { addAbortSignal } from 'node:stream';
import type { Pool } from 'pg';
import type { File, Post } from '../../../mappings/contract/post.ts';
import type { Thread } from '../../../mappings/contract/thread.ts';
import { mediaKey } from '../../../mappings/media.ts';
import { MAX_ZIP_BYTES, MAX_ZIP_FILES } from '../../../mappings/contract/thread.ts';
import type { Datastores } from '../../../platform/datastore/datastores.ts';
import { prepared } from '../../../platform/postgres.ts';
import type { Site } from '../../shared/site.ts';
import { SELECT_FILE, type FileRow } from '../../media/sql.ts';
import { zipPage, type ZippedFile } from './zip-page.ts';

export interface ZipEntry {
  readonly name: string;
  readonly lastModified: Date;
  readonly input: string | AsyncIterable<Uint8Array>;
}

export interface ZipSource {
  readonly pool: Pool;
  readonly datastores: Datastores;
  readonly thread: Thread;
  readonly site: Site;
  readonly now: Date;
  /** Aborts the reading when the client disconnects or the server stops. */
  readonly signal: AbortSignal;
}

/**
 * Looks up each file when its turn comes: files that are banned, or whose posts are all hidden, while the zip is being sent are left
 * out.
 */
export async function* zipEntries(source: ZipSource): AsyncGenerator<ZipEntry> {
  const { thread, site, now, signal } = source;
  const folder = zipName(thread);
  yield { name: `${folder}/thread.json`, lastModified: now, input: JSON.stringify(thread, null, 2) };
  const byHash = new Map<string, ZippedFile>();
  let [count, bytes] = [0, 0];
  for (const { post, file, place } of filesOf(thread)) {
    const hash = file.sha256;
    if (hash === null || byHash.has(hash)) continue;
    signal.throwIfAborted();
    const row = await findFile(source.pool, hash);
    if (row === null) {
      byHash.set(hash, 'missing');
      continue;
    }
    if (count === MAX_ZIP_FILES || bytes + Number(row.size) > MAX_ZIP_BYTES) {
      byHash.set(hash, 'over_limit');
      continue;
    }
    const content = await openFile(source, row);
    if (content === null) {
      byHash.set(hash, 'missing');
      continue;
    }
    count += 1;
    bytes += Number(row.size);
    const path = `files/${fileName(post, place, row)}`;
    byHash.set(hash, { path });
    yield { name: `${folder}/${path}`, lastModified: dated(post.time_posted), input: content };
  }
  yield { name: `${folder}/index.html`, lastModified: now, input: zipPage(thread, byHash, { site, now }) };
}

/** Also the name of the folder in the zip file. Board names contain only characters that file names may contain. */
export function zipName({ board, num }: Pick<Thread, 'board' | 'num'>): string {
  return `${board}-${num}`;
}

async function findFile(pool: Pool, sha256: string): Promise<FileRow | null> {
  const { rows } = await pool.query<FileRow>(prepared(SELECT_FILE, [Buffer.from(sha256, 'hex')]));
  return rows[0] ?? null;
}

async function openFile({ datastores, signal }: ZipSource, file: FileRow): Promise<AsyncIterable<Uint8Array> | null> {
  const store = await datastores.byId(file.datastore_id);
  const stream = await store.open(mediaKey(file.sha256, file.type));
  return stream === null ? null : addAbortSignal(signal, stream);
}

/** Made of the post's number and the type that the archive detected: the name that a poster chose might lead out of the folder. */
/** The files of the thread's posts, in order. */
function* filesOf({ posts }: Thread): Generator<{ readonly post: Post; readonly file: File; readonly place: number }> {
  for (const post of posts) {
    if (post.file !== null) yield { post, file: post.file, place: 0 };
    for (const file of post.extra_files ?? []) yield { post, file, place: file.place };
  }
}

function fileName({ num, subnum }: Post, place: number, { sha256, type }: FileRow): string {
  const extension = mediaKey(sha256, type).split('.').at(-1) ?? 'bin';
  return `${num}${subnum > 0 ? `_${subnum}` : ''}${place > 0 ? `-${place}` : ''}.${extension}`;
}

/** The dates of zip files begin with 1980. */
const FIRST_DATE = Date.UTC(1980, 0, 2);

function dated(iso: string): Date {
  return new Date(Math.max(FIRST_DATE, Date.parse(iso)));
}
