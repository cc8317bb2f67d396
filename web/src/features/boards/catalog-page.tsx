import { getRouteApi } from '@tanstack/react-router';
import { useBoardTitle } from '../../components/board-title.ts';
import { readCardOrder } from './catalog-cards.ts';
import { Catalog } from './catalog.tsx';
import { t } from '../../lib/messages.ts';

const route = getRouteApi('/$board/catalog');

export function CatalogPage() {
  const { asked, entry } = route.useLoaderData();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  useBoardTitle(asked.board, t('board.catalog'));
  const onFilter = (filter: string) =>
    void navigate({
      search: (before) => ({ ...before, filter: filter === '' ? undefined : filter }),
      replace: true,
      resetScroll: false,
      state: { listEntry: entry },
    });
  return (
    <Catalog
      asked={asked}
      entry={entry}
      order={readCardOrder(search.sort)}
      filter={search.filter ?? ''}
      onFilter={onFilter}
    />
  );
}
