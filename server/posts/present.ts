import type { Pool } from 'pg';
import type { Board } from '../../mappings/board.ts';
import { parseComment } from '../../mappings/comment/parse.ts';
import { commentPlainText } from '../../mappings/comment/plain-text.ts';
import { withStoredExif } from '../../mappings/comment/exif.ts';
import { isDrawn, mediaAddress, thumbnailAddress, type FileStatus } from '../../mappings/media.ts';
import type { ExtraFile, StoredFile } from '../../mappings/file-fields.ts';
import { mediaSourceAddresses, type BoardAtSource } from '../../mappings/sources.ts';
import type { Post, PostNumber } from '../../mappings/post.ts';
import { withinAnswer } from '../../mappings/text-limits.ts';
import { SHOWN_COLUMNS, toPost, type PostRow } from '../../mappings/postgres/post-row.ts';
import type { ExtraFile as ExtraFileView, File, Post as PostView } from '../../mappings/contract/post.ts';

/** One visible row by posts_pkey (board_id, num, subnum). */
const SELECT_POST = `
  select ${SHOWN_COLUMNS}
  from posts p
  join boards b on b.id = p.board_id
  where p.board_id = $1 and p.num = $2 and p.subnum = $3 and not p.hidden`;

/** Visible rows by posts_num (num), one step in each slice of each board. $1 num, $2 subnum. */
export const SELECT_POSTS_OF_NUMBER = `
  select ${SHOWN_COLUMNS}
  from posts p
  join boards b on b.id = p.board_id
  where p.num = $1 and p.subnum = $2 and not p.hidden
  order by b.name`;

/** The visible posts with this number on all boards. `atSources`: by board name, see `presentPost`. */
export async function loadPostsOfNumber(
  pool: Pool,
  { num, subnum }: PostNumber,
  atSources: ReadonlyMap<string, FilesAtSource>,
): Promise<readonly PostView[]> {
  const { rows } = await pool.query<PostRow>(SELECT_POSTS_OF_NUMBER, [num, subnum]);
  return withinAnswer(rows.map(toPost)).map((post) => presentPost(post, atSources.get(post.board) ?? null));
}

/** null if the post does not exist or is hidden. `atSource`: see `presentPost`. */
export async function loadPost(
  pool: Pool,
  board: Board,
  { num, subnum }: PostNumber,
  atSource: FilesAtSource,
): Promise<PostView | null> {
  const { rows } = await pool.query<PostRow>(SELECT_POST, [board.id, num, subnum]);
  const [post] = withinAnswer(rows.map(toPost));
  return post === undefined ? null : presentPost(post, atSource);
}

/** The post's board, if readers may load files from its source; otherwise null (`BoardDirectory.filesAtSource`). */
export type FilesAtSource = (BoardAtSource & Pick<Board, 'mediaUrl'>) | null;

/** A post as the API shows it. */
export function presentPost(post: Post, atSource: FilesAtSource): PostView {
  const tokens = withStoredExif(parseComment(post.comment ?? '').tokens, post.extra);
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
    ...(post.isCommentCut === true && { comment_truncated: true as const }),
    tokens: [...tokens],
    file: hasFile(post) ? presentFile(post, atSource) : null,
    ...(post.extraFiles !== undefined && { extra_files: presentExtraFiles(post.extraFiles, atSource) }),
    spoiler: post.spoiler,
    sticky: post.sticky ?? false,
    closed: post.closed ?? false,
    posters: post.posters,
    replies: post.replies,
    images: post.images,
    since4pass: integerOf(post.extra?.['since4pass']),
    extra: post.extra === null ? null : { ...post.extra },
    doc_id: post.docId ?? null,
    rev: post.rev,
  };
}

function presentFile(file: StoredFile, atSource: FilesAtSource): File {
  return {
    name: file.mediaName,
    type: file.mediaType,
    size: file.mediaSize,
    width: file.mediaDimsSrcW,
    height: file.mediaDimsSrcH,
    ...thumbnailSize(file),
    md5: file.mediaHash === null ? null : base64Of(file.mediaHash),
    ...fileHashes(file),
    status: fileStatus(file),
    time: file.mediaTime,
    spoiler: file.spoiler,
    ...fileAddresses(file, atSource),
  };
}

function presentExtraFiles(files: readonly ExtraFile[], atSource: FilesAtSource): ExtraFileView[] {
  return files.map((file) => ({
    ...presentFile(file, atSource),
    place: file.place,
    time_deleted: toText(file.timeDeletedFile),
  }));
}

/** Whether the post has or had a file, according to its row. */
export function hasFile({ mediaTime, mediaHash, mediaName, mediaType }: StoredFile): boolean {
  return [mediaTime, mediaHash, mediaName, mediaType].some((value) => value !== null);
}

/**
 * Whether the archive has the file. Without PostgreSQL, an archived file is recognized by its hash, and the state of other files is
 * unknown.
 */
export function fileStatus({ fileState, mediaHashSrc }: StoredFile): FileStatus {
  return fileState?.status ?? (mediaHashSrc === null ? 'unknown' : 'archived');
}

/**
 * SHA-256 in hexadecimal of the stored file, or of one that a contributed dump has described, and of its stored thumbnail (the source's, else ours).
 */
export function fileHashes(post: StoredFile): Pick<File, 'sha256' | 'sha256t'> {
  const isKnown = fileStatus(post) === 'archived' || post.fileState?.isDescribed === true;
  const file = isKnown ? post.mediaHashSrc : null;
  const { thumb, drawn } = thumbnailsOf(post);
  const thumbnail = thumb ?? drawn;
  return { sha256: file && hexOf(file), sha256t: thumbnail && hexOf(thumbnail) };
}

function thumbnailsOf({ fileState, mediaHashThb }: StoredFile) {
  return fileState ?? { thumb: mediaHashThb, drawn: null };
}

/**
 * Addresses of the file, its thumbnail and the replay of a drawing: in the archive, else at the source if that is allowed and the
 * source may still have them; otherwise null.
 */
export function fileAddresses(
  post: StoredFile,
  atSource: FilesAtSource,
): Pick<File, 'url' | 'thumb_url' | 'replay_url'> {
  const { mediaHashSrc, mediaType, fileState } = post;
  const file = fileStatus(post) === 'archived' ? mediaHashSrc : null;
  const replay = fileState?.replay ?? null;
  return {
    url: file === null ? sourceAddress(post, atSource, 'file') : mediaAddress(file, mediaType ?? ''),
    thumb_url: thumbnailOf(post, file) ?? sourceAddress(post, atSource, 'thumb'),
    replay_url: replay === null ? null : mediaAddress(replay, 'tgkr'),
  };
}

function thumbnailOf(post: StoredFile, file: Uint8Array | null): string | null {
  const { thumb, drawn } = thumbnailsOf(post);
  // The archive does not draw thumbnails of videos and documents, so the source's is the only one.
  const isOurs =
    file !== null && isDrawn(post.mediaType) && (post.fileState === undefined || (drawn ?? thumb) !== null);
  if (isOurs) return thumbnailAddress(file);
  const stored = thumb ?? drawn;
  return stored === null ? null : mediaAddress(stored, 'jpg');
}

/** Size of the thumbnail that is shown: measured for ours, else as the source states it. */
function thumbnailSize(post: StoredFile): Pick<File, 'thumb_width' | 'thumb_height'> {
  const { fileState, mediaType, mediaDimsThbW, mediaDimsThbH } = post;
  const isOurs = fileStatus(post) === 'archived' && isDrawn(mediaType);
  const drawn = isOurs ? (fileState?.drawnSize ?? null) : null;
  return { thumb_width: drawn?.width ?? mediaDimsThbW, thumb_height: drawn?.height ?? mediaDimsThbH };
}

const NOT_AT_SOURCE: ReadonlySet<FileStatus> = new Set(['gone', 'banned']);

function sourceAddress(post: StoredFile, atSource: FilesAtSource, kind: 'file' | 'thumb'): string | null {
  if (atSource === null || post.timeDeletedFile !== null || NOT_AT_SOURCE.has(fileStatus(post))) return null;
  return mediaSourceAddresses(atSource, post, kind)[0] ?? null;
}

export function hexOf(hash: Uint8Array): string {
  return bufferOf(hash).toString('hex');
}

function toText(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}

/** `extra` contains everything else that the source sent, of any type. */
function integerOf(value: unknown): number | null {
  return Number.isSafeInteger(value) ? (value as number) : null;
}

export function base64Of(hash: Uint8Array): string {
  return bufferOf(hash).toString('base64');
}

/** Base64 with characters that are safe in addresses. */
export function safeBase64Of(hash: Uint8Array): string {
  return bufferOf(hash).toString('base64url');
}

/** A view of the same bytes: copying them took longer than printing them. */
function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
