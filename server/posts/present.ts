import type { Pool } from 'pg';
import type { Board } from '../../mappings/board.ts';
import { parseComment } from '../../mappings/comment/parse.ts';
import { commentPlainText } from '../../mappings/comment/plain-text.ts';
import { isDrawn, mediaAddress, thumbnailAddress } from '../../mappings/media.ts';
import type { Post } from '../../mappings/post.ts';
import { POST_COLUMNS, toPost, type PostRow } from '../../mappings/postgres/post-row.ts';
import type { File, Post as PostView } from '../../mappings/contract/post.ts';

/** One visible row by posts_pkey (board_id, num, subnum). */
const SELECT_POST = `
  select ${POST_COLUMNS}
  from posts p
  join boards b on b.id = p.board_id
  where p.board_id = $1 and p.num = $2 and p.subnum = $3 and not p.hidden`;

/** null if there is no such post, or it is hidden. */
export async function loadPost(pool: Pool, board: Board, num: number, subnum: number): Promise<PostView | null> {
  const { rows } = await pool.query<PostRow>(SELECT_POST, [board.id, num, subnum]);
  return rows[0] === undefined ? null : presentPost(toPost(rows[0]), board.mediaUrl);
}

/** A post as the API shows it. `mediaUrl` is the base address of the board's files at its source. */
export function presentPost(post: Post, mediaUrl: string): PostView {
  const { tokens } = parseComment(post.comment ?? '');
  return {
    board: post.board,
    num: post.num,
    subnum: post.subnum,
    thread: post.thread,
    opener: post.opener,
    time_posted: post.timePosted.toISOString(),
    time_modified: post.timeModified.toISOString(),
    time_deleted_post: toText(post.timeDeletedPost),
    time_deleted_file: toText(post.timeDeletedFile),
    time_archived: toText(post.timeArchived),
    time_bumped: toText(post.timeBumped),
    name: post.name,
    tripcode: post.tripcode,
    capcode: post.capcode,
    posterid: post.posterid,
    country: post.country,
    email: post.email,
    subject: post.subject,
    comment: commentPlainText(tokens),
    tokens: [...tokens],
    file: presentFile(post, mediaUrl),
    spoiler: post.spoiler,
    sticky: post.sticky ?? false,
    closed: post.closed ?? false,
    posters: post.posters,
    replies: post.replies,
    images: integerOf(post.extra?.['images']),
    since4pass: integerOf(post.extra?.['since4pass']),
    rev: post.rev,
  };
}

/** null when the post has no file. */
function presentFile(post: Post, mediaUrl: string): File | null {
  const known = [post.mediaTime, post.mediaHash, post.mediaName, post.mediaType];
  if (known.every((value) => value === null)) return null;
  return {
    name: post.mediaName,
    type: post.mediaType,
    size: post.mediaSize,
    width: post.mediaDimsSrcW,
    height: post.mediaDimsSrcH,
    thumb_width: post.mediaDimsThbW,
    thumb_height: post.mediaDimsThbH,
    md5: post.mediaHash === null ? null : base64Of(post.mediaHash),
    sha256: post.mediaHashSrc === null ? null : Buffer.from(post.mediaHashSrc).toString('hex'),
    time: post.mediaTime,
    spoiler: post.spoiler,
    ...fileAddresses(post, mediaUrl),
  };
}

/** Addresses at the source until the files are archived here; null where neither is known. */
export function fileAddresses(post: Post, mediaUrl: string): Pick<File, 'url' | 'thumb_url'> {
  const base = `${mediaUrl}/${post.board}/${post.mediaTime}`;
  const isNamed = post.mediaTime !== null && post.mediaType !== null && post.timeDeletedFile === null;
  const { mediaHashSrc: file, mediaHashThb: thumb, mediaType: type } = post;
  // We draw no thumbnails of videos and documents; the source's is the only one.
  const ours = file !== null && isDrawn(type) ? thumbnailAddress(file) : thumb && mediaAddress(thumb, 'jpg');
  return {
    url:
      file !== null ? mediaAddress(file, type ?? '') : isNamed ? `${base}.${encodeURIComponent(post.mediaType)}` : null,
    thumb_url: ours ?? (isNamed ? `${base}s.jpg` : null),
  };
}

function toText(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}

/** `extra` holds anything that the source sent. */
function integerOf(value: unknown): number | null {
  return Number.isSafeInteger(value) ? (value as number) : null;
}

export function base64Of(hash: Uint8Array): string {
  return bufferOf(hash).toString('base64');
}

/** For addresses. */
export function safeBase64Of(hash: Uint8Array): string {
  return bufferOf(hash).toString('base64url');
}

/** A view: copying the bytes took longer than printing them. */
function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
