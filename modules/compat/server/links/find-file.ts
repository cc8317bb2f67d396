/** Files under the names that the source and its archives give them: `1234567890123.jpg`, `1234567890123s.jpg`. */
import type { StoredFile } from '../../../../mappings/file-fields.ts';
import { sourceFileName } from '../../../../mappings/source-file.ts';
import type { Pool } from 'pg';
import type { Board } from '../../../../mappings/board.ts';
import type { FileStatus } from '../../../../mappings/media.ts';
import type { Post } from '../../../../mappings/post.ts';
import type { MediaKind } from '../../../../mappings/source-kind.ts';
import { SHOWN_COLUMNS, toPost, type PostRow } from '../../../../mappings/postgres/post-row.ts';
import { prepared } from '../../../../platform/postgres.ts';
import { SELECT_FILE, SELECT_THUMBNAIL, type FileRow } from '../../../../server/media/sql.ts';
import { fileAddresses, fileStatus, type FilesAtSource } from '../../../../server/posts/present.ts';

export interface SourceFileName {
  /** The key of the file: the number in its name at the source, or the whole name if it is more than a number. */
  readonly by: FileTime | { readonly name: string };
  readonly kind: MediaKind;
}

interface FileTime {
  readonly time: number;
  /** The same time in the other unit: some archives truncate microseconds to milliseconds, others never had microseconds. */
  readonly others: readonly [from: number, to: number];
}

const NUMBER = /^(\d{8,17})([sm]?)\.([a-z0-9]{1,8})$/i;
/** `1600001001000-0.jpg`, `1600001001000-0s.jpg`, and hashes. */
const NAME = /^(\d{8,17}-\d{1,3}|[0-9a-f]{32,128})(s?)\.([a-z0-9]{1,8})$/i;

/**
 * null for any other name. `m` is a smaller picture that the source makes for phones; the archive does not keep it, and sends the file
 * instead. `isThumb`: the address is that of a folder of thumbnails, whose names need no `s`.
 */
export function parseFileName(name: string, isThumb = false): SourceFileName | null {
  const [, digits = '', suffix = '', type = ''] = NUMBER.exec(name) ?? [];
  const time = Number(digits);
  if (digits !== '' && Number.isSafeInteger(time)) {
    return { by: { time, others: inOtherUnit(time, digits.length) }, kind: kindOf(suffix, type, isThumb) };
  }
  const [, whole, end = '', wholeType = ''] = NAME.exec(name) ?? [];
  return whole === undefined ? null : { by: { name: whole }, kind: kindOf(end, wholeType, isThumb) };
}

function kindOf(suffix: string, type: string, isThumb: boolean): MediaKind {
  if (type.toLowerCase() === 'tgkr') return 'replay';
  return isThumb || suffix.toLowerCase() === 's' ? 'thumb' : 'file';
}

function inOtherUnit(time: number, digits: number): readonly [number, number] {
  if (digits === 13) return [time * 1000, time * 1000 + 999];
  const cut = Math.floor(time / 1000);
  return digits === 16 ? [cut, cut] : [time, time];
}

/**
 * Index: posts_media_time (board_id, media_time). For each board a visible post whose file name at the source is that time, preferably
 * one with an archived file; the best first. $1 boards, $2 time, $3 and $4 the time in another unit, from and to.
 */
export const SELECT_NAMED_FILES = `
  select ${SHOWN_COLUMNS}
  from boards b
  cross join lateral (
    select * from posts
    where board_id = b.id and (media_time = $2 or media_time between $3 and $4) and not hidden
    order by media_time <> $2, media_hash_src is null, num
    limit 1) p
  where b.id = any ($1::int[])
  order by p.media_time <> $2, p.media_hash_src is null, b.name`;

/**
 * Index: posts_file_name, posts_pkey. The same for a name that is more than a number: one visible post of each board. $1 boards,
 * $2 name.
 */
export const SELECT_FILES_OF_NAME = `
  select ${SHOWN_COLUMNS}
  from boards b
  cross join lateral (
    select q.* from posts_of_file_name(b.id, $2) n
    join posts q on q.board_id = b.id and q.num = n.num and q.subnum = n.subnum and not q.hidden
    order by q.media_hash_src is null, q.num
    limit 1) p
  where b.id = any ($1::int[])
  order by p.media_hash_src is null, b.name`;

/** An archived file; the address of a file that is still at the source; or a post whose file is in neither place. */
export type FoundFile =
  | { readonly kind: 'archived'; readonly file: FileRow; readonly address: string; readonly name: string | null }
  | { readonly kind: 'at-source'; readonly address: string }
  | {
      readonly kind: 'missing';
      readonly status: FileStatus;
      readonly post: Pick<Post, 'board' | 'thread' | 'num' | 'subnum'>;
    };

/**
 * If several boards have a file of that name, an archived one is preferred.
 * @returns null if no visible post names the file.
 */
export async function findFile(
  pool: Pool,
  boards: readonly Board[],
  { by, kind }: SourceFileName,
  atSource: ReadonlyMap<string, FilesAtSource>,
): Promise<FoundFile | null> {
  const ids = boards.map(({ id }) => id);
  const { rows } = await ('name' in by
    ? pool.query<PostRow>(SELECT_FILES_OF_NAME, [ids, by.name])
    : pool.query<PostRow>(SELECT_NAMED_FILES, [ids, by.time, ...by.others]));
  let best: FoundFile | null = null;
  for (const post of rows.map(toPost)) {
    const found = await fileOf(pool, post, namedFile(post, by), kind, atSource.get(post.board) ?? null);
    if (found.kind === 'archived') return found;
    best ??= found;
  }
  return best;
}

async function fileOf(
  pool: Pool,
  post: Post,
  file: StoredFile,
  kind: MediaKind,
  atSource: FilesAtSource,
): Promise<FoundFile> {
  const addresses = fileAddresses(file, atSource);
  const address = addresses[ADDRESS_OF[kind]];
  if (address?.startsWith('/') === false) return { kind: 'at-source', address };
  const stored = address === null ? null : await readStored(pool, file, kind);
  const name = kind === 'file' ? file.mediaName : null;
  if (address !== null && stored !== null) return { kind: 'archived', file: stored, address, name };
  return { kind: 'missing', status: fileStatus(file), post };
}

const ADDRESS_OF = { file: 'url', thumb: 'thumb_url', replay: 'replay_url' } as const;

/** The file of the post that has this name at the source: its first, unless an additional one has it. */
function namedFile(post: Post, by: SourceFileName['by']): StoredFile {
  if (!('name' in by)) return post;
  return post.extraFiles?.find((file) => sourceFileName(file) === by.name) ?? post;
}

async function readStored(pool: Pool, post: StoredFile, kind: MediaKind): Promise<FileRow | null> {
  if (kind === 'file') return readFileRow(pool, SELECT_FILE, post.mediaHashSrc);
  if (kind === 'replay') return readFileRow(pool, SELECT_FILE, post.fileState?.replay ?? null);
  return (
    (await readFileRow(pool, SELECT_THUMBNAIL, post.mediaHashSrc)) ??
    (await readFileRow(pool, SELECT_FILE, post.mediaHashThb))
  );
}

async function readFileRow(pool: Pool, statement: string, sha256: Uint8Array | null): Promise<FileRow | null> {
  if (sha256 === null) return null;
  const { rows } = await pool.query<FileRow>(prepared(statement, [sha256]));
  return rows[0] ?? null;
}
