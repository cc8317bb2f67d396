/**
 * The `media` of a post. gallery-dl reads names and links without a check for null, so they are always strings; the link of a file
 * that is neither archived nor at the source leads to an address that answers 404.
 */
import type { Board } from '../../../mappings/board.ts';
import { mediaSourceAddress } from '../../../mappings/sources.ts';
import type { Post } from '../../../mappings/post.ts';
import { base64Of, safeBase64Of } from '../../posts/present.ts';
import { fileAddresses } from '../../posts/present.ts';
import type { Site } from '../../http/site.ts';
import { escapeHtml } from '../../../mappings/comment/print-html.ts';

export type FoolFuukaMedia = Readonly<Record<string, string | null>>;

const THUMBNAIL_SUFFIX = 's.jpg';

/** null for a post without a file. `exif` is that of the post. */
export function foolFuukaMedia(
  post: Post,
  { site, board, exif }: { readonly site: Site; readonly board: Board | null; readonly exif: string | null },
): FoolFuukaMedia | null {
  const known = [post.mediaTime, post.mediaHash, post.mediaName, post.mediaType];
  if (known.every((value) => value === null)) return null;
  const extra = post.extra ?? {};
  const type = post.mediaType === null ? '' : `.${post.mediaType}`;
  const name = `${post.mediaName ?? post.mediaTime ?? ''}${type}`;
  const escaped = escapeHtml(name);
  const original = textOr(extra['media_orig'], post.mediaTime === null ? name : `${post.mediaTime}${type}`);
  const preview = post.mediaTime === null ? null : `${post.mediaTime}${THUMBNAIL_SUFFIX}`;
  const { file, thumbnail } = addressesOf(post, board);
  const link = site.whole(file ?? `/${post.board}/full_image/${encodeURIComponent(original)}`);
  return {
    media_id: null,
    spoiler: post.spoiler ? '1' : '0',
    preview_orig: preview,
    media: textOr(extra['media'], original),
    preview_op: post.opener ? preview : null,
    preview_reply: post.opener ? null : preview,
    preview_w: number(post.mediaDimsThbW),
    preview_h: number(post.mediaDimsThbH),
    // HTML-escaped, as the source sends it and archives store it.
    media_filename: escaped,
    media_w: number(post.mediaDimsSrcW),
    media_h: number(post.mediaDimsSrcH),
    media_size: number(post.mediaSize),
    media_hash: post.mediaHash && base64Of(post.mediaHash),
    media_orig: original,
    exif,
    total: null,
    banned: '0',
    media_status: textOr(extra['media_status'], file === null ? 'not-available' : 'normal'),
    safe_media_hash: post.mediaHash && safeBase64Of(post.mediaHash),
    remote_media_link: link,
    media_link: link,
    thumb_link: thumbnail === null ? thumbnailPath(site, post.board, preview) : site.whole(thumbnail),
    media_filename_processed: escaped,
  };
}

/** Addresses in the archive, else at the source; null if the file is in neither. */
function addressesOf(post: Post, board: Board | null) {
  const { url, thumb_url: thumbnail } = fileAddresses(post, board?.mediaUrl ?? '');
  const { mediaTime, mediaType } = post;
  if (board === null || mediaTime === null || mediaType === null) return { file: url, thumbnail };
  const atSource = (kind: 'file' | 'thumb') => mediaSourceAddress(board, { mediaTime, mediaType }, kind);
  return {
    file: url === null || url.startsWith('/') ? url : atSource('file'),
    thumbnail: thumbnail === null || thumbnail.startsWith('/') ? thumbnail : atSource('thumb'),
  };
}

function thumbnailPath(site: Site, board: string, preview: string | null): string | null {
  return preview === null
    ? null
    : `${site.board(board)}thumb/${preview.slice(0, 4)}/${preview.slice(4, 6)}/${encodeURIComponent(preview)}`;
}

/** Never null: Kuroba parses these fields as numbers. */
function number(value: number | null): string {
  return String(value ?? 0);
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}
