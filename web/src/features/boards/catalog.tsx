import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import type { ThreadList } from '../../../../mappings/contract/thread-list.ts';
import { ErrorMessage } from '../../components/error-message.tsx';
import { useAnnouncement } from '../../lib/announce.ts';
import { catalogAddress, stringifySearch } from '../../lib/addresses.ts';
import { postKey, useHiddenPosts } from '../../lib/hidden-posts.ts';
import { BoardHead } from '../../components/board-head.tsx';
import { listUnavailable } from './list-unavailable.ts';
import { PageLinks } from './page-links.tsx';
import { CATALOG_THREADS, catalogQuery, type ThreadPage } from './queries.ts';
import { CatalogCard } from './catalog-card.tsx';
import { filterThreads, orderThreads, type CardOrder } from './catalog-cards.ts';
import { t } from '../../lib/messages.ts';

const ORDERS = [
  { sort: undefined, name: 'board.last-active' },
  { sort: 'created', name: 'board.newest' },
  { sort: 'posts', name: 'board.most-posts' },
  { sort: 'images', name: 'board.most-files' },
] as const;
type OrderName = (typeof ORDERS)[number]['sort'];

interface CatalogProps {
  readonly asked: ThreadPage;
  readonly entry: string;
  /** Of the threads on the page. */
  readonly order: CardOrder | undefined;
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
}

/** Many threads of a board at a glance. */
export function Catalog({ asked, entry, order, filter, onFilter }: CatalogProps) {
  const { board, sort, page } = asked;
  const { data, error, refetch } = useQuery(catalogQuery(asked, entry));
  const current: OrderName = order ?? (sort === 'created' ? 'created' : undefined);
  const address = (change: { sort?: OrderName; page?: number }) => {
    const next = { sort: current, page, ...change };
    return `${catalogAddress(board)}${stringifySearch({
      sort: next.sort,
      page: next.page === 1 ? undefined : String(next.page),
      filter,
    })}`;
  };
  return (
    <section className="catalog">
      <BoardHead board={board} place="catalog">
        <input
          type="search"
          className="catalog-filter"
          aria-label={t('catalog.filter')}
          placeholder={t('catalog.filter')}
          value={filter}
          onChange={(event) => onFilter(event.target.value)}
        />
        <nav className="sort-links" aria-label={t('board.order')}>
          {ORDERS.map(({ sort: name, name: words }) => (
            <a key={words} href={address({ sort: name, page: 1 })} aria-current={name === current ? 'true' : undefined}>
              {t(words)}
            </a>
          ))}
        </nav>
      </BoardHead>
      {data === undefined && error === null && <p className="catalog-waiting" aria-busy="true" />}
      {data === undefined && error !== null && (
        <ErrorMessage inner error={error} onRetry={() => void refetch()} unavailable={listUnavailable()} />
      )}
      {data !== undefined && <Cards list={data} order={order} filter={filter} />}
      {data !== undefined && (
        <PageLinks
          page={page}
          pages={Math.ceil(data.total / CATALOG_THREADS)}
          hasNext={data.next !== null}
          address={(next) => address({ page: next })}
        />
      )}
    </section>
  );
}

interface CardsProps {
  readonly list: ThreadList;
  readonly order: CardOrder | undefined;
  readonly filter: string;
}

function Cards({ list, order, filter }: CardsProps) {
  const hidden = useHiddenPosts();
  const wanted = useDeferredValue(filter);
  const open = list.threads.filter(({ opener }) => !hidden.has(postKey(opener)));
  const found = orderThreads(filterThreads(open, wanted), order);
  const left = list.threads.length - open.length;
  useAnnouncement(wanted === '' ? '' : t('catalog.left', { count: found.length }));
  return (
    <>
      {found.length === 0 && (
        <p className="quiet board-empty">
          {wanted === '' ? t('board.no-threads') : t('catalog.nothing', { words: wanted })}
        </p>
      )}
      <ol className="catalog-cards">
        {found.map((thread) => (
          <li key={thread.num}>
            <CatalogCard thread={thread} />
          </li>
        ))}
      </ol>
      {left > 0 && <p className="quiet board-empty">{t('catalog.hidden', { count: left })}</p>}
    </>
  );
}
