/** Media types by content, and the keys and addresses of stored files. */

export interface MediaType {
  /** Extension, without the dot. */
  readonly type: string;
  readonly mime: string;
  /** Served inline: images and videos that every browser shows. All other types are served as downloads. */
  readonly isInline: boolean;
}

/** The extension of large thumbnails in datastores. Their keys have the hash of the picture, with which they are deleted. */
export const LARGE_THUMBNAIL = 'large';

const known = (type: string, mime: string, isInline: boolean): readonly [string, MediaType] => [
  type,
  { type, mime, isInline },
];

const TYPES: ReadonlyMap<string, MediaType> = new Map([
  known('jpg', 'image/jpeg', true),
  known('png', 'image/png', true),
  known('gif', 'image/gif', true),
  known('webp', 'image/webp', true),
  known('avif', 'image/avif', true),
  known('webm', 'video/webm', true),
  known('mp4', 'video/mp4', true),
  known('mkv', 'video/x-matroska', false),
  known('pdf', 'application/pdf', false),
  known('swf', 'application/x-shockwave-flash', false),
  known(LARGE_THUMBNAIL, 'image/webp', true),
  known('tgkr', 'application/octet-stream', false),
  known('bin', 'application/octet-stream', false),
]);

const UNKNOWN_TYPE: MediaType = { type: 'bin', mime: 'application/octet-stream', isInline: false };

export function mediaTypeOf(type: string): MediaType {
  return TYPES.get(type) ?? UNKNOWN_TYPE;
}

/** Bytes from the start of a file that detectMediaType needs. In a WebM with all sizes in 8 bytes the type ends at byte 82. */
export const HEAD_BYTES = 128;

/**
 * Detects the type from the first bytes. Anything unknown is `bin`, HTML and SVG included, so that the archive never serves content
 * that a browser would execute.
 */
export function detectMediaType(head: Uint8Array): MediaType {
  return mediaTypeOf(typeNameOf(Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1')));
}

function typeNameOf(text: string): string {
  if (text.startsWith('\xff\xd8\xff')) return 'jpg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (/^GIF8[79]a/.test(text)) return 'gif';
  if (/^RIFF[^]{4}WEBP/.test(text)) return 'webp';
  if (text.startsWith('\x1aE\xdf\xa3')) return text.includes('webm') ? 'webm' : 'mkv';
  if (text.slice(4, 8) === 'ftyp') return brandType(text.slice(8, 12));
  if (text.startsWith('%PDF-')) return 'pdf';
  if (/^[FCZ]WS/.test(text)) return 'swf';
  if (text.startsWith('TGK')) return 'tgkr';
  return 'bin';
}

function brandType(brand: string): string {
  if (brand === 'avif') return 'avif';
  return /^(isom|iso\d|mp4\d|avc1|dash|M4V |MSNV|f4v )$/.test(brand) ? 'mp4' : 'bin';
}

/**
 * Version of the rule of `images.pixels_sha3` (platform/images/pixels.ts). Raise it when the same file gets another hash;
 * stored hashes of an older rule are then computed again.
 */
export const PIXELS_RULE = 2;

/**
 * Version of the rule by which thumbnails are drawn, in `images.thumb_rule`. Rule 2 rotates photos by their orientation tag, rule 3 adds
 * large thumbnails. Raise it when the same file gets another thumbnail.
 */
export const THUMBNAIL_RULE = 3;

/** Longest side of a thumbnail that the archive draws, in pixels. */
export const THUMBNAIL_SIDE = 250;
/** The same of a large thumbnail, for dense screens. Pictures that are not larger than a thumbnail have none. */
export const LARGE_THUMBNAIL_SIDE = 500;

/** True if a post's extension names this type; posts may say `jpeg` for `jpg`. */
export function sameType(postType: string | null, type: string): boolean {
  return postType === type || (type === 'jpg' && postType === 'jpeg');
}

/** The file's key in the media store: two folders named by the first four hex digits of its SHA-256. */
export function mediaKey(sha256: Uint8Array, type: string): string {
  const hex = toHex(sha256);
  return `${hex.slice(0, 2)}/${hex.slice(2, 4)}/${hex}.${/^[a-z0-9]{1,8}$/.test(type) ? type : UNKNOWN_TYPE.type}`;
}

const KEY = /^([0-9a-f]{2})\/([0-9a-f]{2})\/(\1\2[0-9a-f]{60})\.([a-z0-9]{1,8})$/;

export interface MediaName {
  readonly sha256: Uint8Array;
  readonly type: string;
}

/** null for anything that is not a key. */
export function parseMediaKey(key: string): MediaName | null {
  const [, , , hex, type] = KEY.exec(key) ?? [];
  return hex === undefined || type === undefined ? null : { sha256: Buffer.from(hex, 'hex'), type };
}

/**
 * archived       the file is stored
 * pending        it will be fetched
 * gone           the source no longer has it, or the stored file was lost and cannot be fetched again
 * refused        the source sent another file than the post's
 * banned         an admin banned it
 * never_fetched  the settings exclude it
 * unknown        read without PostgreSQL, which has the status of files
 */
export const FILE_STATUSES = ['archived', 'pending', 'gone', 'refused', 'banned', 'never_fetched', 'unknown'] as const;
export type FileStatus = (typeof FILE_STATUSES)[number];

/** The state of a post's files in the archive. Hashes are SHA-256; null if not stored. */
export interface FileState {
  readonly status: FileStatus;
  /** `images.id` of the file, also of one that is banned or lost. */
  readonly imageId: string | null;
  /** The source's thumbnail. */
  readonly thumb: Uint8Array | null;
  /** The thumbnail that the archive drew. */
  readonly drawn: Uint8Array | null;
  /** In pixels; null for thumbnails that an older version drew. */
  readonly drawnSize: { readonly width: number; readonly height: number } | null;
  /** The recording of a drawing. */
  readonly replay: Uint8Array | null;
  /** The SHA-256 comes from a contributed dump; the file was never stored. */
  readonly isDescribed: boolean;
}

/** Path of media on the archive's own server. */
export const MEDIA_PATH = '/media';

export function mediaAddress(sha256: Uint8Array, type: string): string {
  return `${MEDIA_PATH}/${mediaKey(sha256, type)}`;
}

/** Address of a file's thumbnail: the one drawn by the archive or, without it, the source's. */
export function thumbnailAddress(fileSha256: Uint8Array): string {
  return `${MEDIA_PATH}/thumbs/${mediaKey(fileSha256, 'jpg')}`;
}

/** The keys of a stored file and of its large thumbnail, which may not exist. */
export function keysWithLarge(sha256: Uint8Array, type: string): readonly string[] {
  return [mediaKey(sha256, type), ...(isDrawn(type) ? [mediaKey(sha256, LARGE_THUMBNAIL)] : [])];
}

/** Types of which the archive draws thumbnails. Posts may say `jpeg`. */
export const DRAWN_TYPES: ReadonlySet<string> = new Set(['jpg', 'jpeg', 'png', 'gif', 'webp']);

/** True if the archive draws thumbnails of this type. `type` is a post's extension or a detected type. */
export function isDrawn(type: string | null): boolean {
  return type !== null && DRAWN_TYPES.has(type);
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}

/** The permitted form of a source's file type, which becomes a part of paths and addresses. */
export const FILE_ENDING = '^[a-z0-9_+-]{1,16}$';
export const isFileEnding = (text: string): boolean => new RegExp(FILE_ENDING).test(text);
