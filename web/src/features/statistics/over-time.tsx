import type { TimelineInterval } from '../../../../mappings/contract/facets.ts';
import type { BoardStatistics, StatisticsSpan } from '../../../../mappings/contract/statistics.ts';
import { comparedYearsAddress, searchAddress } from '../../lib/addresses.ts';
import { formatCount } from '../../lib/format.ts';
import { bucketName, moment } from '../../lib/time-buckets.ts';
import { t } from './texts.ts';

interface OverTimeProps {
  readonly board: string;
  readonly overTime: BoardStatistics['over_time'];
}

/** Posts and files of all time. */
export function OverTime({ board, overTime: { interval, spans } }: OverTimeProps) {
  if (interval === null) return null;
  return (
    <section aria-labelledby="over-time">
      <h2 id="over-time">{t('statistics.over-time')}</h2>
      <p className="statistics-legend">
        <span className="legend-posts">{t('statistics.posts')}</span>
        <span className="legend-images">{t('statistics.images')}</span>
      </p>
      <SpanChart condition={`board:${board}`} title={t('statistics.over-time')} interval={interval} spans={spans} />
      <YearsSideBySide board={board} spans={spans} />
    </section>
  );
}

/** A link to the last two years of the board, which the reader can replace there. */
function YearsSideBySide({ board, spans }: { readonly board: string; readonly spans: readonly StatisticsSpan[] }) {
  const years = [...new Set(spans.filter(({ posts }) => posts > 0).map(({ start }) => start.slice(0, 4)))];
  const [first, second] = years.slice(-2);
  if (first === undefined || second === undefined) return null;
  return (
    <p className="statistics-compare">
      <a href={comparedYearsAddress(board, first, second)}>{t('statistics.compare-years', { first, second })}</a>
    </p>
  );
}

interface LastDaysProps {
  readonly board: string;
  readonly recent: NonNullable<BoardStatistics['recent']>;
}

/** Posts of the last days, and of the hours of the last week. */
export function LastDays({ board, recent: { days, hours } }: LastDaysProps) {
  const charts = [
    { id: 'days', title: t('statistics.days', { days: days.posts.length }), interval: 'day', steps: days },
    { id: 'hours', title: t('statistics.hours', { days: hours.posts.length / 24 }), interval: 'hour', steps: hours },
  ] as const;
  return charts.map(({ id, title, interval, steps }) => (
    <section key={id} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <SpanChart
        condition={`board:${board}`}
        title={title}
        interval={interval}
        spans={spansOf(steps, STEP_MS[interval])}
      />
    </section>
  ));
}

const STEP_MS = { day: 24 * 3_600_000, hour: 3_600_000 } as const;

function spansOf({ start, posts }: LastDaysProps['recent']['days'], lengthMs: number): readonly Span[] {
  const at = (place: number) => new Date(Date.parse(start) + place * lengthMs).toISOString();
  return posts.map((count, place) => ({ start: at(place), end: at(place + 1), posts: count }));
}

type Span = Omit<StatisticsSpan, 'images'> & Partial<Pick<StatisticsSpan, 'images'>>;

interface SpanChartProps {
  /** The query for the posts of all spans. */
  readonly condition: string;
  /** The posts of a bar of full height; by default those of the highest bar. */
  readonly top?: number;
  readonly title: string;
  readonly interval: TimelineInterval;
  readonly spans: readonly Span[];
}

/** A bar chart, and a table with links to searches. */
export function SpanChart({ condition, top, title, interval, spans }: SpanChartProps) {
  const [first, last] = [spans[0], spans.at(-1)];
  if (first === undefined || last === undefined) return null;
  const name = (span: Span) => bucketName(span, interval);
  const most = spans.reduce((high, span) => (span.posts > high.posts ? span : high), first);
  const highest = Math.max(top ?? most.posts, 1);
  const summary = t('statistics.over-time-summary', {
    first: name(first),
    last: name(last),
    interval: t(`interval.${interval}`),
    most: name(most),
    posts: most.posts,
  });
  const maxWidth = `${spans.length * WIDEST_BAR}px`;
  return (
    <>
      <figure className="over-time">
        <svg
          viewBox={`0 0 ${spans.length} 100`}
          preserveAspectRatio="none"
          role="img"
          aria-label={summary}
          style={{ maxWidth }}
        >
          {spans.map((span, place) => (
            <g key={span.start}>
              <title>{`${name(span)}: ${formatCount(span.posts)}`}</title>
              <Bar place={place} share={span.posts / highest} kind="posts" />
              {span.images !== undefined && <Bar place={place} share={span.images / highest} kind="images" />}
            </g>
          ))}
        </svg>
        <figcaption style={{ maxWidth }}>
          <span>{name(first)}</span>
          {spans.length > 1 && <span>{name(last)}</span>}
        </figcaption>
      </figure>
      <details className="statistics-table">
        <summary>
          {t('statistics.table')}
          <span className="visually-hidden">: {title}</span>
        </summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('statistics.from')}</th>
              <th scope="col">{t('statistics.posts')}</th>
              {first.images !== undefined && <th scope="col">{t('statistics.images')}</th>}
            </tr>
          </thead>
          <tbody>
            {spans
              .filter(({ posts }) => posts > 0)
              .map((span) => (
                <tr key={span.start}>
                  <th scope="row">
                    <a
                      href={searchAddress(`${condition} after:${moment(span.start)} before:${moment(span.end)}`.trim())}
                    >
                      {name(span)}
                    </a>
                  </th>
                  <td>{formatCount(span.posts)}</td>
                  {span.images !== undefined && <td>{formatCount(span.images)}</td>}
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </>
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
