import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { BoardHead, useBoardTitle } from '../../../web/src/components/board-head.tsx';
import { EmptyBoard } from '../../../web/src/components/empty-board.tsx';
import { ErrorMessage } from '../../../web/src/components/error-message.tsx';
import { Time } from '../../../web/src/components/time.tsx';
import { useAnnouncement } from '../../../web/src/lib/announce.ts';
import { useDebounced } from '../../../web/src/lib/timing.ts';
import type { SeriesList, SeriesSummary } from '../contract/series.ts';
import { LISTED_SERIES, MAX_FILTER, SERIES_ORDERS } from '../limits.ts';
import { seriesAddress, seriesListAddress } from './addresses.ts';
import { Pager } from './pager.tsx';
import { type Listed, listedAddress, readListed, seriesListQuery } from './queries.ts';
import { readableName } from './readable-name.ts';
import './series.css';
import { t } from './texts.ts';

/** The series of a board with a filter, in an order that the reader chooses. */
export function SeriesListPage() {
  const { board = '' } = useParams({ strict: false });
  const { search } = useLocation();
  const listed = readListed(board, search);
  useBoardTitle(board, t('series.name'));
  const { data, error, isPlaceholderData, refetch } = useQuery(seriesListQuery(listed));
  const isFiltered = listed.filter !== '';
  useAnnouncement(isFiltered && data !== undefined ? t('series.matching', { count: data.total }) : '');
  return (
    <section className="series">
      <BoardHead board={board} place={{ href: seriesListAddress(board), name: t('series.name') }}>
        <Filter listed={listed} />
        <nav className="sort-links" aria-label={t('board.order')}>
          {SERIES_ORDERS.map((order) => (
            <a
              key={order}
              href={listedAddress({ ...listed, order, page: 1 })}
              aria-current={order === listed.order ? 'true' : undefined}
            >
              {t(`series.order.${order}`)}
            </a>
          ))}
        </nav>
      </BoardHead>
      {data === undefined && error === null && <p className="series-waiting" aria-busy="true" />}
      {data === undefined && error !== null && <ErrorMessage inner error={error} onRetry={() => void refetch()} />}
      {data !== undefined && <Rows listed={listed} list={data} isBusy={isPlaceholderData} />}
      {data !== undefined && (
        <Pager
          page={listed.page}
          total={data.total}
          size={LISTED_SERIES}
          address={(page) => listedAddress({ ...listed, page })}
        />
      )}
    </section>
  );
}

const TYPING_MS = 250;

/** A form without scripts. With scripts the list follows the typed text. */
function Filter({ listed }: { readonly listed: Listed }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState<string | null>(null);
  const settled = useDebounced(typed, TYPING_MS);
  const show = (filter: string) =>
    void navigate({ href: listedAddress({ ...listed, filter, page: 1 }), replace: true, resetScroll: false });
  useEffect(() => {
    if (settled !== null && settled !== listed.filter) show(settled);
    // Only typing changes the address; a link or Back changes the text.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [settled]);
  // A link or Back that changes the filter replaces the typed text.
  useEffect(() => setTyped(null), [listed.filter]);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    show(typed ?? listed.filter);
  };
  return (
    <search className="series-filter">
      <form action={seriesListAddress(listed.board)} onSubmit={submit}>
        <input
          type="search"
          name="filter"
          className="catalog-filter"
          aria-label={t('series.filter')}
          placeholder={t('series.filter')}
          maxLength={MAX_FILTER}
          value={typed ?? listed.filter}
          onChange={({ target }) => setTyped(target.value)}
        />
        {listed.order !== 'newest' && <input type="hidden" name="order" value={listed.order} />}
        <noscript>
          <button type="submit" className="button">
            {t('search.filter')}
          </button>
        </noscript>
      </form>
    </search>
  );
}

interface RowsProps {
  readonly listed: Listed;
  readonly list: SeriesList;
  readonly isBusy: boolean;
}

function Rows({ listed: { board, filter }, list, isBusy }: RowsProps) {
  if (list.series.length === 0 && filter === '') return <EmptyBoard board={board}>{t('series.none')}</EmptyBoard>;
  if (list.series.length === 0) return <p className="quiet board-empty">{t('series.no-match', { filter })}</p>;
  return (
    <ol className="series-list" aria-busy={isBusy ? true : undefined}>
      {list.series.map((one) => (
        <li key={one.name}>
          <Row board={board} series={one} />
        </li>
      ))}
    </ol>
  );
}

function Row({ board, series }: { readonly board: string; readonly series: SeriesSummary }) {
  const { name, title, editions, first_time: first, last_time: last } = series;
  const shown = readableName(series);
  return (
    <>
      <p className="series-title">
        <a href={seriesAddress(board, name)}>
          <bdi>{shown}</bdi>
        </a>{' '}
        {title !== null && title !== '' && title !== shown && <bdi>{title}</bdi>}
      </p>
      <p className="quiet">
        <span>{t('series.editions', { count: editions })}</span>
        <span>
          <Time iso={first} /> – <Time iso={last} />
        </span>
      </p>
    </>
  );
}
