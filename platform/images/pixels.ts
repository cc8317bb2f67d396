/**
 * The hash of an image's pixels: SHA3-256 of its first frame as RGBA, 8 bits each, row by row, as Python's
 * `Image.open(file).convert('RGBA').tobytes()` gives them. libvips decodes most images to the same pixels; this file handles the kinds
 * of images that Pillow decodes differently. A test compares both for every kind.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, rm } from 'node:fs/promises';
import type { Metadata, Sharp } from 'sharp';
import { GreyGrid, type DifferenceHash } from '../../mappings/difference-hash.ts';
import { decodeFirstFrame, GifError } from './gif.ts';

/**
 * libvips: `rgba` of most images, `cmyk` of a JPEG for print, `grey16` of a PNG with 16 bits. The transparent colour of a PNG without a
 * palette has one or three channels.
 */
interface PixelForm {
  readonly kind: 'rgba' | 'cmyk' | 'grey16';
  readonly transparent: readonly number[] | null;
}

/** The path of an image, or all its bytes. */
export type ImageSource = string | Buffer;

export interface PixelTask {
  readonly source: ImageSource;
  /** A temporary file for the decoded pixels if they would need too much memory; null decodes them in memory. */
  readonly scratch: string | null;
  readonly metadata: Metadata;
  readonly picture: Sharp;
  readonly maxPixels: number;
}

export interface HashedPixels {
  /** Hexadecimal; null for a GIF that Pillow refuses. */
  readonly hash: string | null;
  /** The difference hashes of the same pixels. */
  readonly differences: readonly DifferenceHash[];
  /** The decoded pixels, if they are in memory and as libvips has them. */
  readonly rgba: Buffer | null;
}

/** Computes all hashes of an image's pixels, which arrive in order as RGBA. */
class PixelHashes {
  readonly #exact = createHash('sha3-256');
  readonly #grid: GreyGrid;

  constructor(width: number, height: number) {
    this.#grid = new GreyGrid(width, height);
  }

  add(rgba: Uint8Array): void {
    this.#exact.update(rgba);
    this.#grid.add(rgba);
  }

  result(): Omit<HashedPixels, 'rgba'> {
    return { hash: this.#exact.digest('hex'), differences: this.#grid.hashes() };
  }
}

export async function hashPixels(task: PixelTask): Promise<HashedPixels> {
  if (task.metadata.format === 'gif') return { ...(await hashGif(task)), rgba: null };
  const form = await formOf(task);
  if (task.scratch === null) return hashInMemory(task, form);
  try {
    await pictureIn(form, task.picture).toFile(task.scratch);
    return { ...(await hashScratch(task, task.scratch, form)), rgba: null };
  } finally {
    await rm(task.scratch, { force: true });
  }
}

async function hashInMemory({ metadata, picture }: PixelTask, form: PixelForm): Promise<HashedPixels> {
  const raw = pictureIn(form, picture).raw({ depth: form.kind === 'grey16' ? 'ushort' : 'uchar' });
  const { data, info } = await raw.toBuffer({ resolveWithObject: true });
  const { width, height } = metadata;
  if (info.width !== width || info.height !== height || info.channels !== BANDS[form.kind]) {
    throw new Error(`${info.width} × ${info.height} in ${info.channels} bands came of ${width} × ${height}`);
  }
  const isAsDecoded = form.kind === 'rgba' && form.transparent === null;
  const hashes = new PixelHashes(width, height);
  hashes.add(rgbaOf(data, form));
  return { ...hashes.result(), rgba: isAsDecoded ? data : null };
}

async function formOf({ source, metadata }: PixelTask): Promise<PixelForm> {
  const { format, space, depth, isPalette } = metadata;
  if (space === 'cmyk') return { kind: 'cmyk', transparent: null };
  const transparent = format === 'png' && !isPalette ? await transparentColourOf(source) : null;
  // Pillow treats a grey 16-bit PNG with an alpha channel like any other image.
  const isGrey16 = format === 'png' && depth === 'ushort' && space === 'grey16' && isGreyPng(metadata, transparent);
  return { kind: isGrey16 ? 'grey16' : 'rgba', transparent };
}

function isGreyPng({ channels }: Metadata, transparent: readonly number[] | null): boolean {
  return channels === 1 || transparent !== null;
}

function pictureIn({ kind }: PixelForm, picture: Sharp): Sharp {
  if (kind === 'cmyk') return picture.pipelineColourspace('cmyk').toColourspace('cmyk');
  if (kind === 'grey16') return picture.removeAlpha().pipelineColourspace('grey16').toColourspace('grey16');
  return picture.toColourspace('srgb').ensureAlpha();
}

/** libvips's own format: a header of 64 bytes, the pixels, then metadata. */
const HEADER_BYTES = 64;
const BANDS = { rgba: 4, cmyk: 4, grey16: 1 } as const;
/** Bytes of a sample, and libvips's number of its format. */
const SAMPLES = { rgba: [1, 0], cmyk: [1, 0], grey16: [2, 2] } as const;

async function hashScratch({ metadata }: PixelTask, scratch: string, form: PixelForm) {
  const { width, height } = metadata;
  const [bytes, wantedFormat] = SAMPLES[form.kind];
  const handle = await open(scratch, 'r');
  try {
    const { buffer } = await handle.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    const [columns, rows, bands, , format] = [4, 8, 12, 16, 20].map((at) => buffer.readInt32LE(at));
    if (columns !== width || rows !== height || bands !== BANDS[form.kind] || format !== wantedFormat) {
      throw new Error(`${columns} × ${rows} in ${bands} bands of format ${format} came of ${width} × ${height}`);
    }
  } finally {
    await handle.close();
  }
  const hashes = new PixelHashes(width, height);
  const step = BANDS[form.kind] * bytes;
  const end = HEADER_BYTES + width * height * step;
  let rest = width * height;
  let left: Buffer = Buffer.alloc(0);
  for await (const piece of createReadStream(scratch, { start: HEADER_BYTES, end: end - 1 }) as AsyncIterable<Buffer>) {
    const bytesHere = left.length === 0 ? piece : Buffer.concat([left, piece]);
    const whole = bytesHere.length - (bytesHere.length % step);
    left = bytesHere.subarray(whole);
    hashes.add(rgbaOf(bytesHere.subarray(0, whole), form));
    rest -= whole / step;
  }
  if (rest !== 0) throw new Error(`${rest} pixels are missing in the decoded image`);
  return hashes.result();
}

function rgbaOf(pixels: Buffer, { kind, transparent }: PixelForm): Buffer {
  const rgba = kind === 'cmyk' ? ofCmyk(pixels) : kind === 'grey16' ? ofGrey16(pixels) : pixels;
  if (transparent !== null) makeTransparent(rgba, transparent);
  return rgba;
}

/** Without a colour profile, with Pillow's rounding. */
function ofCmyk(pixels: Buffer): Buffer {
  const rgba = Buffer.alloc(pixels.length);
  for (let at = 0; at < pixels.length; at += 4) {
    const light = 255 - (pixels[at + 3] ?? 0);
    for (let channel = 0; channel < 3; channel++) {
      const product = (pixels[at + channel] ?? 0) * light + 128;
      rgba[at + channel] = Math.max(0, light - (((product >> 8) + product) >> 8));
    }
    rgba[at + 3] = 255;
  }
  return rgba;
}

/** Pillow cuts 16 bits off at 255 instead of scaling them. */
function ofGrey16(pixels: Buffer): Buffer {
  const rgba = Buffer.alloc(pixels.length * 2);
  for (let at = 0; at < pixels.length; at += 2) {
    const grey = Math.min(255, pixels.readUInt16LE(at));
    rgba.fill(grey, at * 2, at * 2 + 3);
    rgba[at * 2 + 3] = 255;
  }
  return rgba;
}

/** Pillow compares the colour's low byte with the pixel of 8 bits, whatever the depth of the PNG. */
function makeTransparent(rgba: Buffer, colour: readonly number[]): void {
  const [red = 0, green = red, blue = red] = colour;
  for (let at = 0; at < rgba.length; at += 4) {
    const isColour = rgba[at] === red && rgba[at + 1] === green && rgba[at + 2] === blue;
    rgba[at + 3] = isColour ? 0 : 255;
  }
}

const SIGNATURE_BYTES = 8;
/** Chunks before the pixels; in files with more chunks, the hash ignores a transparent colour. */
const MAX_CHUNKS = 1_000;

/** The colour that a PNG without a palette declares transparent, as bytes that Pillow compares; null if there is none. */
async function transparentColourOf(source: ImageSource): Promise<readonly number[] | null> {
  if (typeof source !== 'string') return findTransparentColour(async (at, length) => partOf(source, at, length));
  const file = await open(source, 'r');
  try {
    return await findTransparentColour(async (at, length) => {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, at);
      return bytesRead === length ? buffer : null;
    });
  } finally {
    await file.close();
  }
}

function partOf(bytes: Buffer, at: number, length: number): Buffer | null {
  const part = bytes.subarray(at, at + length);
  return part.length === length ? part : null;
}

/** @param readAt Returns null beyond the end. */
async function findTransparentColour(
  readAt: (at: number, length: number) => Promise<Buffer | null>,
): Promise<readonly number[] | null> {
  let at = SIGNATURE_BYTES;
  let isBit = false;
  for (let count = 0; count < MAX_CHUNKS; count++) {
    const head = await readAt(at, 8);
    if (head === null) return null;
    const [length, type] = [head.readUInt32BE(), head.toString('latin1', 4)];
    if (type === 'IDAT') return null;
    if (type === 'IHDR') isBit = (await readAt(at + 16, 2))?.readUInt16BE() === 0x0100;
    if (type === 'tRNS') {
      const data = length > 6 || length % 2 === 1 ? null : await readAt(at + 8, length);
      if (data === null) return null;
      const samples = Array.from({ length: length / 2 }, (_, index) => data.readUInt16BE(index * 2));
      return isBit ? samples.map((sample) => (sample === 0 ? 0 : 255)) : samples.map((sample) => sample & 255);
    }
    at += 12 + length;
  }
  return null;
}

async function hashGif({ source, maxPixels }: PixelTask): Promise<Omit<HashedPixels, 'rgba'>> {
  try {
    const { width, height, indices, colours } = decodeFirstFrame(
      typeof source === 'string' ? await readFile(source) : source,
      maxPixels,
    );
    const hashes = new PixelHashes(width, height);
    const [from, batch] = [new Uint32Array(colours.buffer), new Uint32Array(GIF_BATCH)];
    for (let start = 0; start < indices.length; start += GIF_BATCH) {
      const count = Math.min(GIF_BATCH, indices.length - start);
      for (let at = 0; at < count; at++) batch[at] = from[indices[start + at] ?? 0] ?? 0;
      hashes.add(Buffer.from(batch.buffer, 0, count * 4));
    }
    return hashes.result();
  } catch (error) {
    if (error instanceof GifError) return { hash: null, differences: [] };
    throw error;
  }
}

/** Pixels. */
const GIF_BATCH = 16_384;
