import { type AnchorHTMLAttributes, type MouseEvent, useState } from 'react';
import type { File } from '../../../../mappings/contract/post.ts';
import { fullName, namedAddress } from '../../lib/media-kind.ts';
import { t } from '../../lib/messages.ts';
import { uncover, useUncovered } from '../../lib/opened-files.ts';
import { FOREIGN_LINK, safeAddress } from '../../lib/safe-link.ts';
import { missingText } from './post-file.tsx';

type LinkAttributes = AnchorHTMLAttributes<HTMLAnchorElement>;

interface LinkedPage {
  readonly href: string;
  readonly name: string;
  /** A heading beside the picture links to the same page: keys and screen readers skip the picture. */
  readonly isLinkedBeside?: boolean;
}

interface PictureProps {
  readonly file: File;
  /** The file was deleted, but not the post. */
  readonly deleted: boolean;
  /** Longest side of the thumbnail, in pixels. */
  readonly limit: number;
  /** Key of the spoiler (`postKey`). Uncovering it once uncovers it everywhere. */
  readonly spoiler: string;
  /** File URL as FoolFuuka clients expect it. */
  readonly address?: string | null;
  readonly isOpener?: boolean;
  /** A page to link to instead of the file. */
  readonly page?: LinkedPage;
  /** The name of the link, if it does more than to lead to the file. */
  readonly name?: string;
  /** Further attributes of the link. */
  readonly link?: LinkAttributes;
}

/** A thumbnail that links to its file, or a box of the same size with the reason why it is missing. */
export function Picture({
  file,
  deleted,
  limit,
  spoiler,
  address,
  isOpener = false,
  page,
  name,
  link = {},
}: PictureProps) {
  const isUncovered = useUncovered(spoiler) || !file.spoiler;
  const [failed, setFailed] = useState(false);
  const href = page?.href ?? address ?? namedAddress(file);
  const isSpare = page?.isLinkedBeside === true;
  const attributes = { ...(page === undefined && FOREIGN_LINK), ...(isSpare && { tabIndex: -1 }), ...link };
  const source = safeAddress(file.thumb_url);
  const size = thumbnailSize(file, limit);
  if (deleted) return <PictureBox size={size} text={t('file.deleted')} href={page?.href ?? null} link={attributes} />;
  if (!isUncovered && (source !== null || href !== null)) {
    return <SpoilerCover size={size} spoiler={spoiler} href={page === undefined ? href : null} />;
  }
  if (source === null || failed) {
    return <PictureBox size={size} text={missingText(file)} href={href} link={attributes} />;
  }
  const image = (
    <img
      className={isOpener ? 'thread_image' : 'post_image'}
      src={source}
      srcSet={denseSource(source, size)}
      width={size.width}
      height={size.height}
      alt={page?.name ?? name ?? fullName(file) ?? t('file.picture')}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      data-md5={file.md5 ?? undefined}
      onError={() => setFailed(true)}
    />
  );
  if (href === null) return <span className="picture">{image}</span>;
  return (
    <a className="thread_image_link picture" href={href} aria-hidden={isSpare || undefined} {...attributes}>
      {image}
    </a>
  );
}

interface SpoilerCoverProps {
  readonly size: Size;
  readonly spoiler: string;
  /** Address of the file: without scripts the cover links to it. */
  readonly href?: string | null;
}

export function SpoilerCover({ size, spoiler, href = null }: SpoilerCoverProps) {
  const cover = {
    className: 'picture picture-box picture-cover',
    style: size,
    'data-expand': '',
    'data-printed': t('file.spoiler'),
  };
  if (href === null) {
    return (
      <button type="button" {...cover} onClick={() => uncover(spoiler)}>
        {t('file.show-spoiler')}
      </button>
    );
  }
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    uncover(spoiler);
  };
  return (
    <a {...cover} href={href} {...FOREIGN_LINK} onClick={onClick}>
      {t('file.show-spoiler')}
    </a>
  );
}

interface PictureBoxProps {
  readonly size: Size;
  readonly text: string;
  readonly href: string | null;
  readonly link: LinkAttributes;
}

function PictureBox({ size, text, href, link }: PictureBoxProps) {
  // The notice needs some space, whatever the shape of the picture is.
  const style = { width: Math.max(size.width, 80), height: Math.max(size.height, 48) };
  if (href === null) {
    return (
      <span className="picture picture-box" style={style}>
        {text}
      </span>
    );
  }
  return (
    <a className="thread_image_link picture picture-box" style={style} href={href} {...link}>
      {text}
    </a>
  );
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size of a thumbnail in pixels, known before it is loaded, so that the layout does not shift. Square if unknown. */
export function thumbnailSize(file: File, limit: number): Size {
  const width = file.thumb_width ?? file.width ?? 0;
  const height = file.thumb_height ?? file.height ?? 0;
  if (width <= 0 || height <= 0) return { width: limit, height: limit };
  const scale = Math.min(1, limit / width, limit / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** A side in pixels above which a dense screen shows more pixels than the archive's thumbnail has. */
const LARGE_FROM = 150;

/** The large thumbnail of one that the archive drew (docs/decisions/0110-large-thumbnails.md). */
function denseSource(source: string, { width, height }: Size): string | undefined {
  if (Math.max(width, height) <= LARGE_FROM || !source.startsWith('/media/thumbs/')) return undefined;
  return `${source.replace('thumbs', 'thumbs/large')} 2x`;
}
