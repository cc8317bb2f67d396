/**
 * The `media` of a post. gallery-dl reads names without a check for null, so they are always strings. A file that is not in this
 * archive has no `media_link`; its `remote_media_link` is a page that redirects to the post, which gallery-dl reads instead.
 */
import type { Post } from '../../../../mappings/post.ts';
import type { FileStatus } from '../../../../mappings/media.ts';
import {
  base64Of,
  fileAddresses,
  fileHashes,
  fileStatus,
  hasFile,
  safeBase64Of,
  type FilesAtSource,
} from '../../../../server/posts/present.ts';
import type { Site } from '../../../../server/shared/site.ts';
import { escapeHtml } from '../../../../mappings/comment/print-html.ts';
import { fileNames, type BoardImage } from './file-names.ts';

export type FoolFuukaMedia = Readonly<Record<string, string | null>>;

interface MediaContext {
  readonly site: Site;
  /** The EXIF field of the post. */
  readonly exif: string | null;
  /** The image as the posts of the board show it; null if unknown. */
  readonly image: BoardImage | null;
  readonly atSource: FilesAtSource;
}

/** null for a post without a file. */
export function foolFuukaMedia(post: Post, { site, exif, image, atSource }: MediaContext): FoolFuukaMedia | null {
  if (!hasFile(post)) return null;
  const { shown, original, media, preview } = fileNames(post);
  const escaped = escapeHtml(shown);
  // Imported posts have the first occurrence's names as the other archive stored them.
  const first = (post.extra?.['media'] === undefined && image?.first) || {
    media,
    previewOp: post.opener ? preview : null,
    previewReply: post.opener ? null : preview,
  };
  const addresses = fileAddresses(post, atSource);
  const whole = (address: string | null) => (address === null ? null : site.whole(address));
  const link = whole(addresses.url);
  const status = fileStatus(post);
  return {
    media_id: post.fileState?.imageId ?? null,
    spoiler: post.spoiler ? '1' : '0',
    preview_orig: preview,
    media: first.media,
    preview_op: first.previewOp,
    preview_reply: first.previewReply,
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
    total: image === null ? null : String(image.total),
    banned: status === 'banned' ? '1' : '0',
    media_status: link === null ? (STATUSES[status] ?? 'not-available') : 'normal',
    safe_media_hash: post.mediaHash && safeBase64Of(post.mediaHash),
    remote_media_link: link ?? `${site.board(post.board)}redirect/${encodeURIComponent(original)}`,
    media_link: link,
    thumb_link: whole(addresses.thumb_url),
    media_filename_processed: escaped,
    ...fileHashes(post),
    replay_link: whole(addresses.replay_url),
  };
}

/** FoolFuuka's names of states; any other file without a link is `not-available`. */
const STATUSES: Readonly<Partial<Record<FileStatus, string>>> = { banned: 'banned' };

/** Never null: Kuroba parses these fields as numbers. */
function number(value: number | null): string {
  return String(value ?? 0);
}
