/**
 * Difference hashes of an image: 8 × 8 signs of the steps from one area to the next on its right. They survive compression and scaling,
 * and small changes of the content. Pure.
 */
import { countBits } from './perceptual-hash.ts';

/** The grid of greys that an image is averaged to. */
const SIDE = 128;
const ROWS = 8;
/** Eight steps lie between nine areas. */
const COLUMNS = 9;
/** A step counts if the right area is brighter by more than this, of 255: plain areas are equal after any compression. */
const STEP = 1;
/** Greys of a row or column of a border differ at most by this. */
const BORDER_RANGE = 16;
/** Cells at both ends of a line that do not matter: those in the corners of two borders have greys of their own. */
const CORNER = 2;
/** Less of the width or height than this is no image with a border. */
const SMALLEST = SIDE / 8;
/** Images with fewer steps, of 64, are too plain: their hashes would be near those of all other plain images. */
const FEWEST_STEPS = 20;
/** Red, green and blue in 256 parts of a grey, close to BT.709. */
const [RED, GREEN, BLUE] = [54, 183, 19];

export interface DifferenceHash {
  /** True for the image without its uniform borders. */
  readonly trimmed: boolean;
  /** Signed 64 bits. */
  readonly hash: bigint;
  /** The hash of the mirrored image, which does not follow from `hash`: a step that does not count may lead down or nowhere. */
  readonly mirrored: bigint;
}

/** The rows that are read of a taller image, at equal distances: reading all pixels would cost a sixth of a file's arrival. */
const MOST_ROWS = 256;

/** Averages the pixels of an image to a small grid of greys, whatever the size of the image. */
export class GreyGrid {
  readonly #height: number;
  readonly #row: Uint8Array;
  /** The same bytes. The first of a pixel is the lowest of its number. */
  readonly #pixels: Int32Array;
  readonly #cells = new Float64Array(SIDE * SIDE);
  /** Rows that each row of cells has. */
  readonly #rowsOfCells = new Float64Array(SIDE);
  readonly #greys = new Float64Array(SIDE);
  readonly #starts: Int32Array;
  readonly #every: number;
  #filled = 0;
  #rows = 0;

  constructor(width: number, height: number) {
    this.#height = height;
    this.#row = new Uint8Array(width * 4);
    this.#pixels = new Int32Array(this.#row.buffer);
    this.#starts = startsOfCells(width);
    this.#every = Math.max(1, Math.floor(height / MOST_ROWS));
  }

  /** Adds the next pixels, row by row, as RGBA. Transparent ones are on white. */
  add(rgba: Uint8Array | Uint8ClampedArray): void {
    for (let at = 0; at < rgba.length;) {
      const count = Math.min(rgba.length - at, this.#row.length - this.#filled);
      if (this.#rows % this.#every === 0) this.#row.set(rgba.subarray(at, at + count), this.#filled);
      at += count;
      this.#filled += count;
      if (this.#filled < this.#row.length) continue;
      if (this.#rows % this.#every === 0) this.#addRow();
      this.#filled = 0;
      this.#rows++;
    }
  }

  /** Difference hashes of the whole image and, if it has borders, of the image without them. Plain images have none. */
  hashes(): readonly DifferenceHash[] {
    if (this.#rows !== this.#height) throw new Error(`${this.#rows} of ${this.#height} rows were added`);
    return hashesOf(this.#cells.map((sum, at) => sum / (this.#rowsOfCells[at >> 7] ?? 1)));
  }

  #addRow(): void {
    const [cells, greys, row, every, height] = [this.#cells, this.#greys, this.#rows, this.#every, this.#height];
    readRow(this.#pixels, this.#starts, greys);
    const end = Math.min(SIDE, Math.ceil(((row + every) * SIDE) / height));
    for (let y = Math.floor((row * SIDE) / height); y < end; y++) {
      const part = Math.min(((y + 1) * height) / SIDE, row + every) - Math.max((y * height) / SIDE, row);
      for (let x = 0; x < SIDE; x++) cells[y * SIDE + x]! += greys[x]! * part;
      this.#rowsOfCells[y]! += part;
    }
  }
}

/** The first pixel of each cell of a row, then the end of the row. Cells have whole pixels, at least one. */
function startsOfCells(width: number): Int32Array {
  return Int32Array.from({ length: SIDE + 1 }, (_, x) => Math.floor((x * width) / SIDE));
}

/** Writes the average grey of each cell of a row into `greys`. */
function readRow(pixels: Int32Array, starts: Int32Array, greys: Float64Array): void {
  for (let x = 0; x < SIDE; x++) {
    const start = starts[x]!;
    const end = Math.max(start + 1, starts[x + 1]!);
    let red = 0;
    let green = 0;
    let blue = 0;
    let all = -1;
    for (let at = start; at < end; at++) {
      const pixel = pixels[at]!;
      red = (red + (pixel & 0xff)) | 0;
      green = (green + ((pixel >>> 8) & 0xff)) | 0;
      blue = (blue + ((pixel >>> 16) & 0xff)) | 0;
      all &= pixel;
    }
    const isOpaque = all >>> 24 === 0xff;
    const sum = isOpaque ? (RED * red + GREEN * green + BLUE * blue) / 256 : greyOnWhite(pixels, start, end);
    greys[x] = sum / (end - start);
  }
}

/** The sum of greys of pixels that may be transparent. */
function greyOnWhite(pixels: Int32Array, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at++) {
    const pixel = pixels[at]!;
    const grey = (RED * (pixel & 0xff) + GREEN * ((pixel >>> 8) & 0xff) + BLUE * ((pixel >>> 16) & 0xff)) / 256;
    sum += 255 + ((grey - 255) * (pixel >>> 24)) / 255;
  }
  return sum;
}

interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const WHOLE: Area = { left: 0, top: 0, right: SIDE, bottom: SIDE };

function hashesOf(cells: Float64Array): readonly DifferenceHash[] {
  const inner = withoutBorders(cells);
  const isBordered = inner.right - inner.left < SIDE || inner.bottom - inner.top < SIDE;
  const isLargeEnough = inner.right - inner.left >= SMALLEST && inner.bottom - inner.top >= SMALLEST;
  const areas = isBordered && isLargeEnough ? [WHOLE, inner] : [WHOLE];
  return areas
    .map((area) => {
      const greys = averages(cells, area);
      return { trimmed: area !== WHOLE, hash: steps(greys, false), mirrored: steps(greys, true) };
    })
    .filter(({ hash, mirrored }) => countBits(hash) + countBits(mirrored) >= FEWEST_STEPS);
}

/** Drops the outermost lines that have one colour until there is none, so that a border within a border goes too. */
function withoutBorders(cells: Float64Array): Area {
  let { left, top, right, bottom } = WHOLE;
  const isRow = (y: number) => isPlain(cells, y * SIDE + left, 1, right - left);
  const isColumn = (x: number) => isPlain(cells, top * SIDE + x, SIDE, bottom - top);
  for (let isDone = false; !isDone && left < right && top < bottom;) {
    if (isRow(top)) top++;
    else if (isRow(bottom - 1)) bottom--;
    else if (isColumn(left)) left++;
    else if (isColumn(right - 1)) right--;
    else isDone = true;
  }
  return { left, top, right, bottom };
}

function isPlain(cells: Float64Array, from: number, stride: number, count: number): boolean {
  let [darkest, brightest] = [Infinity, -Infinity];
  for (let at = CORNER; at < count - CORNER; at++) {
    const grey = cells[from + at * stride] ?? 0;
    darkest = Math.min(darkest, grey);
    brightest = Math.max(brightest, grey);
  }
  return brightest - darkest <= BORDER_RANGE;
}

/** The greys of `ROWS` × `COLUMNS` areas. */
function averages(cells: Float64Array, { left, top, right, bottom }: Area): readonly (readonly number[])[] {
  const areas = parts(left, right, COLUMNS);
  return parts(top, bottom, ROWS).map((rows) => areas.map((columns) => average(cells, rows, columns)));
}

/** The cells of a range, and the length of each that is in the range. */
type Part = readonly (readonly [cell: number, length: number])[];

/** Divides a range into equal parts. */
function parts(from: number, to: number, count: number): readonly Part[] {
  const step = (to - from) / count;
  return Array.from({ length: count }, (_, at) => {
    const [start, end] = [from + at * step, from + (at + 1) * step];
    const first = Math.floor(start);
    const cells = Array.from({ length: Math.ceil(end) - first }, (_cell, offset) => first + offset);
    return cells.map((cell) => [cell, Math.min(cell + 1, end) - Math.max(cell, start)] as const);
  });
}

function average(cells: Float64Array, rows: Part, columns: Part): number {
  let sum = 0;
  let weight = 0;
  for (const [y, tall] of rows) {
    for (const [x, wide] of columns) {
      sum += (cells[y * SIDE + x] ?? 0) * tall * wide;
      weight += tall * wide;
    }
  }
  return sum / weight;
}

function steps(greys: readonly (readonly number[])[], isMirrored: boolean): bigint {
  let hash = 0n;
  for (const row of greys) {
    const inOrder = isMirrored ? row.toReversed() : row;
    for (const [at, grey] of inOrder.slice(1).entries()) hash = (hash << 1n) | BigInt(grey > (inOrder[at] ?? 0) + STEP);
  }
  return BigInt.asIntN(64, hash);
}
