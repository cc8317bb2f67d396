import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Post } from '../../../../mappings/contract/post.ts';
import { BoardHead, useBoardTitle } from '../../components/board-head.tsx';
import { EmptyBoard } from '../../components/empty-board.tsx';
import { ErrorMessage } from '../../components/error-message.tsx';
import { GalleryPiece } from '../../components/post/gallery-piece.tsx';
import { imagesAddress, stringifySearch } from '../../lib/addresses.ts';
import { fetchImages } from '../../lib/api-client.ts';
import { useReaderFilters } from '../../lib/filtered-posts.ts';
import { postKey, useHiddenPosts } from '../../lib/hidden-posts.ts';
import { t } from './texts.ts';
import { fileKey, filesOf } from '../../lib/post-files.ts';
import { type MorePosts, usePageFiles } from '../../lib/viewer.ts';
import { listUnavailable } from './list-controls.tsx';
import { imagesQuery } from './queries.ts';

const NO_POSTS: readonly Post[] = [];

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
  const next = data?.next ?? null;
  const more = useMemo(() => moreImages(board, next), [board, next]);
  usePageFiles(data?.posts ?? NO_POSTS, more);
  useReaderFilters(data?.posts ?? NO_POSTS);
  const address = (start: string | undefined) => `${imagesAddress(board)}${stringifySearch({ cursor: start })}`;
  return (
    <section className="gallery">
      <BoardHead board={board} place="images" />
      {data === undefined && error === null && <p className="catalog-waiting" aria-busy="true" />}
      {data === undefined && error !== null && (
        <ErrorMessage inner error={error} onRetry={() => void refetch()} unavailable={listUnavailable()} />
      )}
      {data !== undefined && posts.length === 0 && <EmptyBoard board={board}>{t('board.no-images')}</EmptyBoard>}
      <ol className="gallery-grid">
        {posts.flatMap(filesOf).map((post) => (
          <GalleryPiece key={fileKey(post)} post={post} file={post.file} />
        ))}
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

/** The pages after this one, which the viewer goes on with. */
function moreImages(board: string, cursor: string | null): MorePosts | null {
  if (cursor === null) return null;
  return async () => {
    const { posts, next } = await fetchImages(board, cursor);
    return { posts, more: moreImages(board, next) };
  };
}

const route = getRouteApi('/$board/images');

export function GalleryPage() {
  const { board, cursor, entry } = route.useLoaderData();
  useBoardTitle(board, t('board.images'));
  return <Gallery board={board} cursor={cursor} entry={entry} />;
}
