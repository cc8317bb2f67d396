/** Files under the names that the source and its archives give them: `1234567890123.jpg`, `1234567890123s.jpg`. */
import type { Pool } from 'pg';
import type { Board } from '../../../mappings/board.ts';
import { POST_COLUMNS, toPost, type PostRow } from '../../../mappings/postgres/post-row.ts';
import { prepared } from '../../../platform/postgres.ts';
import { SELECT_FILE, SELECT_THUMBNAIL, type FileRow } from '../../media/sql.ts';
import { presentPost } from '../../posts/present.ts';

export interface SourceFileName {
  /** The number that the source names the file by. */
  readonly time: number;
  /** The same time in the other unit: some archives truncate microseconds to milliseconds, others never had microseconds. */
  readonly others: readonly [from: number, to: number];
  readonly isThumbnail: boolean;
}

const NAME = /^(\d{8,17})([sm]?)\.[a-z0-9]{1,8}$/i;

/** null for any other name. `m` is a smaller picture that the source makes for phones; the archive keeps none, and sends the file. */
export function parseFileName(name: string): SourceFileName | null {
  const [, digits = '', kind = ''] = NAME.exec(name) ?? [];
  const time = Number(digits);
  if (digits === '' || !Number.isSafeInteger(time)) return null;
  return { time, others: inOtherUnit(time, digits.length), isThumbnail: kind.toLowerCase() === 's' };
}

function inOtherUnit(time: number, digits: number): readonly [number, number] {
  if (digits === 13) return [time * 1000, time * 1000 + 999];
  const cut = Math.floor(time / 1000);
  return digits === 16 ? [cut, cut] : [time, time];
}

/**
 * A visible post whose file the source names by that time, one that is archived here before others. posts_media_time (board_id,
 * media_time). $1 board, $2 time, $3 and $4 the time in another unit, from and to.
 */
export const SELECT_NAMED_FILE = `
  select ${POST_COLUMNS}
  from posts p
  join boards b on b.id = p.board_id
  where p.board_id = $1 and (p.media_time = $2 or p.media_time between $3 and $4) and not p.hidden
  order by p.media_time <> $2, p.media_hash_src is null, p.num
  limit 1`;

/** A file that is archived here, or the address of one that is still at the source. */
export type FoundFile =
  | { readonly kind: 'archived'; readonly file: FileRow; readonly address: string }
  | { readonly kind: 'at-source'; readonly address: string };

export async function findFile(pool: Pool, board: Board, name: SourceFileName): Promise<FoundFile | null> {
  const { time, others, isThumbnail } = name;
  const { rows } = await pool.query<PostRow>(SELECT_NAMED_FILE, [board.id, time, ...others]);
  if (rows[0] === undefined) return null;
  const post = toPost(rows[0]);
  const { url = null, thumb_url: thumbUrl = null } = presentPost(post, board.mediaUrl).file ?? {};
  const address = isThumbnail ? thumbUrl : url;
  if (address === null) return null;
  if (!address.startsWith('/')) return { kind: 'at-source', address };
  const file = isThumbnail
    ? ((await readFileRow(pool, SELECT_THUMBNAIL, post.mediaHashSrc)) ??
      (await readFileRow(pool, SELECT_FILE, post.mediaHashThb)))
    : await readFileRow(pool, SELECT_FILE, post.mediaHashSrc);
  return file === null ? null : { kind: 'archived', file, address };
}

async function readFileRow(pool: Pool, statement: string, sha256: Uint8Array | null): Promise<FileRow | null> {
  if (sha256 === null) return null;
  const { rows } = await pool.query<FileRow>(prepared(statement, [sha256]));
  return rows[0] ?? null;
}
