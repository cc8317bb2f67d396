/** Where the file is that an old address names. */
import type { Pool } from 'pg';
import type { Board } from '../../../mappings/board.ts';
import { toPost, type PostRow } from '../../../mappings/postgres/post-row.ts';
import { prepared } from '../../../platform/postgres.ts';
import { SELECT_FILE, SELECT_THUMBNAIL, type FileRow } from '../../media/sql.ts';
import { presentPost } from '../../posts/present.ts';
import type { SourceFileName } from './file-name.ts';
import { SELECT_NAMED_FILE } from './sql.ts';

/** A file that is kept here, or the address of one that still is at the source. */
export type FoundFile =
  | { readonly kind: 'kept'; readonly file: FileRow; readonly address: string }
  | { readonly kind: 'elsewhere'; readonly address: string };

export async function findFile(pool: Pool, board: Board, name: SourceFileName): Promise<FoundFile | null> {
  const { time, others, isThumbnail } = name;
  const { rows } = await pool.query<PostRow>(SELECT_NAMED_FILE, [board.id, time, ...others]);
  if (rows[0] === undefined) return null;
  const post = toPost(rows[0]);
  const { url = null, thumb_url: thumbUrl = null } = presentPost(post, board.mediaUrl).file ?? {};
  const address = isThumbnail ? thumbUrl : url;
  if (address === null) return null;
  if (!address.startsWith('/')) return { kind: 'elsewhere', address };
  const file = isThumbnail
    ? ((await one(pool, SELECT_THUMBNAIL, post.mediaHashSrc)) ?? (await one(pool, SELECT_FILE, post.mediaHashThb)))
    : await one(pool, SELECT_FILE, post.mediaHashSrc);
  return file === null ? null : { kind: 'kept', file, address };
}

async function one(pool: Pool, statement: string, sha256: Uint8Array | null): Promise<FileRow | null> {
  if (sha256 === null) return null;
  const { rows } = await pool.query<FileRow>(prepared(statement, [sha256]));
  return rows[0] ?? null;
}
