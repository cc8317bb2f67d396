/** The effects of the painting tools on the pixels of a layer. */
import type { Color } from './read-replay.ts';
import type { Tip } from './tips.ts';

export interface Surface {
  readonly width: number;
  readonly height: number;
  /** The pixels of the layer during painting. */
  readonly pixels: Uint8ClampedArray;
}

/** A stroke that has begun: the layer before it, and how much of its paint each pixel has. */
export interface Stroke extends Surface {
  readonly before: Uint8ClampedArray;
  readonly cover: Uint8Array;
}

export interface Stamp {
  readonly tip: Tip;
  readonly x: number;
  readonly y: number;
  readonly alpha: number;
  readonly flow: number;
  readonly color: Color;
  /** Paints only over existing paint. */
  readonly keepsAlpha: boolean;
}

/** Calls back for each pixel of the surface that a stamp covers. */
function eachPixel(
  { width, height }: Surface,
  { tip, x, y }: Stamp,
  paint: (pixel: number, cover: number, x: number, y: number) => void,
): void {
  const left = x - tip.center;
  const top = y - tip.center;
  for (let row = Math.max(0, -top); row < Math.min(tip.width, height - top); row += 1) {
    for (let column = Math.max(0, -left); column < Math.min(tip.width, width - left); column += 1) {
      const cover = tip.cover[row * tip.width + column] ?? 0;
      if (cover > 0) paint((top + row) * width + left + column, cover, left + column, top + row);
    }
  }
}

/** A stroke never covers more than its alpha, even if it passes several times. */
export function brush(stroke: Stroke, stamp: Stamp): void {
  const { alpha, flow, color, keepsAlpha } = stamp;
  eachPixel(stroke, stamp, (pixel, tip) => {
    const had = (stroke.cover[pixel] ?? 0) / 255;
    const cover = Math.ceil((had + tip * flow * (alpha - had)) * 255);
    if (cover <= (stroke.cover[pixel] ?? 0)) return;
    stroke.cover[pixel] = cover;
    over(stroke.pixels, stroke.before, pixel * 4, color, cover / 255, keepsAlpha);
  });
}

export function erase(stroke: Stroke, stamp: Stamp): void {
  eachPixel(stroke, stamp, (pixel, tip) => {
    const had = (stroke.cover[pixel] ?? 0) / 255;
    const cover = had + tip * (stamp.alpha - had);
    stroke.cover[pixel] = Math.floor(cover * 255);
    stroke.pixels[pixel * 4 + 3] = Math.floor((stroke.before[pixel * 4 + 3] ?? 0) * (1 - cover));
  });
}

/** The order in which a square of four by four pixels darkens. */
const SCREEN = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];

/** Paints a pattern of dots, which are denser with more alpha. */
export function tone(stroke: Stroke, stamp: Stamp): void {
  const darkness = Math.round(stamp.alpha * 16) - 1;
  eachPixel(stroke, stamp, (pixel, _, x, y) => {
    if (darkness < (SCREEN[(y % 4) * 4 + (x % 4)] ?? 0)) return;
    const [red, green, blue] = stamp.color;
    const alpha = stamp.keepsAlpha ? (stroke.pixels[pixel * 4 + 3] ?? 0) : 255;
    stroke.pixels.set([red, green, blue, alpha], pixel * 4);
  });
}

/** Mixes each pixel with its eight neighbours. */
export function blur(stroke: Stroke, stamp: Stamp, source: Uint8ClampedArray): void {
  const own = stamp.alpha;
  const others = own ** 3;
  if (others <= 0) return;
  const { width, height, pixels } = stroke;
  eachPixel(stroke, stamp, (pixel, _, x, y) => {
    if (x === 0 || y === 0 || x === width - 1 || y === height - 1) return;
    const sum = [0, 0, 0, 0];
    for (let near = 0; near < 9; near += 1) {
      const at = (pixel + (Math.floor(near / 3) - 1) * width + (near % 3) - 1) * 4;
      const weight = (source[at + 3] ?? 0) * (near === 4 ? own : others);
      for (let channel = 0; channel < 3; channel += 1) {
        sum[channel] = (sum[channel] ?? 0) + (source[at + channel] ?? 0) * weight;
      }
      sum[3] = (sum[3] ?? 0) + weight;
    }
    const [red = 0, green = 0, blue = 0, alpha = 0] = sum;
    if (alpha <= 0) return;
    const mixed = [red / alpha, green / alpha, blue / alpha, alpha / (own + 8 * others)];
    pixels.set(mixed.map(Math.round), pixel * 4);
  });
}

/** Fills the connected area with the color of one pixel. */
export function fill({ width, height, pixels }: Surface, x: number, y: number, color: Color, alpha: number): void {
  if (x < 0 || y < 0 || x >= width || y >= height) return;
  const before = pixels.slice();
  const words = new Uint32Array(before.buffer);
  const wanted = words[y * width + x];
  const seen = new Uint8Array(width * height);
  const open = [y * width + x];
  seen[y * width + x] = 1;
  const visit = (pixel: number) => {
    if (seen[pixel] === 1 || words[pixel] !== wanted) return;
    seen[pixel] = 1;
    open.push(pixel);
  };
  for (let pixel = open.pop(); pixel !== undefined; pixel = open.pop()) {
    over(pixels, before, pixel * 4, color, alpha, false);
    if (pixel % width > 0) visit(pixel - 1);
    if (pixel % width < width - 1) visit(pixel + 1);
    if (pixel >= width) visit(pixel - width);
    if (pixel < width * (height - 1)) visit(pixel + width);
  }
}

/** Puts paint over one pixel of `before`. Rounds away from the old value, so that thin paint has an effect too. */
function over(
  pixels: Uint8ClampedArray,
  before: Uint8ClampedArray,
  at: number,
  color: Color,
  cover: number,
  keepsAlpha: boolean,
): void {
  const below = (before[at + 3] ?? 0) / 255;
  const sum = below + cover - below * cover;
  if (sum <= 0) return;
  for (let channel = 0; channel < 3; channel += 1) {
    const was = before[at + channel] ?? 0;
    const paint = color[channel] ?? 0;
    const mixed = (paint * cover + was * below * (1 - cover)) / sum;
    pixels[at + channel] = paint > was ? Math.ceil(mixed) : Math.floor(mixed);
  }
  if (!keepsAlpha) pixels[at + 3] = Math.ceil(sum * 255);
}
