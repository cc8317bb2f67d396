/** Files by their content: what they are called in a store and on our pages, and what they are. */

export interface MediaType {
  /** Extension, without the dot. */
  readonly type: string;
  readonly mime: string;
  /** Plain pictures and videos, which a browser may show by itself; everything else is for saving. */
  readonly isInline: boolean;
}

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
  known('tgkr', 'application/octet-stream', false),
  known('bin', 'application/octet-stream', false),
]);

const NOTHING_KNOWN: MediaType = { type: 'bin', mime: 'application/octet-stream', isInline: false };

export function mediaTypeOf(type: string): MediaType {
  return TYPES.get(type) ?? NOTHING_KNOWN;
}

/** So many bytes tell the type. */
export const HEAD_BYTES = 64;

/**
 * The type by the first bytes. The list is closed: what begins like none of these is `bin`, also when it is a page or an
 * SVG, so nothing that a browser would run can come out of the archive under a type of its own.
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

/** What posts call the same type. */
export function sameType(postType: string | null, type: string): boolean {
  return postType === type || (type === 'jpg' && postType === 'jpeg');
}

/** Where a store has a file: two folders by the first four digits of its SHA-256. */
export function mediaKey(sha256: Uint8Array, type: string): string {
  const hex = toHex(sha256);
  return `${hex.slice(0, 2)}/${hex.slice(2, 4)}/${hex}.${/^[a-z0-9]{1,8}$/.test(type) ? type : NOTHING_KNOWN.type}`;
}

const KEY = /^([0-9a-f]{2})\/([0-9a-f]{2})\/(\1\2[0-9a-f]{60})\.([a-z0-9]{1,8})$/;

export interface MediaName {
  readonly sha256: Uint8Array;
  readonly type: string;
}

/** null for whatever is not such a name. */
export function parseMediaKey(key: string): MediaName | null {
  const [, , , hex, type] = KEY.exec(key) ?? [];
  return hex === undefined || type === undefined ? null : { sha256: Buffer.from(hex, 'hex'), type };
}

/** Addresses on our own pages. */
export const MEDIA_PATH = '/media';

export function mediaAddress(sha256: Uint8Array, type: string): string {
  return `${MEDIA_PATH}/${mediaKey(sha256, type)}`;
}

/** Of a file's thumbnail: ours, or the source's where we have none. */
export function thumbnailAddress(fileSha256: Uint8Array): string {
  return `${MEDIA_PATH}/thumbs/${mediaKey(fileSha256, 'jpg')}`;
}

const DRAWN_TYPES = new Set(['jpg', 'jpeg', 'png', 'gif', 'webp']);

/** We draw thumbnails of these, by what a post says or what a file is. */
export function isDrawn(type: string | null): boolean {
  return type !== null && DRAWN_TYPES.has(type);
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}
