import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { drawThumbnail } from './art/pictures.ts';
import { pixelText, textWidth } from './art/pixel-font.ts';
import type { DemoBoard } from './board.ts';
import type { ChanPost } from './chan.ts';
import type { DemoSite } from './site.ts';

export interface MediaFile {
  readonly type: string;
  readonly body: Buffer;
  /** Epoch seconds of the upload; a file never changes afterwards. */
  readonly lastModified: number;
}

const TYPES: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.webm': 'video/webm',
  '.mp4': 'video/mp4',
  '.pdf': 'application/pdf',
  '.swf': 'application/x-shockwave-flash',
};

const MEDIA_NAME = /^(\d+)(s|m)?(\.[a-z0-9]{1,5})$/;
/** Number of cached thumbnails; the oldest is dropped first. */
const KEPT_THUMBNAILS = 1000;
/** Captured pictures with more pixels than this are not decoded. */
const LARGEST_PICTURE = 64_000_000;

/**
 * Serves files and thumbnails of visible posts. If the file of a captured post was not captured, its thumbnail says so, and the file is
 * missing: a drawn file would not have the post's MD5.
 */
export function createMedia(site: DemoSite): (board: DemoBoard, name: string) => Promise<MediaFile | null> {
  const thumbnails = new Map<string, Buffer>();
  const remember = async (key: string, draw: () => Promise<Buffer>): Promise<Buffer> => {
    const body = thumbnails.get(key) ?? (await draw());
    thumbnails.set(key, body);
    const oldest = thumbnails.keys().next().value;
    if (thumbnails.size > KEPT_THUMBNAILS && oldest !== undefined) thumbnails.delete(oldest);
    return body;
  };
  return async (board, name) => {
    const [, tim = '', variant, ext = ''] = MEDIA_NAME.exec(name) ?? [];
    const post = variant === undefined ? board.files.get(tim + ext) : postWithTim(board, tim);
    if (ext === '.tgkr' && variant === undefined) return replayOf(site, board, tim);
    if (post === undefined || (variant !== undefined && ext !== '.jpg')) return null;
    const picture = site.pictures.byMd5(post.md5 ?? '');
    if (variant === undefined) {
      const body = picture?.bytes ?? (await capturedFile(site, board, name));
      return body === null ? null : { type: TYPES[ext] ?? 'application/octet-stream', body, lastModified: post.time };
    }
    if (variant === 'm' && post.m_img !== 1) return null;
    const { w, h } = thumbnailSize(post, variant);
    const key = picture === undefined ? `${board.info.board}/${name}` : `${picture.id}/${w}x${h}`;
    const body = await remember(key, async () => {
      if (picture !== undefined) return drawThumbnail(picture.svg, w, h);
      const captured = await capturedFile(site, board, name);
      return (
        captured ?? (await thumbnailOfCaptured(site, board, post, w, h)) ?? drawThumbnail(placeholder(post, w, h), w, h)
      );
    });
    return { type: 'image/jpeg', body, lastModified: post.time };
  };
}

/** The recording of a drawing. */
async function replayOf(site: DemoSite, board: DemoBoard, tim: string): Promise<MediaFile | null> {
  const post = postWithTim(board, tim);
  if (post === undefined) return null;
  const body = site.pictures.byMd5(post.md5 ?? '')?.replay ?? (await capturedFile(site, board, `${tim}.tgkr`));
  return body === null ? null : { type: 'application/octet-stream', body, lastModified: post.time };
}

function postWithTim(board: DemoBoard, tim: string): ChanPost | undefined {
  for (const ext of Object.keys(TYPES)) {
    const post = board.files.get(tim + ext);
    if (post !== undefined) return post;
  }
  return undefined;
}

/** Longer side of a mobile variant in pixels. */
const MOBILE_SIDE = 1024;

function thumbnailSize(post: ChanPost, variant: string): { w: number; h: number } {
  const side = (value: number | undefined) => Math.min(Math.max(Math.trunc(Number(value)) || 1, 1), MOBILE_SIDE);
  if (variant === 's') return { w: side(post.tn_w), h: side(post.tn_h) };
  const scale = Math.min(1, MOBILE_SIDE / Math.max(post.w ?? 1, post.h ?? 1));
  return { w: side((post.w ?? 1) * scale), h: side((post.h ?? 1) * scale) };
}

/** `name` matches MEDIA_NAME and belongs to an existing post, so the path cannot leave the folder. */
async function capturedFile(site: DemoSite, board: DemoBoard, name: string): Promise<Buffer | null> {
  if (site.captures === null) return null;
  return readFile(path.join(site.captures.dir, 'media', board.info.board, name)).catch(() => null);
}

async function thumbnailOfCaptured(
  site: DemoSite,
  board: DemoBoard,
  post: ChanPost,
  w: number,
  h: number,
): Promise<Buffer | null> {
  const file = await capturedFile(site, board, `${post.tim}${post.ext}`);
  if (file === null) return null;
  return sharp(file, { limitInputPixels: LARGEST_PICTURE })
    .resize(w, h, { fit: 'fill' })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 80 })
    .toBuffer()
    .catch(() => null);
}

const PLACEHOLDER_LINES = ['NOT', 'CAPTURED'];

/** An SVG that states the missing file's type and size, if there is room for text. */
function placeholder(post: ChanPost, w: number, h: number): string {
  const lines = [...PLACEHOLDER_LINES, post.ext ?? '', `${post.w ?? 0}X${post.h ?? 0}`];
  const widest = Math.max(...lines.map((line) => textWidth(line, 1)));
  const cell = Math.min(3, Math.floor(Math.min((w - 6) / widest, (h - 6) / (lines.length * 10))));
  const top = (h - lines.length * 10 * cell) / 2;
  const text = lines.map((line, row) =>
    pixelText(line, Math.floor((w - textWidth(line, cell)) / 2), Math.floor(top) + row * 10 * cell, cell, '#5f6670'),
  );
  const cross = `<path d="M0 0L${w} ${h}M${w} 0L0 ${h}" stroke="#c9ced6" stroke-width="2"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}"><rect width="${w}" height="${h}" fill="#e4e7ec"/>${cell < 1 ? cross : cross + text.join('')}</svg>`;
}
