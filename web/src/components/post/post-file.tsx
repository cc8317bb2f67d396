import { useState } from 'react';
import type { TextRange } from '../../../../mappings/comment/plain-text.ts';
import type { File } from '../../../../mappings/contract/post.ts';
import { formatBytes } from '../../lib/format.ts';
import { t } from '../../lib/messages.ts';
import { FOREIGN_LINK, safeAddress } from '../../lib/safe-link.ts';
import { MarkedText } from '../comment/marked-text.tsx';

interface FileLineProps {
  readonly file: File;
  readonly marks?: readonly TextRange[] | undefined;
}

/** Name, size and dimensions of a file. */
export function FileLine({ file, marks }: FileLineProps) {
  const href = safeAddress(file.url);
  const name = (
    <>
      <MarkedText text={file.name ?? t('file.file')} ranges={file.name === null ? undefined : marks} />
      {file.type !== null && `.${file.type}`}
    </>
  );
  return (
    <p className="post-file">
      {href === null ? (
        <span className="file-name">{name}</span>
      ) : (
        <a className="file-name" href={href} {...FOREIGN_LINK}>
          {name}
        </a>
      )}
      <span className="file-facts">{fileFacts(file).join(', ')}</span>
    </p>
  );
}

interface PictureProps {
  readonly file: File;
  /** The file was deleted, the post was not. */
  readonly deleted: boolean;
  /** Longest side of the thumbnail, in pixels. */
  readonly limit: number;
  /** A page to link to instead of the file, and its name. */
  readonly page?: { readonly href: string; readonly name: string };
}

/** A post's thumbnail, linked to its file, or a box of the same size that says why there is none. */
export function Picture({ file, deleted, limit, page }: PictureProps) {
  const [uncovered, setUncovered] = useState(!file.spoiler);
  const [failed, setFailed] = useState(false);
  const href = page?.href ?? safeAddress(file.url);
  const foreign = page === undefined ? FOREIGN_LINK : {};
  const source = safeAddress(file.thumb_url);
  const size = thumbnailSize(file, limit);
  if (deleted || source === null || failed) {
    const shown = deleted && page === undefined ? null : href;
    return <PictureBox size={size} text={t(deleted ? 'file.deleted' : 'file.not-kept')} href={shown} link={foreign} />;
  }
  if (!uncovered) {
    return (
      <button
        type="button"
        className="picture picture-box picture-cover"
        style={size}
        onClick={() => setUncovered(true)}
      >
        {t('file.show-spoiler')}
      </button>
    );
  }
  const image = (
    <img
      src={source}
      width={size.width}
      height={size.height}
      alt={page?.name ?? `${file.name ?? t('file.picture')}${file.type === null ? '' : `.${file.type}`}`}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setFailed(true)}
    />
  );
  if (href === null) return <span className="picture">{image}</span>;
  return (
    <a className="picture" href={href} {...foreign}>
      {image}
    </a>
  );
}

interface PictureBoxProps {
  readonly size: Size;
  readonly text: string;
  readonly href: string | null;
  readonly link: Partial<typeof FOREIGN_LINK>;
}

function PictureBox({ size, text, href, link }: PictureBoxProps) {
  // The notice needs some room, whatever the picture's shape was.
  const style = { width: Math.max(size.width, 80), height: Math.max(size.height, 48) };
  if (href === null) {
    return (
      <span className="picture picture-box" style={style}>
        {text}
      </span>
    );
  }
  return (
    <a className="picture picture-box" style={style} href={href} {...link}>
      {text}
    </a>
  );
}

function fileFacts(file: File): readonly string[] {
  const facts: string[] = [];
  if (file.size !== null) facts.push(formatBytes(file.size));
  if (file.width !== null && file.height !== null) facts.push(`${file.width}×${file.height}`);
  if (file.spoiler) facts.push(t('file.spoiler'));
  return facts;
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
