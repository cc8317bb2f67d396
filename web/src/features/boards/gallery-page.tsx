import { getRouteApi } from '@tanstack/react-router';
import { useBoardTitle } from '../../components/board-title.ts';
import { Gallery } from './gallery.tsx';
import { t } from '../../lib/messages.ts';

const route = getRouteApi('/$board/images');

export function GalleryPage() {
  const { board, cursor, entry } = route.useLoaderData();
  useBoardTitle(board, t('board.images'));
  return <Gallery board={board} cursor={cursor} entry={entry} />;
}
