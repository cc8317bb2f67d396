import { searchAddress } from '../../../web/src/lib/addresses.ts';
import { formatCount } from '../../../web/src/lib/format.ts';
import { bucketName, moment } from '../../../web/src/lib/time-buckets.ts';
import '../../../web/src/features/statistics/statistics.css';
import type { SeriesSpan, SeriesStatistics } from '../contract/series.ts';
import { t } from './texts.ts';

interface TimelineProps {
  readonly board: string;
  readonly name: string;
  readonly statistics: Pick<SeriesStatistics, 'interval' | 'spans'>;
}

/** In pixels. */
const WIDEST_BAR = 48;

/** The posts of a series over time: a bar chart, and a table with links to searches. */
export function Timeline({ board, name, statistics: { interval, spans } }: TimelineProps) {
  const [first, last] = [spans[0], spans.at(-1)];
  if (first === undefined || last === undefined) return null;
  const nameOf = (span: SeriesSpan) => bucketName(span, interval);
  const most = spans.reduce((high, span) => (span.posts > high.posts ? span : high), first);
  const maxWidth = `${spans.length * WIDEST_BAR}px`;
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline">{t('series.timeline')}</h2>
      <figure className="over-time">
        <svg
          viewBox={`0 0 ${spans.length} 100`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t('series.timeline-summary', {
            interval: t(`interval.${interval}`),
            first: nameOf(first),
            last: nameOf(last),
            most: nameOf(most),
            count: most.posts,
          })}
          style={{ maxWidth }}
        >
          {spans.map((span, place) => (
            <Bar
              key={span.start}
              place={place}
              share={span.posts / Math.max(most.posts, 1)}
              title={t('series.bar', {
                time: nameOf(span),
                editions: t('series.editions', { count: span.editions }),
                posts: t('unit.posts', { count: span.posts }),
              })}
            />
          ))}
        </svg>
        <figcaption style={{ maxWidth }}>
          <span>{nameOf(first)}</span>
          {spans.length > 1 && <span>{nameOf(last)}</span>}
        </figcaption>
      </figure>
      <details className="statistics-table">
        <summary>
          {t('series.table')}
          <span className="visually-hidden">: {t('series.timeline')}</span>
        </summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('statistics.from')}</th>
              <th scope="col">{t('series.fact.editions')}</th>
              <th scope="col">{t('statistics.posts')}</th>
            </tr>
          </thead>
          <tbody>
            {spans
              .filter(({ editions }) => editions > 0)
              .map((span) => (
                <tr key={span.start}>
                  <th scope="row">
                    <a href={searchAddress(queryOf(board, name, span))}>{nameOf(span)}</a>
                  </th>
                  <td>{formatCount(span.editions)}</td>
                  <td>{formatCount(span.posts)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

/** The openers of the editions that began in this time. */
function queryOf(board: string, name: string, { start, end }: SeriesSpan): string {
  return `series:${board}/${name} is:op after:${moment(start)} before:${moment(end)}`;
}

interface BarProps {
  readonly place: number;
  /** Relative to the highest bar, from 0 to 1. */
  readonly share: number;
  readonly title: string;
}

function Bar({ place, share, title }: BarProps) {
  return (
    <g>
      <title>{title}</title>
      <rect className="bar-posts" x={place + 0.08} width={0.84} y={100 - share * 100} height={share * 100} />
    </g>
  );
}
