import type { File } from '../../../../mappings/contract/post.ts';
import { postAddress } from '../../lib/addresses.ts';
import { postKey } from '../../lib/hidden-posts.ts';
import { t } from '../../lib/messages.ts';
import type { FilePost } from '../../lib/post-files.ts';
import { Time } from '../time.tsx';
import { fileFacts } from './foolfuuka.ts';
import { postNumber } from './post-head.tsx';
import { PostPicture } from './post-picture.tsx';
import { postTitle } from './post-title.ts';

/** The longest side in pixels, as in the boxes of `.gallery-grid`. */
const THUMBNAIL = 250;

interface GalleryPieceProps {
  readonly post: FilePost;
  readonly file: File;
  /** In lists of several boards. */
  readonly showsBoard?: boolean;
}

/** A whole picture in a grid of equal boxes (`.gallery-grid`), with a link to its post, its size and its date. */
export function GalleryPiece({ post, file, showsBoard = false }: GalleryPieceProps) {
  const title = postTitle(post);
  return (
    <li>
      <article
        className="gallery-piece"
        data-post={postKey(post)}
        aria-label={t('post.on-board', { number: postNumber(post), board: post.board })}
      >
        <PostPicture post={post} file={file} limit={THUMBNAIL} opens="over" />
        <a className="post-num gallery-title" href={postAddress(post)} title={title}>
          {title}
        </a>
        <p className="gallery-facts">
          {showsBoard && `/${post.board}/ `}
          {fileFacts(file)}
        </p>
        <p className="gallery-facts">
          <Time iso={post.time_posted} />
        </p>
      </article>
    </li>
  );
}
