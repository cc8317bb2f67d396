import { useQuery } from '@tanstack/react-query';
import { useTitle } from '../lib/use-title.ts';
import { boardsQuery } from '../lib/queries.ts';

/** Names the page by its board; `part` says which page of it. */
export function useBoardTitle(board: string, part?: string): void {
  const { data: boards } = useQuery(boardsQuery());
  const title = boards?.find(({ name }) => name === board)?.title;
  useTitle(part === undefined ? `/${board}/` : `/${board}/ ${part}`, title);
}
