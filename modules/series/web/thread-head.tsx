import { useQuery } from '@tanstack/react-query';
import { threadAddress } from '../../../web/src/lib/addresses.ts';
import { formatDay } from '../../../web/src/lib/format-details.ts';
import type { ThreadHeadProps } from '../../../web/src/lib/module.ts';
import type { SeriesEdition } from '../contract/series.ts';
import { seriesAddress } from './addresses.ts';
import { readableName } from './readable-name.ts';
import './thread-head.css';
import { t } from './thread-head-texts.ts';
import { threadSeriesQuery } from './thread-series.ts';

/** Links from a thread to the editions before and after it, and to its series. Empty for a thread without a series. */
export function SeriesOfThread({ board, num, isLive }: ThreadHeadProps) {
  const { data } = useQuery(threadSeriesQuery(board, num, isLive));
  if (data === undefined || data.series === null) return null;
  const { series, previous, next } = data;
  return (
    <nav className="series-line" aria-label={t('series.of-thread')}>
      {previous === null ? (
        <span className="quiet">{t('series.first')}</span>
      ) : (
        <EditionLink board={board} edition={previous} kind="previous" />
      )}
      <a className="series-all" href={seriesAddress(board, series.name)} title={series.title ?? undefined}>
        <bdi className="series-name">{readableName(series)}</bdi>{' '}
        <span>{t('series.editions', { count: series.editions })}</span>
      </a>
      {next === null ? (
        <span className="quiet">{t('series.newest')}</span>
      ) : (
        <EditionLink board={board} edition={next} kind="next" />
      )}
    </nav>
  );
}

interface EditionLinkProps {
  readonly board: string;
  readonly edition: SeriesEdition;
  readonly kind: 'previous' | 'next';
}

function EditionLink({ board, edition: { num, subject, time_posted: time }, kind }: EditionLinkProps) {
  const about = [subject, formatDay(Date.parse(time))].filter((part) => part !== null && part !== '').join(' · ');
  return (
    <a rel={kind === 'previous' ? 'prev' : 'next'} href={threadAddress(board, num)} title={about}>
      {kind === 'previous' && <span aria-hidden="true">← </span>}
      {t(`series.${kind}`)}
      <span className="visually-hidden">: {about}</span>
      {kind === 'next' && <span aria-hidden="true"> →</span>}
    </a>
  );
}
