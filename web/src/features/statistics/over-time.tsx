import type { BoardStatistics, StatisticsSpan } from '../../../../mappings/contract/statistics.ts';
import { searchAddress } from '../../lib/addresses.ts';
import { formatCount } from '../../lib/format.ts';
import { bucketName } from '../../lib/time-buckets.ts';
import { t } from './texts.ts';

interface OverTimeProps {
  readonly board: string;
  readonly overTime: BoardStatistics['over_time'];
}

/** Posts and files over time as a bar chart and as a table with links to searches. */
export function OverTime({ board, overTime: { interval, spans } }: OverTimeProps) {
  const [first, last] = [spans[0], spans.at(-1)];
  if (interval === null || first === undefined || last === undefined) return null;
  const name = (span: StatisticsSpan) => bucketName(span, interval);
  const most = spans.reduce((high, span) => (span.posts > high.posts ? span : high), first);
  const summary = t('statistics.over-time-summary', {
    first: name(first),
    last: name(last),
    interval: t(`interval.${interval}`),
    most: name(most),
    posts: most.posts,
  });
  return (
    <section aria-labelledby="over-time">
      <h2 id="over-time">{t('statistics.over-time')}</h2>
      <p className="statistics-legend">
        <span className="legend-posts">{t('statistics.posts')}</span>
        <span className="legend-images">{t('statistics.images')}</span>
      </p>
      <figure className="over-time">
        <svg
          viewBox={`0 0 ${spans.length} 100`}
          preserveAspectRatio="none"
          role="img"
          aria-label={summary}
          style={{ maxWidth: `${spans.length * WIDEST_BAR}px` }}
        >
          {spans.map((span, place) => (
            <g key={span.start}>
              <title>{`${name(span)}: ${formatCount(span.posts)}`}</title>
              <Bar place={place} share={span.posts / most.posts} kind="posts" />
              <Bar place={place} share={span.images / most.posts} kind="images" />
            </g>
          ))}
        </svg>
        <figcaption style={{ maxWidth: `${spans.length * WIDEST_BAR}px` }}>
          <span>{name(first)}</span>
          {spans.length > 1 && <span>{name(last)}</span>}
        </figcaption>
      </figure>
      <details className="statistics-table">
        <summary>
          {t('statistics.table')}
          <span className="visually-hidden">: {t('statistics.over-time')}</span>
        </summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('statistics.from')}</th>
              <th scope="col">{t('statistics.posts')}</th>
              <th scope="col">{t('statistics.images')}</th>
            </tr>
          </thead>
          <tbody>
            {spans
              .filter(({ posts }) => posts > 0)
              .map((span) => (
                <tr key={span.start}>
                  <th scope="row">
                    <a href={searchAddress(`board:${board} after:${day(span.start)} before:${day(span.end)}`)}>
                      {name(span)}
                    </a>
                  </th>
                  <td>{formatCount(span.posts)}</td>
                  <td>{formatCount(span.images)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

/** In pixels. */
const WIDEST_BAR = 48;

interface BarProps {
  readonly place: number;
  /** Relative to the highest bar, from 0 to 1. */
  readonly share: number;
  readonly kind: 'posts' | 'images';
}

function Bar({ place, share, kind }: BarProps) {
  const height = share * 100;
  return <rect className={`bar-${kind}`} x={place + 0.08} width={0.84} y={100 - height} height={height} />;
}

function day(iso: string): string {
  return iso.slice(0, 10);
}
