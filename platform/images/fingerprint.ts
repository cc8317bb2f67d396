/** Measures an untrusted image: dimensions, hash of its pixels, perceptual hash and difference hashes. Callers limit the time and memory of their process. */
import sharp, { type Metadata, type Sharp } from 'sharp';
import { perceptualHash, SIDE } from '../../mappings/perceptual-hash.ts';
import { hashPixels, type ImageSource } from './pixels.ts';

/** More than any board accepts. Images that are decoded line by line do not need more memory for more pixels. */
const MAX_PIXELS = 50_000_000;
/**
 * Progressive JPEG, interlaced PNG, WebP and GIF are decoded as a whole. Measured: up to 8 bytes per pixel, 160 MB at this limit, on top
 * of the process's 90 MB.
 */
const MAX_PIXELS_WHOLE = 20_000_000;
/** Time limit of each pass over an image. */
export const IMAGE_TIMEOUT_SECONDS = 10;

export interface Fingerprint {
  /** As the file states them, before any rotation. */
  readonly width: number;
  readonly height: number;
  /** SHA3-256 of the first frame's pixels as RGBA, hexadecimal (pixels.ts); null for a GIF without a readable frame. */
  readonly pixels: string | null;
  /** 64 bits, similar for images that look alike; a signed decimal number. */
  readonly perceptual: string;
  readonly differences: readonly PrintedDifference[];
}

/** A difference hash with signed decimal numbers, which JSON can carry. */
export interface PrintedDifference {
  readonly trimmed: boolean;
  readonly hash: string;
  readonly mirrored: string;
}

export class ImageRefusedError extends Error {}

const LOADERS = ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'];

/**
 * Allows four loaders. SVG, PDF, TIFF and everything else that libvips can read is blocked.
 * @param sources The kinds of input from which images are read.
 */
export function limitLoaders(sources: readonly ('File' | 'Buffer')[]): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS.flatMap((loader) => sources.map((source) => `${loader}${source}`)) });
  sharp.concurrency(1);
  sharp.cache(false);
}

export interface Decoding {
  /** A temporary file for the decoded pixels of images with more than `inMemory` pixels. */
  readonly scratch: string;
  readonly inMemory: number;
}

/** @throws Error if the file cannot be decoded completely, ImageRefusedError if the image is too large. */
export async function fingerprint(source: ImageSource, { scratch, inMemory }: Decoding): Promise<Fingerprint> {
  const metadata = await readImageMetadata(source);
  const { width, height } = metadata;
  const picture = openImage(source, { ignoreIcc: true }).timeout({ seconds: IMAGE_TIMEOUT_SECONDS });
  const { hash, differences, rgba } = await hashPixels({
    source,
    scratch: width * height > inMemory ? scratch : null,
    metadata,
    picture,
    maxPixels: MAX_PIXELS_WHOLE,
  });
  const decoded = isSameDecodedAgain(metadata) ? rgba : null;
  const again = decoded === null ? openImage(source) : sharp(decoded, { raw: { width, height, channels: 4 } });
  const greys = await again
    .flatten({ background: '#ffffff' })
    .greyscale()
    .resize(SIDE, SIDE, { fit: 'fill' })
    .raw()
    .timeout({ seconds: IMAGE_TIMEOUT_SECONDS })
    .toBuffer();
  return {
    width,
    height,
    pixels: hash,
    perceptual: String(perceptualHash(greys)),
    differences: differences.map((one) => ({ ...one, hash: String(one.hash), mirrored: String(one.mirrored) })),
  };
}

/**
 * True if the perceptual hash can use the decoded pixels. JPEG and WebP are decoded again at a smaller size, which gives other greys
 * and is faster than scaling all pixels; images with a colour profile, 16 bits or grey pixels were converted.
 */
function isSameDecodedAgain({ format, icc, space, depth }: Metadata): boolean {
  return format === 'png' && icc === undefined && space === 'srgb' && depth === 'uchar';
}

export function openImage(source: ImageSource, more: { readonly ignoreIcc?: boolean } = {}): Sharp {
  return sharp(source, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1, sequentialRead: true, ...more });
}

/** @throws ImageRefusedError for an image with too many pixels */
export async function readImageMetadata(source: ImageSource): Promise<Metadata> {
  const found = await openImage(source).metadata();
  const isWhole = found.isProgressive || found.format === 'webp' || found.format === 'gif';
  const limit = isWhole ? MAX_PIXELS_WHOLE : MAX_PIXELS;
  const pixels = found.width * found.height;
  if (pixels > limit) throw new ImageRefusedError(`${found.width} × ${found.height} is more than ${limit} pixels`);
  return found;
}
