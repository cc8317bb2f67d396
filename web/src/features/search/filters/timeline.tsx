import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { TimelineAnswer, TimelineBucket } from '../../../../../mappings/contract/facets.ts';
import { Menu } from '../../../components/menu.tsx';
import { formatCount } from '../../../lib/format.ts';
import { t } from './timeline-texts.ts';
import { bucketName, rangeQuery } from '../../../lib/time-buckets.ts';
import { timelineQuery } from '../queries.ts';

const Chart = lazy(async () => ({ default: (await import('./timeline-chart.tsx')).TimelineChart }));

interface TimelineProps {
  readonly q: string;
  readonly isAsked: boolean;
  /** Keeps the previous query's counts until those of this one are loaded. */
  readonly keepsPrevious?: boolean;
  readonly address: (q: string) => string;
}

/** The hits over time. Dragging over the bars zooms in; the table and the links do the same by keyboard. */
export function Timeline({ q, isAsked, keepsPrevious = false, address }: TimelineProps) {
  const { data, isPending } = useQuery({
    ...timelineQuery(q),
    enabled: isAsked,
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
  });
  // Reserves the height so that the results do not move when the timeline loads.
  if (isPending) return <div className="timeline" aria-hidden="true" />;
  if (data === undefined || data.interval === null || data.buckets.length === 0) return null;
  return <Drawn q={q} answer={data} address={address} />;
}

interface DrawnProps extends Pick<TimelineProps, 'q' | 'address'> {
  readonly answer: TimelineAnswer;
}

function Drawn({ q, answer, address }: DrawnProps) {
  const navigate = useNavigate();
  const { buckets, rest } = answer;
  const zoom = (from: TimelineBucket, to: TimelineBucket) => {
    const target = rangeQuery(rest, from, to);
    if (target !== null) void navigate({ href: address(target) });
  };
  return (
    <section className="timeline" aria-label={t('timeline.name')}>
      <figure className="timeline-chart">
        <figcaption className="visually-hidden">
          {summary(answer)} {answer.folded && t('search.folded')}
        </figcaption>
        <Suspense>
          <Chart buckets={buckets} onRange={zoom} />
        </Suspense>
      </figure>
      <div className="timeline-presets">
        {rest !== null && <Presets q={q} rest={rest} address={address} />}
        <details className="timeline-table">
          <summary>{t('timeline.table')}</summary>
          {answer.folded && <p className="quiet">{t('search.folded')}</p>}
          <Table answer={answer} address={address} />
        </details>
      </div>
    </section>
  );
}

interface PresetsProps extends Pick<DrawnProps, 'q' | 'address'> {
  readonly rest: string;
}

function Presets({ q, rest, address }: PresetsProps) {
  const current = presetOf(q, rest);
  return (
    <Menu
      className="timeline-time menu-start"
      label={<span className="menu-arrow">{t(current ?? 'timeline.custom')}</span>}
      name={`${t('timeline.time')}: ${t(current ?? 'timeline.custom')}`}
    >
      <ul>
        {PRESETS.map(({ name, age }) => (
          <li key={name}>
            <a
              href={address(age === null ? rest : `${rest} after:${age}`.trim())}
              aria-current={name === current ? 'true' : undefined}
            >
              {t(name)}
            </a>
          </li>
        ))}
      </ul>
    </Menu>
  );
}

const TIME = /(?:^|\s)-?(?:after|since|before|until|during|date):/i;

/** The period that the query selects; null if it is not one of the presets. */
export function presetOf(q: string, rest: string): (typeof PRESETS)[number]['name'] | null {
  if (!TIME.test(q) || TIME.test(rest)) return 'timeline.any';
  const times = [...q.matchAll(/(?:^|\s)(-?)(\w+):(\S+)/g)].filter(([text]) => TIME.test(text));
  const [only] = times;
  if (times.length !== 1 || only?.[1] !== '' || !/^(?:after|since)$/i.test(only[2] ?? '')) return null;
  return PRESETS.find(({ age }) => age !== null && age === only[3]?.toLowerCase())?.name ?? null;
}

const PRESETS = [
  { name: 'timeline.any', age: null },
  { name: 'timeline.day', age: '24h' },
  { name: 'timeline.week', age: '7d' },
  { name: 'timeline.month', age: '1mo' },
  { name: 'timeline.year', age: '1y' },
] as const;

function Table({ answer: { buckets, interval, exact }, address }: Pick<DrawnProps, 'answer' | 'address'>) {
  return (
    <table>
      <caption className="visually-hidden">
        {t('timeline.caption', { interval: interval === null ? '' : t(`interval.${interval}`) })}
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('statistics.from')}</th>
          <th scope="col">{t('statistics.posts')}</th>
        </tr>
      </thead>
      <tbody>
        {buckets
          .filter(({ count }) => count > 0)
          .map((bucket) => (
            <tr key={bucket.start}>
              <td>
                {bucket.q === null ? (
                  bucketName(bucket, interval)
                ) : (
                  <a href={address(bucket.q)}>{bucketName(bucket, interval)}</a>
                )}
              </td>
              <td>
                {exact ? '' : '≥ '}
                {formatCount(bucket.count)}
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}

function summary({ buckets, interval }: TimelineAnswer): string {
  const first = buckets[0];
  const last = buckets.at(-1);
  const most = buckets.reduce<TimelineBucket | undefined>(
    (high, bucket) => (high === undefined || bucket.count > high.count ? bucket : high),
    undefined,
  );
  if (first === undefined || last === undefined || most === undefined) return t('timeline.none');
  const name = (bucket: TimelineBucket) => bucketName(bucket, interval);
  return t('timeline.summary', {
    interval: interval === null ? '' : t(`interval.${interval}`),
    first: name(first),
    last: name(last),
    most: name(most),
    count: most.count,
  });
}
