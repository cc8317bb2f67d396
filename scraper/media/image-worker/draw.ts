/** The child draws thumbnails. Its time and memory are limited by the parent process. */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import { LARGE_THUMBNAIL_SIDE, THUMBNAIL_SIDE } from '../../../mappings/media.ts';
import { IMAGE_TIMEOUT_SECONDS, openImage, readImageMetadata } from '../../../platform/images/fingerprint.ts';
import type { Thumbnail, ThumbnailTask } from './protocol.ts';

const QUALITY = 80;
const LARGE_QUALITY = 75;

export async function drawThumbnail({ path, into, large }: ThumbnailTask): Promise<Thumbnail> {
  const metadata = await readImageMetadata(path);
  const { hasAlpha, orientation = 1 } = metadata;
  const upright = reduced(path, THUMBNAIL_SIDE, orientation);
  const drawn = hasAlpha ? upright.webp({ quality: QUALITY, effort: 2 }) : upright.jpeg({ quality: QUALITY });
  const { data, info } = await drawn.timeout({ seconds: IMAGE_TIMEOUT_SECONDS }).toBuffer({ resolveWithObject: true });
  const type = hasAlpha ? 'webp' : 'jpg';
  const isLarger = Math.max(metadata.width, metadata.height) > THUMBNAIL_SIDE;
  return {
    ...(await write(into, data)),
    type,
    width: info.width,
    height: info.height,
    large: large === undefined || !isLarger ? null : await write(large, await drawLarge(path, orientation)),
  };
}

async function drawLarge(path: string, orientation: number): Promise<Buffer> {
  const drawn = reduced(path, LARGE_THUMBNAIL_SIDE, orientation).webp({ quality: LARGE_QUALITY, effort: 2 });
  return drawn.timeout({ seconds: IMAGE_TIMEOUT_SECONDS }).toBuffer();
}

/** Upright, and never larger than the picture. */
function reduced(path: string, side: number, orientation: number): Sharp {
  const small = openImage(path).resize(side, side, { fit: 'inside', withoutEnlargement: true });
  return turn(small, orientation);
}

async function write(path: string, data: Buffer) {
  await writeFile(path, data);
  return { size: data.length, sha256: createHash('sha256').update(data).digest('hex') };
}

/** Mirror (left to right) and clockwise degrees by orientation tag. The library mirrors first, regardless of the order of the calls. */
const TURNS: ReadonlyMap<number, readonly [isMirrored: boolean, degrees: 0 | 90 | 180 | 270]> = new Map([
  [2, [true, 0]],
  [3, [false, 180]],
  [4, [true, 180]],
  [5, [true, 270]],
  [6, [false, 90]],
  [7, [true, 90]],
  [8, [false, 270]],
]);

/**
 * Turns the small picture according to the orientation tag of the large one. The thumbnail has no tag. The library's own `autoOrient`
 * would turn the picture before reducing it, and so hold all its pixels in memory.
 */
function turn(small: Sharp, orientation: number): Sharp {
  const [isMirrored, degrees] = TURNS.get(orientation) ?? [false, 0];
  const mirrored = isMirrored ? small.flop() : small;
  return degrees === 0 ? mirrored : mirrored.rotate(degrees);
}
