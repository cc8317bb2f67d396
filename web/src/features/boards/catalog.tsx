import { useQuery } from '@tanstack/react-query';
import { memo, useDeferredValue, useMemo } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import { writtenText } from '../../../../mappings/comment/text-parts.ts';
import { withoutLeadingQuotes } from '../../../../mappings/thread-title.ts';
import type { ThreadList, ThreadSummary } from '../../../../mappings/contract/thread-list.ts';
import { CATALOG_THREADS, INDEX_THREADS } from '../../../../mappings/list-pages.ts';
import { BoardHead, useBoardTitle } from '../../components/board-head.tsx';
import { EmptyBoard } from '../../components/empty-board.tsx';
import { ErrorMessage } from '../../components/error-message.tsx';
import { Picture } from '../../components/post/picture.tsx';
import { PostTools } from '../../components/post/post-tools.tsx';
import { Time } from '../../components/time.tsx';
import { UnreadCount } from '../../components/unread-count.tsx';
import { catalogAddress, stringifySearch, threadAddress } from '../../lib/addresses.ts';
import { useAnnouncement } from '../../lib/announce.ts';
import { useFiltered, useReaderFilters } from '../../lib/filtered-posts.ts';
import { postKey, useHiddenPosts } from '../../lib/hidden-posts.ts';
import { previewEvents } from '../../lib/hover-preview.ts';
import { threadTitle } from '../../lib/thread-title.ts';
import { t, tRich } from './texts.ts';
import { usePageFiles } from '../../lib/viewer.ts';
import { filterThreads, orderThreads, topFirst } from './arrange-threads.ts';
import { type CardOrder, readCardOrder } from './catalog-order.ts';
import { listParams, listUnavailable, PageLinks, type PageStart } from './list-controls.tsx';
import { catalogQuery, type ThreadPage } from './queries.ts';
import { listed } from '../../lib/messages.ts';

const ORDERS = [
  { sort: 'modified', name: 'board.last-active' },
  { sort: 'created', name: 'board.newest' },
  { sort: 'posts', name: 'board.most-posts' },
  { sort: 'images', name: 'board.most-files' },
] as const;
type OrderName = (typeof ORDERS)[number]['sort'];

interface CatalogProps {
  readonly asked: ThreadPage;
  readonly entry: string;
  /** An order of the threads on the page. */
  readonly order: CardOrder | undefined;
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
}

/** A board's threads as cards, with a filter. */
export function Catalog({ asked, entry, order, filter, onFilter }: CatalogProps) {
  const { board, sort, usual } = asked;
  const { data, error, refetch } = useQuery(catalogQuery(asked, entry));
  const current: OrderName = order ?? sort;
  const address = (start: PageStart, next: OrderName = current) =>
    `${catalogAddress(board)}${stringifySearch({ ...listParams(start, next, usual), filter })}`;
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
            <a key={words} href={address({ page: 1 }, name)} aria-current={name === current ? 'true' : undefined}>
              {t(words)}
            </a>
          ))}
        </nav>
      </BoardHead>
      {data === undefined && error === null && <p className="catalog-waiting" aria-busy="true" />}
      {data === undefined && error !== null && (
        <ErrorMessage inner error={error} onRetry={() => void refetch()} unavailable={listUnavailable()} />
      )}
      {data !== undefined && <Cards board={board} list={data} page={asked.page} order={order} filter={filter} />}
      {data !== undefined && (
        <PageLinks asked={asked} list={data} size={CATALOG_THREADS} address={(start) => address(start)} />
      )}
    </section>
  );
}

interface CardsProps {
  readonly board: string;
  readonly list: ThreadList;
  /** The catalog's page. */
  readonly page: number;
  readonly order: CardOrder | undefined;
  readonly filter: string;
}

function Cards({ board, list, page, order, filter }: CardsProps) {
  const hidden = useHiddenPosts();
  const wanted = useDeferredValue(filter);
  const open = useMemo(() => list.threads.filter(({ opener }) => !hidden.has(postKey(opener))), [list.threads, hidden]);
  const { top } = useFiltered();
  const found = useMemo(
    () => topFirst(orderThreads(filterThreads(open, wanted), order), top),
    [open, wanted, order, top],
  );
  const left = list.threads.length - open.length;
  useReaderFilters(useMemo(() => list.threads.map(({ opener }) => opener), [list.threads]));
  const pageOf = (thread: ThreadSummary) =>
    Math.floor(((page - 1) * CATALOG_THREADS + list.threads.indexOf(thread)) / INDEX_THREADS) + 1;
  usePageFiles(useMemo(() => found.map(({ opener }) => opener), [found]));
  useAnnouncement(wanted === '' ? '' : t('catalog.matching', { count: found.length }));
  return (
    <>
      {list.total === 0 && <EmptyBoard board={board}>{t('board.no-threads')}</EmptyBoard>}
      {list.total > 0 && found.length === 0 && (
        <p className="quiet board-empty">
          {wanted === '' ? t('board.no-threads') : t('catalog.nothing', { words: wanted })}
        </p>
      )}
      <ol className="catalog-cards">
        {found.map((thread) => (
          <li key={thread.num}>
            <CatalogCard thread={thread} page={pageOf(thread)} />
          </li>
        ))}
      </ol>
      {left > 0 && <p className="quiet board-empty">{t('catalog.hidden', { count: left })}</p>}
    </>
  );
}

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

const THUMBNAIL = 150;
const EXCERPT = 240;

interface CatalogCardProps {
  readonly thread: ThreadSummary;
  /** The page of the board's index that has the thread. */
  readonly page: number;
}

/** A thread as a card: thumbnail, counts, place, age and the beginning of its text. */
export const CatalogCard = memo(function CatalogCard({ thread, page }: CatalogCardProps) {
  const { opener } = thread;
  const address = threadAddress(opener.board, opener.num);
  const words = withoutLeadingQuotes(writtenText(opener.tokens))
    .trim()
    .replace(/\n{2,}/g, '\n');
  const title = threadTitle(opener);
  const text = textAfter(title, words);
  const replies = thread.posts - 1;
  return (
    <article className="catalog-card" data-post={postKey(opener)} aria-label={title}>
      {opener.file !== null && (
        <Picture
          file={opener.file}
          deleted={opener.time_deleted_file !== null}
          limit={THUMBNAIL}
          spoiler={postKey(opener)}
          page={{ href: address, name: title, isLinkedBeside: true }}
          link={previewEvents(opener.file)}
        />
      )}
      <h2>
        <a href={address}>{title}</a>
      </h2>
      <p className="catalog-counts">
        <span>
          {listed([
            t('catalog.replies', { count: replies }),
            ...(thread.images > 0 ? [t('thread.files', { count: thread.images })] : []),
          ])}
        </span>
        <UnreadCount board={opener.board} num={opener.num} posts={thread.posts} />
        <PostTools post={opener} />
      </p>
      <p className="catalog-age">
        <span>{t('catalog.page', { number: page })}</span>
        <span>
          <span className="visually-hidden">{t('catalog.started')} </span>
          <Time iso={opener.time_posted} />
        </span>
      </p>
      {replies > 0 && opener.time_bumped !== null && (
        <p className="catalog-age wide-only">
          {tRich('catalog.last-reply', { time: <Time key="time" iso={opener.time_bumped} /> })}
        </p>
      )}
      {text !== '' && (
        <p className="catalog-words">{text.length > EXCERPT ? `${text.slice(0, EXCERPT).trimEnd()}…` : text}</p>
      )}
    </article>
  );
});

/** The words without those that are the title of a thread without a subject. */
function textAfter(title: string, words: string): string {
  const shown = title.replace(/…$/, '');
  return words.startsWith(shown) ? words.slice(shown.length).trimStart() : words;
}
