import { getRouteApi } from '@tanstack/react-router';
import { useBoardTitle } from '../components/board-head.tsx';
import { BoardIndex } from '../features/boards/board-index.tsx';
import { t } from '../lib/messages.ts';

// The types do not have the slash at the end.
const route = getRouteApi('/$board/' as '/$board');

export function BoardPage() {
  const { asked, entry } = route.useLoaderData();
  useBoardTitle(asked.board, asked.page === 1 ? undefined : t('board.page', { number: asked.page }));
  return <BoardIndex asked={asked} entry={entry} />;
}
