import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { BoardHead, useBoardTitle } from '../../../web/src/components/board-head.tsx';
import { ErrorMessage } from '../../../web/src/components/error-message.tsx';
import { QueryExamples } from '../../../web/src/components/query-examples.tsx';
import { Time } from '../../../web/src/components/time.tsx';
import { searchAddress, stringifySearch, threadAddress } from '../../../web/src/lib/addresses.ts';
import { isApiError } from '../../../web/src/lib/api-error.ts';
import { formatCount } from '../../../web/src/lib/format.ts';
import { useIsStaff } from '../../../web/src/lib/staff.ts';
import type { SeriesDetails, SeriesEdition } from '../contract/series.ts';
import { LISTED_EDITIONS } from '../limits.ts';
import { seriesAddress, seriesFeedAddress, seriesListAddress } from './addresses.ts';
import { formatSpan } from './format-span.ts';
import { Pager } from './pager.tsx';
import { pageOf, seriesQuery } from './queries.ts';
import { readableName } from './readable-name.ts';
import './series.css';
import { t } from './texts.ts';
import { Timeline } from './timeline.tsx';

/** A series: its statistics, its timeline and its editions. */
export function SeriesPage() {
  const { board = '', name = '' } = useParams({ strict: false });
  const { search } = useLocation();
  const page = pageOf(search);
  const { data, error, refetch } = useQuery(seriesQuery(board, name, page));
  useBoardTitle(board, name);
  const isMissing = isApiError(error) && error.isNotFound;
  return (
    <section className="series">
      <BoardHead board={board} place={{ href: seriesListAddress(board), name }} />
      {data === undefined && error === null && <p className="series-waiting" aria-busy="true" />}
      {isMissing && (
        <>
          <section className="message">
            <h2>{t('series.missing', { name })}</h2>
            <p>{t('series.missing-why')}</p>
            <p className="message-actions">
              <a className="button" href={seriesListAddress(board)}>
                {t('series.show-all', { board })}
              </a>
            </p>
          </section>
          <QueryExamples />
        </>
      )}
      {data === undefined && error !== null && !isMissing && (
        <ErrorMessage inner error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && !isMissing && <Details details={data} page={page} />}
    </section>
  );
}

function Details({ details, page }: { readonly details: SeriesDetails; readonly page: number }) {
  const { board, series, statistics, editions } = details;
  const { name, title } = series;
  const shown = readableName(series);
  return (
    <>
      <h2 className="series-lead">
        <bdi>{shown}</bdi>
      </h2>
      {title !== null && title !== '' && title !== shown && (
        <p className="series-lead">
          <bdi>{title}</bdi>
        </p>
      )}
      <Links board={board} name={name} />
      <Facts details={details} />
      <Timeline board={board} name={name} statistics={statistics} />
      <section aria-labelledby="editions">
        <h2 id="editions">{t('series.all-editions')}</h2>
        <ol className="series-editions">
          {editions.map((edition) => (
            <li key={edition.num}>
              <Edition board={board} edition={edition} />
            </li>
          ))}
        </ol>
        <Pager
          page={page}
          total={series.editions}
          size={LISTED_EDITIONS}
          address={(number) =>
            `${seriesAddress(board, name)}${stringifySearch({ page: number === 1 ? '' : String(number) })}`
          }
        />
      </section>
    </>
  );
}

function Links({ board, name }: { readonly board: string; readonly name: string }) {
  const isStaff = useIsStaff();
  const feed = seriesFeedAddress(board, name);
  return (
    <p className="series-links">
      {/* For feed readers in the browser. React moves the elements into the head. */}
      <link rel="alternate" type="application/atom+xml" title={name} href={`${feed}.atom`} />
      <link rel="alternate" type="application/feed+json" title={name} href={`${feed}.json`} />
      <a href={searchAddress(`series:${board}/${name}`)}>{t('series.search')}</a>
      <a href={`${feed}.atom`}>{t('search.atom')}</a>
      <a href={`${feed}.json`}>{t('search.json-feed')}</a>
      {isStaff && <a href={`/admin/series${stringifySearch({ board, series: name })}`}>{t('series.change')}</a>}
    </p>
  );
}

function Facts({ details: { board, series, statistics, editions } }: { readonly details: SeriesDetails }) {
  const facts: readonly (readonly [name: string, value: ReactNode])[] = [
    [t('series.fact.editions'), formatCount(series.editions)],
    [t('statistics.posts'), formatCount(statistics.posts)],
    [t('series.fact.images'), formatCount(statistics.images)],
    [t('series.fact.median-posts'), formatCount(statistics.median_posts)],
    [t('series.fact.median-interval'), formatSpan(statistics.median_interval_seconds)],
    [t('series.fact.first'), <Time key="first" iso={series.first_time} />],
    [
      t('series.fact.last'),
      editions.length === 0 ? null : (
        <a key="last" href={threadAddress(board, series.last_thread)}>
          <Time iso={series.last_time} />
        </a>
      ),
    ],
  ];
  return (
    <dl className="series-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Edition({ board, edition }: { readonly board: string; readonly edition: SeriesEdition }) {
  const { num, subject, time_posted: time, posts, images } = edition;
  return (
    <>
      <p>
        <a href={threadAddress(board, num)}>
          <bdi>{subject === null || subject === '' ? t('thread.number', { num: String(num) }) : subject}</bdi>
        </a>
      </p>
      <p className="quiet">
        <span>{t('unit.posts', { count: posts })}</span>
        {images > 0 && <span>{t('thread.files', { count: images })}</span>}
        <Time iso={time} />
      </p>
    </>
  );
}
