import { getRouteApi } from '@tanstack/react-router';
import { useBoardTitle } from '../boards/board-title.ts';
import { Gallery } from './gallery.tsx';
import { say } from '../../lib/words.ts';

const route = getRouteApi('/$board/images');

export function GalleryPage() {
  const { board, cursor, entry } = route.useLoaderData();
  useBoardTitle(board, say('board.images'));
  return <Gallery board={board} cursor={cursor} entry={entry} />;
}
