/** The child's work on an image. Its time and memory are limited by the parent process. */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { hashPixels } from './pixels.ts';
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
  const { hasAlpha } = await readMetadata(path);
  const small = openPicture(path).resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE, { fit: 'inside', withoutEnlargement: true });
  const drawn = hasAlpha ? small.webp({ quality: QUALITY, effort: 2 }) : small.jpeg({ quality: QUALITY });
  const data = await drawn.timeout({ seconds: TIMEOUT_SECONDS }).toBuffer();
  await writeFile(into, data);
  const sha256 = createHash('sha256').update(data).digest('hex');
  const type = hasAlpha ? 'webp' : 'jpg';
  return { size: data.length, sha256, type };
}

export async function fingerprint({ path, scratch }: FingerprintTask): Promise<Fingerprint> {
  const metadata = await readMetadata(path);
  const picture = openPicture(path, { ignoreIcc: true }).timeout({ seconds: TIMEOUT_SECONDS });
  const pixels = await hashPixels({ path, scratch, metadata, picture, maxPixels: MAX_PIXELS_WHOLE });
  const greys = await openPicture(path)
    .flatten({ background: '#ffffff' })
    .greyscale()
    .resize(SIDE, SIDE, { fit: 'fill' })
    .raw()
    .timeout({ seconds: TIMEOUT_SECONDS })
    .toBuffer();
  return { width: metadata.width, height: metadata.height, pixels, perceptual: String(perceptualHash(greys)) };
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
