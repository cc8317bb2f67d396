/** The tips of brushes: how much one stamp covers each pixel of a square. */

export interface Tip {
  /** Pixels a side. */
  readonly width: number;
  /** Distance from the left and upper edge to the pixel that follows the pen. */
  readonly center: number;
  /** 0 to 1 for each pixel, row by row. */
  readonly cover: Float64Array;
}

export type TipKind = 'hard' | 'smooth' | 'soft';

const made = new Map<string, Tip>();

export function tipOf(kind: TipKind, size: number): Tip {
  const key = `${kind} ${size}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  const tip = kind === 'hard' ? hardTip(size) : kind === 'smooth' ? smoothTip(size) : softTip(size);
  // The painting program has 256 degrees of cover, so its faintest edge paints nothing.
  for (const [pixel, cover] of tip.cover.entries()) tip.cover[pixel] = Math.round(cover * 255) / 255;
  made.set(key, tip);
  return tip;
}

/** A disc without half-covered pixels, as wide as the size. */
function hardTip(size: number): Tip {
  const cover = new Float64Array(size * size);
  const radius = Math.floor(size / 2);
  walkCircle(size, radius, radius, (row, from, to) => cover.fill(1, row * size + from, row * size + to + 1));
  return { width: size, center: radius, cover };
}

const FINER = 4;

/** A disc with a smooth edge: drawn four times as large, within a faint circle, and scaled down. */
function smoothTip(size: number): Tip {
  const width = size + 2;
  const fine = width * FINER;
  const radius = Math.floor(fine / 2);
  const large = new Float64Array(fine * fine);
  walkCircle(fine, radius, radius, (row, from, to) => {
    large[row * fine + from] = 1 / 3;
    large[row * fine + to] = 1 / 3;
  });
  walkCircle(fine, radius, radius - 3, (row, from, to) => large.fill(1, row * fine + from, row * fine + to + 1));
  const cover = new Float64Array(width * width);
  for (let y = 0; y < fine; y += 1) {
    for (let x = 0; x < fine; x += 1) {
      const at = Math.floor(y / FINER) * width + Math.floor(x / FINER);
      cover[at] = (cover[at] ?? 0) + (large[y * fine + x] ?? 0) / (FINER * FINER);
    }
  }
  return { width, center: Math.floor(size / 2) + 1, cover };
}

/** A spray that gets thinner from the middle to its edge, twice as wide as the size. */
function softTip(size: number): Tip {
  const width = size * 2;
  const cover = new Float64Array(width * width);
  for (let y = 0; y < width; y += 1) {
    for (let x = 0; x < width; x += 1) cover[y * width + x] = softness(Math.hypot(x - size, y - size) / size);
  }
  return { width, center: size, cover };
}

function softness(distance: number): number {
  if (distance === 0) return 1;
  const share = Math.min(1, distance + 0.1);
  return distance >= 1 ? 0 : 1 - Math.exp(1 - 1 / share) / share;
}

/** Walks the rows of a circle in a square by the midpoint rule. For an even width the middle is between two pixels. */
function walkCircle(
  width: number,
  middle: number,
  radius: number,
  row: (y: number, from: number, to: number) => void,
): void {
  const even = width % 2 === 0 ? 1 : 0;
  let x = radius;
  let y = 0;
  // The rule starts from the outer circle, even for a circle within it.
  let error = 1 - middle;
  while (x >= y) {
    row(middle + y - even, middle - x, middle + x - even);
    row(middle - y, middle - x, middle + x - even);
    row(middle + x - even, middle - y, middle + y - even);
    row(middle - x, middle - y, middle + y - even);
    y += 1;
    if (error <= 0) error += 2 * y + 1;
    else {
      x -= 1;
      error += 2 * (y - x) + 1;
    }
  }
}
