import type { File } from '../../../../mappings/contract/post.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * The room that a thumbnail takes, in pixels: known before it is loaded, so nothing jumps. Square where the source tells
 * no size.
 */
export function thumbnailSize(file: File, limit: number): Size {
  const width = file.thumb_width ?? file.width ?? 0;
  const height = file.thumb_height ?? file.height ?? 0;
  if (width <= 0 || height <= 0) return { width: limit, height: limit };
  const scale = Math.min(1, limit / width, limit / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
