/**
 * A contributed dump describes a contributor's copy of one file. It contains no path, file name, time or place, so the same program makes
 * the same dump of every copy. docs/DUMPS.md describes the format.
 */

/** Limit of a dump's XML in bytes. The largest dump that this program writes has 12 KiB. */
export const MAX_DUMP_BYTES = 64 * 1024;

export interface Dump {
  readonly client: DumpClient;
  readonly file: DumpFile;
  /** null if the client cannot decode the file as an image. */
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
  /** The type detected from the content, as in mappings/media.ts: jpg, webm, bin. */
  readonly type: string;
  readonly md5: string;
  readonly sha1: string;
  readonly sha256: string;
  /** The contributor is willing to upload the file. */
  readonly offered: boolean;
}

export interface DumpImage {
  readonly width: number;
  readonly height: number;
  /** SHA3-256 of the pixels, as in `images.pixels_sha3`; null for a GIF without pixels. */
  readonly pixels: string | null;
  /** The perceptual hash as a signed decimal number of 64 bits. */
  readonly perceptual: string | null;
  readonly exif: readonly DumpExif[];
}

export interface DumpExif {
  readonly tag: ExifTag;
  readonly value: string;
}

/** The allowed tags. Places, serial numbers, owners and makers' notes are deliberately missing. */
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
  /** The container's name in MediaInfo: MPEG-4, WebM. */
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
  /** null if the track is not a video. */
  readonly width: number | null;
  readonly height: number | null;
}

export const MAX_TRACKS = 64;

/** The codec name that a client writes for an unknown codec. */
export const UNKNOWN_CODEC = 'unknown';
