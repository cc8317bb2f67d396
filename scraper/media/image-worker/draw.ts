/** The child draws thumbnails. Its time and memory are limited by the parent process. */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { IMAGE_TIMEOUT_SECONDS, openImage, readImageMetadata } from '../../../platform/images/fingerprint.ts';
import type { Thumbnail, ThumbnailTask } from './protocol.ts';

const THUMBNAIL_SIDE = 250;
const QUALITY = 80;

export async function drawThumbnail({ path, into }: ThumbnailTask): Promise<Thumbnail> {
  const { hasAlpha } = await readImageMetadata(path);
  const small = openImage(path).resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE, { fit: 'inside', withoutEnlargement: true });
  const drawn = hasAlpha ? small.webp({ quality: QUALITY, effort: 2 }) : small.jpeg({ quality: QUALITY });
  const data = await drawn.timeout({ seconds: IMAGE_TIMEOUT_SECONDS }).toBuffer();
  await writeFile(into, data);
  const sha256 = createHash('sha256').update(data).digest('hex');
  const type = hasAlpha ? 'webp' : 'jpg';
  return { size: data.length, sha256, type };
}
