import { parseComment } from '../../mappings/comment/parse.ts';
import { commentPlainText } from '../../mappings/comment/plain-text.ts';
import { isDrawn, mediaAddress, thumbnailAddress } from '../../mappings/media.ts';
import type { Post } from '../../mappings/post.ts';
import type { File, Post as PostView } from '../../mappings/contract/post.ts';
import { base64Of } from './file-hash.ts';

/** Goes up when the same row is presented otherwise than before: readers' copies of unchanged threads are stale then. */
export const PRESENTATION_VERSION = 2;

/** A row as the API shows it. `mediaUrl` is the base of the board's files at its source. */
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

/** Files are at the source until they are archived here. */
export function fileAddresses(post: Post, mediaUrl: string): Pick<File, 'url' | 'thumb_url'> {
  const base = `${mediaUrl}/${post.board}/${post.mediaTime}`;
  const isNamed = post.mediaTime !== null && post.mediaType !== null && post.timeDeletedFile === null;
  const { mediaHashSrc: file, mediaHashThb: thumb, mediaType: type } = post;
  // Of videos and documents the source's thumbnail is the only one.
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

/** `extra` is whatever the source sent. */
function integerOf(value: unknown): number | null {
  return Number.isSafeInteger(value) ? (value as number) : null;
}
