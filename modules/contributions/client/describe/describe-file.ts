/** Describes one file: reads it once, decodes it if it is an image, and looks for tracks if it can have any. */
import { closeSync, constants, fstatSync, openSync, readSync, type BigIntStats } from 'node:fs';
import { fileTypeFromBuffer } from 'file-type';
import { detectMediaType, HEAD_BYTES } from '../../../../mappings/media.ts';
import type { DumpClient, DumpImage, DumpMedia } from '../../format/dump.ts';
import { AppError, toError } from '../../../../platform/errors.ts';
import { fingerprint } from '../../../../platform/images/fingerprint.ts';
import type { TrackAnalyser } from './analyse-tracks.ts';
import type { DescribeExtent, Description } from './messages.ts';
import { EXIF_BYTES, readExif } from './read-exif.ts';
import { readFileOnce } from './read-file.ts';

export interface DescribeOptions {
  readonly client: DumpClient;
  readonly tracks: TrackAnalyser;
  /** Path of a temporary file for the decoded pixels of large images. */
  readonly scratch: string;
  readonly extent: DescribeExtent;
}

/** The file cannot be described. */
export class DumpFileError extends AppError {
  constructor(message: string) {
    super('dump_file', message);
  }
}

const WITH_TRACKS: ReadonlySet<string> = new Set(['webm', 'mkv', 'mp4']);
const IMAGES: ReadonlySet<string> = new Set(['jpg', 'png', 'gif', 'webp']);
/** Larger images are not decoded, since boards do not accept them. */
const MAX_IMAGE_BYTES = 128 * 2 ** 20;
/** Files up to this size stay in memory for the track analyser, which seeks back and forth. */
const MAX_KEPT_BYTES = 32 * 2 ** 20;
/** Decoded images with more pixels are written to a temporary file. */
const IN_MEMORY_PIXELS = 16_000_000;
/** Bytes at the start of a file that file-type needs, including the tags before the sound of an MP3. */
const SNIFF_BYTES = EXIF_BYTES;

/** Without O_NONBLOCK, opening a FIFO that has replaced the file would block forever. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** @throws DumpFileError, and errors of the disk */
export async function describeFile(path: Uint8Array, options: DescribeOptions): Promise<Description> {
  const file = openSync(Buffer.from(path), OPEN_FLAGS);
  try {
    const before = fstatSync(file, { bigint: true });
    if (!before.isFile()) throw new DumpFileError('it is no regular file');
    if (before.size === 0n) throw new DumpFileError('the file is empty');
    const description = await describeOpen(file, Number(before.size), options);
    // Hashes, pixels and tracks were read one after the other. They must belong to the same version of the file.
    if (hasChanged(before, fstatSync(file, { bigint: true }))) throw new DumpFileError('the file changed meanwhile');
    return description;
  } finally {
    closeSync(file);
  }
}

function hasChanged(before: BigIntStats, after: BigIntStats): boolean {
  return before.size !== after.size || before.mtimeNs !== after.mtimeNs;
}

async function describeOpen(file: number, expected: number, options: DescribeOptions): Promise<Description> {
  const { client, extent } = options;
  const head = Buffer.allocUnsafe(Math.min(expected, SNIFF_BYTES));
  const sniffed = head.subarray(0, readSync(file, head, 0, head.length, 0));
  const { type } = detectMediaType(sniffed.subarray(0, HEAD_BYTES));
  const isImage = IMAGES.has(type);
  const isKept = expected <= (isImage ? MAX_IMAGE_BYTES : MAX_KEPT_BYTES);
  const { size, md5, sha1, sha256, bytes } = readFileOnce(file, expected, isKept);
  if (size !== expected) throw new DumpFileError('the file changed meanwhile');
  const of = { client, file: { size, type, md5, sha1, sha256, offered: false } };
  if (extent === 'hashes') return { dump: { ...of, image: null, media: null }, missing: 'pixels and tracks' };
  const missing: string[] = [];
  const note = (what: string) => (error: unknown) => {
    missing.push(`${what} (${toError(error).message.trim().split('\n')[0]})`);
    return null;
  };
  let image: DumpImage | null = null;
  let media: DumpMedia | null = null;
  if (isImage) image = await decode(bytes, sniffed, options.scratch).catch(note('pixels'));
  else if (await mayHaveTracks(type, sniffed)) {
    media = await options.tracks.analyse(bytes ?? readerOf(file), size).catch(note('tracks'));
  }
  return { dump: { ...of, image, media }, missing: missing.join(', ') };
}

async function decode(bytes: Buffer | null, head: Buffer, scratch: string): Promise<DumpImage> {
  if (bytes === null) throw new DumpFileError(`images above ${MAX_IMAGE_BYTES / 2 ** 20} MiB are not decoded`);
  const decoding = { scratch, inMemory: IN_MEMORY_PIXELS };
  // The archive computes the difference hashes of its files itself.
  const { width, height, pixels, perceptual } = await fingerprint(bytes, decoding);
  return { width, height, pixels, perceptual, exif: readExif(head) };
}

/** Returns true if the file's type can have audio or video. Other files do not need the analyser. */
async function mayHaveTracks(type: string, head: Buffer): Promise<boolean> {
  if (type !== 'bin') return WITH_TRACKS.has(type);
  // file-type throws for truncated files.
  const kind = await fileTypeFromBuffer(head).catch(() => undefined);
  return kind !== undefined && /^(video|audio)\/|^application\/(ogg|mxf|vnd\.ms-asf|vnd\.rn-realmedia)/.test(kind.mime);
}

function readerOf(file: number): (length: number, offset: number) => Uint8Array {
  return (length, offset) => {
    const chunk = Buffer.allocUnsafe(length);
    return chunk.subarray(0, readSync(file, chunk, 0, length, offset));
  };
}
