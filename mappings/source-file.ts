/**
 * The names of posts' files at their sources. Most names are numbers, in `posts.media_time`; a name that is more than its number, such as
 * `1600001001000-0` for the first of several files or a hash, is in `extra.tim`, as vichan's API sends it.
 */
import type { Post } from './post.ts';

export type SourceFile = Pick<Post, 'mediaTime' | 'mediaType' | 'extra'>;

/** Longer than a hash; longer texts are not file names. */
const MAX_NAME = 200;

/** The source's name of the file, without extension; null if the post names no file. */
export function sourceFileName({ mediaTime, extra }: Pick<SourceFile, 'mediaTime' | 'extra'>): string | null {
  return nameOr(extra?.['tim']) ?? (mediaTime === null ? null : String(mediaTime));
}

function nameOr(name: unknown): string | null {
  return typeof name === 'string' && name !== '' && name.length <= MAX_NAME && name.isWellFormed() ? name : null;
}

/** Extensions that vichan's thumbnails have: sites choose one, and its API does not state it. */
const THUMBNAIL_TYPES = ['png', 'jpg', 'webp'];

/** True if the site has the files of all boards in one folder: Infinity, a descendant of vichan, states it by `fpath`. */
export function isOfAllBoards({ extra }: Pick<SourceFile, 'extra'>): boolean {
  const path = extra?.['fpath'];
  return path === 1 || path === '1';
}

/** Thumbnails of Infinity have the extension of the picture; those of videos and other files are JPEG. */
const infinityType = (mediaType: string | null): string =>
  mediaType !== null && PICTURE_TYPES.has(mediaType) ? mediaType : 'jpg';
const PICTURE_TYPES: ReadonlySet<string> = new Set(['jpg', 'jpeg', 'png', 'gif', 'webp', 'bmp']);

/**
 * The extensions that a thumbnail at a vichan site may have, the likeliest first: the one that the source states, and the file's own
 * last.
 */
export function thumbnailTypes({ mediaType, extra }: SourceFile): readonly string[] {
  const likeliest = statedThumbnailType(extra) ?? (isOfAllBoards({ extra }) ? infinityType(mediaType) : null);
  return [...new Set([likeliest, ...THUMBNAIL_TYPES, mediaType].filter((type) => type !== null))];
}

/** The extension of the thumbnail, which some sites state. */
export function statedThumbnailType(extra: SourceFile['extra']): string | null {
  return typeOf(extra?.['thumb_ext']) ?? typeOf(extra?.['thumb']);
}

/** The extension of a file name; an extension alone is returned unchanged. */
function typeOf(name: unknown): string | null {
  return typeof name === 'string' ? (/(?:^|\.)([a-z0-9]{1,8})$/i.exec(name)?.[1] ?? null) : null;
}

/** The names under which FoolFuuka may store a file: the first post's name, stated in `media`, and the post's own. */
export function foolFuukaNames(file: SourceFile): readonly string[] {
  const media = file.extra?.['media'];
  const first = typeof media === 'string' ? /^(\d{1,20})\.\w{1,8}$/.exec(media)?.[1] : undefined;
  const own = file.mediaTime === null ? null : String(file.mediaTime);
  return [...new Set([first ?? null, own].filter((name) => name !== null))];
}
