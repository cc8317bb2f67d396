import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import type { File } from '../../../../mappings/contract/post.ts';
import { BoardHead, useBoardTitle } from '../../components/board-head.tsx';
import { ErrorMessage } from '../../components/error-message.tsx';
import { Picture } from '../../components/post/post-file.tsx';
import { postNumber } from '../../components/post/post-head.tsx';
import { imagesAddress, postAddress, stringifySearch } from '../../lib/addresses.ts';
import { postKey, useHiddenPosts } from '../../lib/hidden-posts.ts';
import { t } from '../../lib/messages.ts';
import { listUnavailable } from './list-controls.tsx';
import { imagesQuery } from './queries.ts';

const THUMBNAIL = 250;

interface GalleryProps {
  readonly board: string;
  readonly cursor: string | undefined;
  readonly entry: string;
}

/** The images of a board, newest first, linked to their posts. */
export function Gallery({ board, cursor, entry }: GalleryProps) {
  const { data, error, refetch } = useQuery(imagesQuery(board, cursor, entry));
  const hidden = useHiddenPosts();
  const posts = data?.posts.filter((post) => !hidden.has(postKey(post))) ?? [];
  const address = (next: string | undefined) => `${imagesAddress(board)}${stringifySearch({ cursor: next })}`;
  return (
    <section className="gallery">
      <BoardHead board={board} place="images" />
      {data === undefined && error === null && <p className="catalog-waiting" aria-busy="true" />}
      {data === undefined && error !== null && (
        <ErrorMessage inner error={error} onRetry={() => void refetch()} unavailable={listUnavailable()} />
      )}
      {data !== undefined && posts.length === 0 && <p className="quiet board-empty">{t('board.no-images')}</p>}
      <ol className="mosaic">
        {posts.map(
          (post) =>
            post.file !== null && (
              <li key={postKey(post)} style={roomOf(post.file)}>
                <article className="mosaic-piece" aria-label={t('post.on-board', { number: postNumber(post), board })}>
                  <Picture file={post.file} deleted={post.time_deleted_file !== null} limit={THUMBNAIL} />
                  <a className="post-num" href={postAddress(post)}>
                    {postNumber(post)}
                  </a>
                </article>
              </li>
            ),
        )}
      </ol>
      {data !== undefined && (data.previous !== null || data.next !== null) && (
        <nav className="pager" aria-label={t('board.image-pages')}>
          {cursor !== undefined && <a href={address(undefined)}>{t('board.newest')}</a>}
          {data.previous !== null && (
            <a rel="prev" href={address(data.previous)}>
              ← {t('board.newer')}
            </a>
          )}
          {data.next !== null && (
            <a rel="next" className="pager-next" href={address(data.next)}>
              {t('board.older')} →
            </a>
          )}
        </nav>
      )}
    </section>
  );
}

/** The share of a row for an image's aspect ratio (styles/boards.css); extreme ratios are limited. */
function roomOf({ width, height, thumb_width: thumbWidth, thumb_height: thumbHeight }: File): CSSProperties {
  const shape = (thumbWidth ?? width ?? 1) / Math.max(thumbHeight ?? height ?? 1, 1);
  return { ['--shape' as string]: Math.min(Math.max(shape, 0.6), 2.2).toFixed(2) };
}

const route = getRouteApi('/$board/images');

export function GalleryPage() {
  const { board, cursor, entry } = route.useLoaderData();
  useBoardTitle(board, t('board.images'));
  return <Gallery board={board} cursor={cursor} entry={entry} />;
}
