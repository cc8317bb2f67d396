import { useQuery } from '@tanstack/react-query';
import { createRoute, notFound } from '@tanstack/react-router';
import { isBoardName } from '../../../mappings/board.ts';
import { PageHeading } from '../components/page-heading.tsx';
import { boardsQuery } from '../features/boards/board-queries.ts';
import { boardQuery } from '../features/search/bar-content.ts';
import { Results } from '../features/search/results.tsx';
import { ResultsSkeleton } from '../features/search/results-skeleton.tsx';
import { readSearchParams, sortParam } from '../features/search/search-params.ts';
import { searchQuery } from '../features/search/search-queries.ts';
import { boardAddress, stringifySearch } from '../lib/addresses.ts';
import { useTitle } from '../lib/use-title.ts';
import { rootRoute } from './root.tsx';

export const boardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$board/',
  validateSearch: (raw) => {
    const { sort, cursor } = readSearchParams(raw);
    return { sort, cursor };
  },
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, params: { board }, deps: { sort, cursor } }) => {
    if (!isBoardName(board)) throw notFound();
    const boards = queryClient.ensureQueryData(boardsQuery()).catch(() => undefined);
    await queryClient.prefetchQuery(searchQuery({ q: boardQuery(board), sort, cursor }));
    if ((await boards)?.every(({ name }) => name !== board) === true) throw notFound();
  },
  pendingComponent: ResultsSkeleton,
  component: BoardPage,
});

function BoardPage() {
  const { board } = boardRoute.useParams();
  const params = boardRoute.useSearch();
  const { data: boards } = useQuery(boardsQuery());
  const title = boards?.find(({ name }) => name === board)?.title;
  useTitle(`/${board}/`, title);
  return (
    <Results
      search={{ q: boardQuery(board), sort: params.sort, cursor: params.cursor }}
      address={({ sort = params.sort, cursor }) =>
        `${boardAddress(board)}${stringifySearch({ sort: sortParam('', sort), cursor })}`
      }
      noun="thread"
      heading={
        <PageHeading className="board-heading">
          /{board}/ {title !== undefined && <span>{title}</span>}
        </PageHeading>
      }
    />
  );
}
