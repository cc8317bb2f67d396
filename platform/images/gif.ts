/**
 * The first frame of a GIF as Pillow opens it. Other decoders erase the colour of transparent pixels, and begin with an empty canvas
 * where Pillow begins with the transparent colour or colour 0, so their pixels have other hashes. Pure.
 */

/** The file is not a GIF, or its first frame is incomplete or damaged. Pillow raises an error then. */
export class GifError extends Error {}

export interface GifFrame {
  readonly width: number;
  readonly height: number;
  /** One index into `colours` for each pixel, row by row. */
  readonly indices: Uint8Array;
  /** 256 colours as RGBA. */
  readonly colours: Uint8Array;
}

const COLOURS = 256;
const EXTENSION = 0x21;
const IMAGE = 0x2c;
const GRAPHIC_CONTROL = 0xf9;
const MAX_CODE_BITS = 12;

interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** @param maxPixels Larger canvases are refused. @throws GifError */
export function decodeFirstFrame(file: Buffer, maxPixels: number): GifFrame {
  const read = new Reader(file);
  if (!/^GIF8[79]a$/.test(read.bytes(6).toString('latin1'))) throw new GifError('not a GIF');
  const [screenWidth, screenHeight] = [read.word(), read.word()];
  const flags = read.byte();
  read.bytes(2);
  const global = read.palette(flags);
  const transparent = readExtensions(read);
  const place: Place = { left: read.word(), top: read.word(), width: read.word(), height: read.word() };
  const frameFlags = read.byte();
  const local = read.palette(frameFlags);
  // Pillow enlarges the canvas for a frame that reaches beyond it.
  const width = Math.max(screenWidth, place.left + place.width);
  const height = Math.max(screenHeight, place.top + place.height);
  if (width * height > maxPixels) throw new GifError(`${width} × ${height} is more than ${maxPixels} pixels`);
  const indices = new Uint8Array(width * height).fill(transparent ?? 0);
  const bits = read.byte();
  const pixels = unpack(read.blocks(), bits, place.width * place.height);
  drawFrame(pixels, indices, width, place, (frameFlags & 0x40) !== 0);
  return { width, height, indices, colours: rgbaOf(paletteOf(local, global, transparent), transparent) };
}

/** The palette that Pillow uses. For a local palette of greys it uses the global palette's colours if possible. */
function paletteOf(local: Uint8Array | null, global: Uint8Array | null, transparent: number | null): Uint8Array | null {
  if (local === null || global === null || !isOfGreys(local) || isOfGreys(global)) return local ?? global;
  if (transparent !== null) throw new GifError('the transparent colour is in a palette of greys beside one of colours');
  return global;
}

/** True if each index is its own grey value. */
function isOfGreys(palette: Uint8Array): boolean {
  return palette.every((value, at) => value === Math.floor(at / 3));
}

/** Reads up to the first image. Returns the index of the transparent colour; null if there is none. */
function readExtensions(read: Reader): number | null {
  let transparent: number | null = null;
  for (let kind = read.byte(); kind !== IMAGE; kind = read.byte()) {
    if (kind !== EXTENSION) {
      if (kind === 0x3b) throw new GifError('there is no frame');
      continue;
    }
    const label = read.byte();
    const block = read.block();
    if (label === GRAPHIC_CONTROL && block.length >= 4 && ((block[0] ?? 0) & 1) === 1) transparent = block[3] ?? null;
    for (let rest = block; rest.length > 0;) rest = read.block();
  }
  return transparent;
}

function rgbaOf(palette: Uint8Array | null, transparent: number | null): Uint8Array {
  const colours = new Uint8Array(COLOURS * 4);
  // Without a palette an index is a grey value.
  for (let index = 0; index < COLOURS; index++) {
    for (let channel = 0; channel < 3; channel++) {
      colours[index * 4 + channel] = palette === null ? index : (palette[index * 3 + channel] ?? 0);
    }
    colours[index * 4 + 3] = index === transparent ? 0 : 255;
  }
  return colours;
}

/** In an interlaced frame every eighth row comes first, then the rows between. */
const INTERLACED: readonly (readonly [first: number, step: number])[] = [
  [0, 8],
  [4, 8],
  [2, 4],
  [1, 2],
];

function drawFrame(pixels: Uint8Array, canvas: Uint8Array, width: number, place: Place, interlaced: boolean): void {
  let from = 0;
  for (const [first, step] of interlaced ? INTERLACED : [[0, 1] as const]) {
    for (let y = first; y < place.height; y += step) {
      canvas.set(pixels.subarray(from, from + place.width), (place.top + y) * width + place.left);
      from += place.width;
    }
  }
}

/** LZW with codes of growing width. @param bits Width of the colours. @param count Number of pixels. */
function unpack(data: Buffer, bits: number, count: number): Uint8Array {
  if (bits < 1 || bits >= MAX_CODE_BITS) throw new GifError('the width of the codes is invalid');
  const [clear, end] = [1 << bits, (1 << bits) + 1];
  const prefixes = new Uint16Array(1 << MAX_CODE_BITS);
  const suffixes = new Uint8Array(1 << MAX_CODE_BITS);
  const lengths = new Uint16Array(1 << MAX_CODE_BITS).fill(1, 0, clear);
  for (let colour = 0; colour < clear; colour++) suffixes[colour] = colour;
  const pixels = new Uint8Array(count);
  let [next, width, last, first, at] = [end + 1, bits + 1, -1, 0, 0];
  let [buffered, held, read] = [0, 0, 0];
  while (at < count) {
    while (held < width) {
      const byte = data[read++];
      if (byte === undefined) throw new GifError('the frame is incomplete');
      buffered |= byte << held;
      held += 8;
    }
    const code = buffered & ((1 << width) - 1);
    buffered >>>= width;
    held -= width;
    if (code === clear) {
      [next, width, last] = [end + 1, bits + 1, -1];
      continue;
    }
    if (code === end) throw new GifError('the frame is incomplete');
    const isNew = code === next && last !== -1;
    if (code >= next && !isNew) throw new GifError('a code is unknown');
    // A code that is still undefined stands for the previous sequence followed by its first pixel.
    const known = isNew ? last : code;
    const length = lengths[known] ?? 0;
    let walk = known;
    for (let place = at + length - 1; place >= at; place--) {
      first = suffixes[walk] ?? 0;
      if (place < count) pixels[place] = first;
      walk = prefixes[walk] ?? 0;
    }
    at += length;
    if (isNew) {
      if (at < count) pixels[at] = first;
      at++;
    }
    if (last !== -1 && next < 1 << MAX_CODE_BITS) {
      prefixes[next] = last;
      suffixes[next] = first;
      lengths[next] = (lengths[last] ?? 0) + 1;
      next++;
      if (next === 1 << width && width < MAX_CODE_BITS) width++;
    }
    last = code;
  }
  return pixels;
}

class Reader {
  readonly #file: Buffer;
  #at = 0;

  constructor(file: Buffer) {
    this.#file = file;
  }

  bytes(count: number): Buffer {
    const found = this.#file.subarray(this.#at, this.#at + count);
    if (found.length < count) throw new GifError('the file is incomplete');
    this.#at += count;
    return found;
  }

  byte(): number {
    return this.bytes(1).readUInt8();
  }

  word(): number {
    return this.bytes(2).readUInt16LE();
  }

  /** The palette that the flags announce; null without one. */
  palette(flags: number): Uint8Array | null {
    return (flags & 0x80) === 0 ? null : this.bytes(3 << ((flags & 7) + 1));
  }

  /** Empty after the last block. */
  block(): Buffer {
    return this.bytes(this.byte());
  }

  blocks(): Buffer {
    const all: Buffer[] = [];
    // Many encoders omit what follows the last pixel, so the end of the file is not an error here.
    while (this.#at < this.#file.length) {
      const length = this.#file[this.#at++] ?? 0;
      if (length === 0) break;
      all.push(this.#file.subarray(this.#at, this.#at + length));
      this.#at += length;
    }
    return Buffer.concat(all);
  }
}
