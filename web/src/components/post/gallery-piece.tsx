import type { CSSProperties } from 'react';
import type { File } from '../../../../mappings/contract/post.ts';
import { postAddress } from '../../lib/addresses.ts';
import { postKey } from '../../lib/hidden-posts.ts';
import type { FilePost } from '../../lib/post-files.ts';
import { t } from '../../lib/messages.ts';
import { postNumber } from './post-head.tsx';
import { PostPicture } from './post-picture.tsx';

const THUMBNAIL = 250;

interface GalleryPieceProps {
  readonly post: FilePost;
  readonly file: File;
  /** The text of the link to the post. */
  readonly name: string;
}

/** An image in a list of rows that fill their width (`.gallery-grid`), with a link to its post. */
export function GalleryPiece({ post, file, name }: GalleryPieceProps) {
  return (
    <li style={roomOf(file)}>
      <article
        className="gallery-piece"
        data-post={postKey(post)}
        aria-label={t('post.on-board', { number: postNumber(post), board: post.board })}
      >
        <PostPicture post={post} file={file} limit={THUMBNAIL} opens="over" />
        <a className="post-num" href={postAddress(post)}>
          {name}
        </a>
      </article>
    </li>
  );
}

/** The share of a row for an image's aspect ratio (features/boards/boards.css); extreme ratios are limited. */
function roomOf({ width, height, thumb_width: thumbWidth, thumb_height: thumbHeight }: File): CSSProperties {
  const shape = (thumbWidth ?? width ?? 1) / Math.max(thumbHeight ?? height ?? 1, 1);
  return { ['--shape' as string]: Math.min(Math.max(shape, 0.6), 2.2).toFixed(2) };
}
