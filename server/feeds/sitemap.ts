/**
 * Sitemaps as sitemaps.org defines them. A board's visible threads are split by ranges of nums, so that no thread ever moves to
 * another file.
 */
import type { Pool } from 'pg';
import type { Board } from '../../mappings/board.ts';
import { prepared } from '../../platform/postgres.ts';
import { element, escapeXml, xmlDocument } from './xml.ts';

/** Limit of sitemaps.org for one index. */
export const MAX_FILES = 50_000;

/** Nums of a board in one file. There are no more threads than nums, so the limit of sitemaps.org for one file holds. */
export const NUMS_PER_FILE = 50_000;

const VISIBLE_OPENERS = 'from posts where board_id = $1 and opener and not hidden';
const FILE_OF_NUM = `num / ${NUMS_PER_FILE} + 1`;

/**
 * Numbers of a board's files that hold a thread, descending. Reads one entry of posts_threads_created (board_id, num desc) for each
 * file, however many threads are in it. $1 board, $2 limit.
 */
export const SELECT_FILES = `
  with recursive files (file) as (
    (select ${FILE_OF_NUM} ${VISIBLE_OPENERS} order by num desc limit 1)
    union all
    select (
      select ${FILE_OF_NUM} ${VISIBLE_OPENERS} and num < (files.file - 1) * ${NUMS_PER_FILE} order by num desc limit 1
    )
    from files
    where files.file is not null
  )
  select file from files where file is not null limit $2`;

/** Bigints come as text. */
interface FileRow {
  readonly file: string;
}

/**
 * Reads a range of posts_threads_created (board_id, num desc), or of posts_num where PostgreSQL finds that cheaper; then it reads as
 * many rows as a file has nums. $1 board, $2 first num, $3 num after the last.
 */
export const SELECT_THREADS = `
  select num, coalesce(time_bumped, time_posted) as modified ${VISIBLE_OPENERS} and num >= $2 and num < $3 order by num`;

interface ThreadRow {
  readonly num: string;
  readonly modified: Date;
}

export interface MappedThread {
  readonly num: number;
  /** Time of the newest bump. */
  readonly modified: Date;
}

/** Numbers of the files that hold a thread, descending. */
export async function loadFiles(pool: Pool, board: Board): Promise<readonly number[]> {
  const { rows } = await pool.query<FileRow>(prepared(SELECT_FILES, [board.id, MAX_FILES]));
  return rows.map(({ file }) => Number(file));
}

/** Ascending by num. */
export async function loadThreads(pool: Pool, board: Board, file: number): Promise<readonly MappedThread[]> {
  const end = file * NUMS_PER_FILE;
  const { rows } = await pool.query<ThreadRow>(prepared(SELECT_THREADS, [board.id, end - NUMS_PER_FILE, end]));
  return rows.map(({ num, modified }) => ({ num: Number(num), modified }));
}

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

export interface MappedPage {
  readonly address: string;
  readonly modified: Date;
}

/** Written as text, since there may be 50,000 pages. */
export function sitemapXml(pages: readonly MappedPage[]): string {
  const urls = pages.map(
    ({ address, modified }) => `<url><loc>${escapeXml(address)}</loc><lastmod>${w3cTime(modified)}</lastmod></url>`,
  );
  return xmlDocument({ xml: `<urlset xmlns="${NAMESPACE}">${urls.join('')}</urlset>` });
}

export function sitemapIndexXml(addresses: readonly string[]): string {
  const sitemaps = addresses.map((address) => element('sitemap', {}, element('loc', {}, address)));
  return xmlDocument(element('sitemapindex', { xmlns: NAMESPACE }, ...sitemaps));
}

function w3cTime(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}
