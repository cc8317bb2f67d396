/** The hashes of a reader's picture, which stays in the browser. */
import { GreyGrid } from '../../../mappings/difference-hash.ts';
import { perceptualHash, SIDE } from '../../../mappings/perceptual-hash.ts';
import { printPictureHashes } from '../picture-hashes.ts';

/** A canvas shrinks a picture well by half at a time: a larger step leaves pixels out. */
const STEP = 2;
/** Enough for the hashes. Browsers limit the area of a canvas. */
const LARGEST = 1_024;

/** Hex digits. null for a file that the browser cannot decode, and if it keeps pixels from scripts. */
export async function pictureHashes(file: Blob): Promise<string | null> {
  const canvas = await drawn(file).catch(() => null);
  if (canvas === null) return null;
  const { data, width, height } = pixelsOf(canvas);
  if (isBlank(data)) return null;
  const grid = new GreyGrid(width, height);
  grid.add(data);
  const small = shrunk(canvas);
  return small === null ? null : printPictureHashes(perceptualHash(greysOf(pixelsOf(small).data)), grid.hashes());
}

/** The picture on white, as the archive reads files: without turning them by their EXIF data. */
async function drawn(file: Blob): Promise<CanvasRenderingContext2D | null> {
  const whole = await createImageBitmap(file, { imageOrientation: 'none' });
  const scale = Math.min(1, LARGEST / Math.max(whole.width, whole.height));
  const width = Math.max(1, Math.round(whole.width * scale));
  const height = Math.max(1, Math.round(whole.height * scale));
  const canvas = canvasOf(width, height);
  if (canvas === null) return null;
  canvas.fillStyle = '#ffffff';
  canvas.fillRect(0, 0, width, height);
  canvas.drawImage(whole, 0, 0, width, height);
  whole.close();
  return canvas;
}

/** `SIDE` × `SIDE` pixels. */
function shrunk(canvas: CanvasRenderingContext2D): CanvasRenderingContext2D | null {
  let { width, height } = canvas.canvas;
  let now = canvas;
  while (width !== SIDE || height !== SIDE) {
    width = Math.max(SIDE, Math.ceil(width / STEP));
    height = Math.max(SIDE, Math.ceil(height / STEP));
    const smaller = canvasOf(width, height);
    if (smaller === null) return null;
    smaller.drawImage(now.canvas, 0, 0, width, height);
    now = smaller;
  }
  return now;
}

function pixelsOf(context: CanvasRenderingContext2D): ImageData {
  return context.getImageData(0, 0, context.canvas.width, context.canvas.height);
}

function canvasOf(width: number, height: number): CanvasRenderingContext2D | null {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (context !== null) context.imageSmoothingQuality = 'high';
  return context;
}

/** A browser that protects readers from fingerprinting returns one colour. */
function isBlank(pixels: Uint8ClampedArray): boolean {
  const first = pixels.subarray(0, 4);
  return pixels.every((value, at) => value === first[at % 4]);
}

/** Luminance of the light, as libvips computes it. */
function greysOf(pixels: Uint8ClampedArray): Uint8Array {
  return Uint8Array.from({ length: SIDE * SIDE }, (_, at) => {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at * 4, at * 4 + 3);
    return toGamma(0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue));
  });
}

function toLinear(value: number): number {
  const part = value / 255;
  return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

function toGamma(light: number): number {
  return Math.round(255 * (light <= 0.003_130_8 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055));
}
