/**
 * A contributed dump: what somebody's own copy of one file is. It holds no path, no name of a file, no time and no place, so the same
 * program makes the same dump of every copy. docs/DUMPS.md describes the format.
 */

/** Bytes of a dump's XML; the largest that this program writes has 12 KiB. */
export const MAX_DUMP_BYTES = 64 * 1024;

export interface Dump {
  readonly client: DumpClient;
  readonly file: DumpFile;
  /** null for files that are no image which the client can decode. */
  readonly image: DumpImage | null;
  /** Duration and tracks; null for files without tracks. */
  readonly media: DumpMedia | null;
}

export interface DumpClient {
  readonly name: string;
  /** One to four numbers: 0.1.0 */
  readonly version: string;
}

/** Hashes are lower-case hexadecimal. */
export interface DumpFile {
  readonly size: number;
  /** By content, as in mappings/media.ts: jpg, webm, bin. */
  readonly type: string;
  readonly md5: string;
  readonly sha1: string;
  readonly sha256: string;
  /** The contributor would hand over the file itself. */
  readonly offered: boolean;
}

export interface DumpImage {
  readonly width: number;
  readonly height: number;
  /** SHA3-256 of the pixels, as in `images.pixels_sha3`; null for a GIF that has none. */
  readonly pixels: string | null;
  /** As in `images.perceptual`: a signed decimal number of 64 bits. */
  readonly perceptual: string | null;
  readonly exif: readonly DumpExif[];
}

export interface DumpExif {
  readonly tag: ExifTag;
  readonly value: string;
}

/** The tags that a dump may have. Places, serial numbers, owners and makers' notes are not among them. */
export const EXIF_TAGS = [
  'Make',
  'Model',
  'Software',
  'Orientation',
  'DateTimeOriginal',
  'ExposureTime',
  'FNumber',
  'ISOSpeedRatings',
  'FocalLength',
  'ColorSpace',
] as const;

export type ExifTag = (typeof EXIF_TAGS)[number];

export const MAX_EXIF_VALUE = 200;

export interface DumpMedia {
  /** As the analyser names it: MPEG-4, WebM. */
  readonly container: string;
  /** Milliseconds; null if unknown. */
  readonly duration: number | null;
  /** Counted bytes that belong to no track: headers, indexes, tags, covers, padding of zeros; null if nobody counted. */
  readonly structure: number | null;
  readonly tracks: readonly DumpTrack[];
}

export const TRACK_KINDS = ['video', 'audio', 'text', 'other'] as const;

export interface DumpTrack {
  readonly kind: (typeof TRACK_KINDS)[number];
  readonly codec: string;
  /** Bits a second; null if unknown. */
  readonly bitrate: number | null;
  /** Counted bytes of the track in the file, with its framing; null if nobody counted. */
  readonly bytes: number | null;
  /** Milliseconds; null if unknown. */
  readonly duration: number | null;
  /** Of videos; null otherwise. */
  readonly width: number | null;
  readonly height: number | null;
}

export const MAX_TRACKS = 64;

/** What a client writes for a track whose codec it cannot name. */
export const UNKNOWN_CODEC = 'unknown';
