/** What the child does to a picture. Nothing here is trusted to end, or to stay small: that is the imageWorker's affair. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { perceptualHash, SIDE } from './perceptual-hash.ts';
import type { Fingerprint, FingerprintTask, Thumbnail, ThumbnailTask } from './protocol.ts';

const THUMBNAIL_SIDE = 250;
const QUALITY = 80;
/** Beyond what any board takes. Pictures that are decoded line by line need no more memory for it. */
const MAX_PIXELS = 50_000_000;
/**
 * Progressive JPEG, interlaced PNG, WebP and GIF are decoded as a whole. Measured: up to 8 bytes a pixel, 160 MB for these,
 * over the 90 MB that the process has anyway.
 */
const MAX_PIXELS_AS_A_WHOLE = 20_000_000;
const TIMEOUT_SECONDS = 10;

/** Four loaders, from files. SVG, PDF, TIFF and whatever else libvips can read stays closed. */
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
  const { width, height, hasAlpha } = await lookAt(path);
  const small = openPicture(path).resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE, { fit: 'inside', withoutEnlargement: true });
  const drawn = hasAlpha ? small.webp({ quality: QUALITY, effort: 2 }) : small.jpeg({ quality: QUALITY });
  const thumb = await drawn.timeout({ seconds: TIMEOUT_SECONDS }).toFile(into);
  return { width, height, type: hasAlpha ? 'webp' : 'jpg', thumbWidth: thumb.width, thumbHeight: thumb.height };
}

export async function fingerprint({ path, scratch }: FingerprintTask): Promise<Fingerprint> {
  const { width, height } = await lookAt(path);
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

async function lookAt(path: string): Promise<Metadata> {
  const found = await openPicture(path).metadata();
  const isWhole = found.isProgressive || found.format === 'webp' || found.format === 'gif';
  const limit = isWhole ? MAX_PIXELS_AS_A_WHOLE : MAX_PIXELS;
  const pixels = found.width * found.height;
  if (pixels > limit) throw new ImageRefusedError(`${found.width} × ${found.height} is more than ${limit} pixels`);
  return found;
}

/** libvips's own format: a header of 64 bytes, then the pixels, then what else is known. */
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
