/** The child's work on an image. Its time and memory are limited by the parent process. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { perceptualHash, SIDE } from './perceptual-hash.ts';
import type { Fingerprint, FingerprintTask, Thumbnail, ThumbnailTask } from './protocol.ts';

const THUMBNAIL_SIDE = 250;
const QUALITY = 80;
/** More than any board accepts. Images that are decoded line by line need no more memory for it. */
const MAX_PIXELS = 50_000_000;
/**
 * Progressive JPEG, interlaced PNG, WebP and GIF are decoded as a whole. Measured: up to 8 bytes per pixel, 160 MB at this limit, on top
 * of the process's 90 MB.
 */
const MAX_PIXELS_WHOLE = 20_000_000;
const TIMEOUT_SECONDS = 10;

/** Allows four loaders that read files. SVG, PDF, TIFF and everything else that libvips can read is blocked. */
export function limitLoaders(): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpegFile',
      'VipsForeignLoadPngFile',
      'VipsForeignLoadWebpFile',
      'VipsForeignLoadNsgifFile',
    ],
  });
  sharp.concurrency(1);
  sharp.cache(false);
}

export class ImageRefusedError extends Error {}

export async function drawThumbnail({ path, into }: ThumbnailTask): Promise<Thumbnail> {
  const { width, height, hasAlpha } = await readMetadata(path);
  const small = openPicture(path).resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE, { fit: 'inside', withoutEnlargement: true });
  const drawn = hasAlpha ? small.webp({ quality: QUALITY, effort: 2 }) : small.jpeg({ quality: QUALITY });
  const thumb = await drawn.timeout({ seconds: TIMEOUT_SECONDS }).toFile(into);
  return { width, height, type: hasAlpha ? 'webp' : 'jpg', thumbWidth: thumb.width, thumbHeight: thumb.height };
}

export async function fingerprint({ path, scratch }: FingerprintTask): Promise<Fingerprint> {
  const { width, height } = await readMetadata(path);
  try {
    const picture = openPicture(path, { ignoreIcc: true }).toColourspace('srgb').ensureAlpha();
    await picture.timeout({ seconds: TIMEOUT_SECONDS }).toFile(scratch);
    const pixels = await hashPixels(scratch, width, height);
    const greys = await openPicture(path)
      .flatten({ background: '#ffffff' })
      .greyscale()
      .resize(SIDE, SIDE, { fit: 'fill' })
      .raw()
      .timeout({ seconds: TIMEOUT_SECONDS })
      .toBuffer();
    return { pixels, perceptual: String(perceptualHash(greys)) };
  } finally {
    await rm(scratch, { force: true });
  }
}

function openPicture(path: string, more: { readonly ignoreIcc?: boolean } = {}): Sharp {
  return sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1, sequentialRead: true, ...more });
}

async function readMetadata(path: string): Promise<Metadata> {
  const found = await openPicture(path).metadata();
  const isWhole = found.isProgressive || found.format === 'webp' || found.format === 'gif';
  const limit = isWhole ? MAX_PIXELS_WHOLE : MAX_PIXELS;
  const pixels = found.width * found.height;
  if (pixels > limit) throw new ImageRefusedError(`${found.width} × ${found.height} is more than ${limit} pixels`);
  return found;
}

/** libvips's own format: a header of 64 bytes, the pixels, then metadata. */
const HEADER_BYTES = 64;
const UCHAR = 0;

async function hashPixels(file: string, width: number, height: number): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const { buffer } = await handle.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    const [columns, rows, bands, , format] = [4, 8, 12, 16, 20].map((at) => buffer.readInt32LE(at));
    if (columns !== width || rows !== height || bands !== 4 || format !== UCHAR) {
      throw new Error(`${columns} × ${rows} in ${bands} bands of format ${format} came of ${width} × ${height}`);
    }
  } finally {
    await handle.close();
  }
  const hash = createHash('sha3-256');
  const pixels = createReadStream(file, { start: HEADER_BYTES, end: HEADER_BYTES + width * height * 4 - 1 });
  for await (const piece of pixels as AsyncIterable<Buffer>) hash.update(piece);
  return hash.digest('hex');
}
