import { useState } from 'react';
import type { TextRange } from '../../../../mappings/comment/plain-text.ts';
import type { File } from '../../../../server/contract/post.ts';
import { formatBytes } from '../../lib/format.ts';
import { FOREIGN_LINK, safeAddress } from '../../lib/safe-link.ts';
import { MarkedText } from './marked-text.tsx';
import { thumbnailSize, type Size } from './picture-size.ts';

interface FileLineProps {
  readonly file: File;
  readonly marks?: readonly TextRange[] | undefined;
}

/** Name, size and dimensions of a post's file. */
export function FileLine({ file, marks }: FileLineProps) {
  const href = safeAddress(file.url);
  const name = (
    <>
      <MarkedText text={file.name ?? 'file'} ranges={file.name === null ? undefined : marks} />
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
  /** When the file went while the post stayed. */
  readonly deleted: boolean;
  /** Longest side of the thumbnail, in pixels. */
  readonly limit: number;
}

/** A post's thumbnail, which leads to its file; in its room a word on why there is none. */
export function Picture({ file, deleted, limit }: PictureProps) {
  const [uncovered, setUncovered] = useState(!file.spoiler);
  const [failed, setFailed] = useState(false);
  const href = safeAddress(file.url);
  const source = safeAddress(file.thumb_url);
  const size = thumbnailSize(file, limit);
  if (deleted || source === null || failed) {
    return <PictureBox size={size} text={deleted ? 'File deleted' : 'Picture not kept'} href={deleted ? null : href} />;
  }
  if (!uncovered) {
    return (
      <button
        type="button"
        className="picture picture-box picture-cover"
        style={size}
        onClick={() => setUncovered(true)}
      >
        Spoiler: show
      </button>
    );
  }
  const image = (
    <img
      src={source}
      width={size.width}
      height={size.height}
      alt={`${file.name ?? 'Picture'}${file.type === null ? '' : `.${file.type}`}`}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setFailed(true)}
    />
  );
  if (href === null) return <span className="picture">{image}</span>;
  return (
    <a className="picture" href={href} {...FOREIGN_LINK}>
      {image}
    </a>
  );
}

function PictureBox({ size, text, href }: { size: Size; text: string; href: string | null }) {
  // Words need some room, whatever the picture's shape was.
  const style = { width: Math.max(size.width, 80), height: Math.max(size.height, 48) };
  if (href === null) {
    return (
      <span className="picture picture-box" style={style}>
        {text}
      </span>
    );
  }
  return (
    <a className="picture picture-box" style={style} href={href} {...FOREIGN_LINK}>
      {text}
    </a>
  );
}

function fileFacts(file: File): readonly string[] {
  const facts: string[] = [];
  if (file.size !== null) facts.push(formatBytes(file.size));
  if (file.width !== null && file.height !== null) facts.push(`${file.width}×${file.height}`);
  if (file.spoiler) facts.push('spoiler');
  return facts;
}
