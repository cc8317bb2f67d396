/** The child draws thumbnails. Its time and memory are limited by the parent process. */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import { IMAGE_TIMEOUT_SECONDS, openImage, readImageMetadata } from '../../../platform/images/fingerprint.ts';
import type { Orientation, OrientationTask, Thumbnail, ThumbnailTask } from './protocol.ts';

const THUMBNAIL_SIDE = 250;
const QUALITY = 80;

export async function drawThumbnail({ path, into }: ThumbnailTask): Promise<Thumbnail> {
  const { hasAlpha, orientation = 1 } = await readImageMetadata(path);
  const small = openImage(path).resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE, { fit: 'inside', withoutEnlargement: true });
  const upright = turn(small, orientation);
  const drawn = hasAlpha ? upright.webp({ quality: QUALITY, effort: 2 }) : upright.jpeg({ quality: QUALITY });
  const { data, info } = await drawn.timeout({ seconds: IMAGE_TIMEOUT_SECONDS }).toBuffer({ resolveWithObject: true });
  await writeFile(into, data);
  const sha256 = createHash('sha256').update(data).digest('hex');
  const type = hasAlpha ? 'webp' : 'jpg';
  return { size: data.length, sha256, type, width: info.width, height: info.height };
}

export async function readOrientation({ path }: OrientationTask): Promise<Orientation> {
  const { orientation = 1 } = await readImageMetadata(path);
  return { orientation };
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
