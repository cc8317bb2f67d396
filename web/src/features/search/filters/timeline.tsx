import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, type SyntheticEvent } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { TimelineAnswer, TimelineBucket } from '../../../../../mappings/contract/facets.ts';
import { Menu } from '../../../components/menu.tsx';
import { formatCount } from '../../../lib/format.ts';
import { formatDay } from '../../../lib/format-details.ts';
import { t } from './timeline-texts.ts';
import { useIsPainted } from '../../../lib/rendering.ts';
import { bucketName, rangeQuery } from '../../../lib/time-buckets.ts';
import { timelineQuery } from '../queries.ts';
import { daysOf, rangeCondition, yearsOf } from './time-range.ts';
import { listed } from '../../../lib/messages.ts';

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
  const { data, isPending, isPlaceholderData } = useQuery({
    ...timelineQuery(q),
    enabled: isAsked,
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
  });
  // Reserves the height so that the results do not move when the timeline loads.
  if (isPending) return <div className="timeline" aria-hidden="true" />;
  if (data === undefined || data.interval === null || data.buckets.length === 0) return null;
  return <Drawn q={q} answer={data} isOld={isPlaceholderData} address={address} />;
}

interface DrawnProps extends Pick<TimelineProps, 'q' | 'address'> {
  readonly answer: TimelineAnswer;
  /** The counts are those of an earlier query. */
  readonly isOld?: boolean;
}

function Drawn({ q, answer, isOld = false, address }: DrawnProps) {
  const navigate = useNavigate();
  // The chart cannot be drawn without a window, and addresses with open filters are rendered by the server with their counts.
  const isPainted = useIsPainted('chart');
  const { buckets, rest, limits } = answer;
  const zoom = (from: TimelineBucket, to: TimelineBucket) => {
    const target = rangeQuery(rest, from, to);
    if (target !== null) void navigate({ href: address(target) });
  };
  return (
    <section className="timeline" aria-label={t('timeline.name')} aria-busy={isOld ? true : undefined}>
      <figure className="timeline-chart">
        <figcaption className="visually-hidden">
          {summary(answer)} {answer.folded && t('search.folded')}
        </figcaption>
        {isPainted && (
          <Suspense>
            <Chart buckets={buckets} onRange={zoom} />
          </Suspense>
        )}
      </figure>
      <div className="timeline-presets">
        {rest !== null && <Presets q={q} rest={rest} limits={limits} address={address} />}
        <details className="timeline-table">
          <summary>{captionOf(answer)}</summary>
          {answer.folded && <p className="quiet">{t('search.folded')}</p>}
          <Table answer={answer} address={address} />
        </details>
      </div>
    </section>
  );
}

interface PresetsProps extends Pick<DrawnProps, 'q' | 'address'> {
  readonly rest: string;
  readonly limits: TimelineAnswer['limits'];
}

function Presets({ q, rest, limits, address }: PresetsProps) {
  const current = presetOf(q, rest);
  const name = current === null ? customName(q, limits) : t(current);
  return (
    <Menu
      className="timeline-time menu-start"
      label={<span className="menu-arrow">{name}</span>}
      name={`${t('timeline.time')}: ${name}`}
    >
      <ul>
        {PRESETS.map(({ name: preset, age }) => (
          <li key={preset}>
            <a
              href={address(age === null ? rest : `${rest} after:${age}`.trim())}
              aria-current={preset === current ? 'true' : undefined}
            >
              {t(preset)}
            </a>
          </li>
        ))}
      </ul>
      <Range key={`${limits.start} ${limits.end}`} limits={limits} rest={rest} address={address} />
    </Menu>
  );
}

/** Two days, both included. */
function Range({ limits, rest, address }: Omit<PresetsProps, 'q'>) {
  const navigate = useNavigate();
  const [from, to] = daysOf(limits);
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = new FormData(event.currentTarget);
    const condition = rangeCondition(textOf(sent.get('from')), textOf(sent.get('to')));
    void navigate({ href: address(`${rest} ${condition}`.trim()) });
  };
  return (
    <form className="timeline-range" onSubmit={submit}>
      <label>
        {t('timeline.from')} <input type="date" name="from" defaultValue={from} min="1970-01-01" />
      </label>
      <label>
        {t('timeline.to')} <input type="date" name="to" defaultValue={to} min="1970-01-01" />
      </label>
      <button type="submit" className="quiet-button">
        {t('timeline.show')}
      </button>
    </form>
  );
}

/** "2019, 2021", or "5 Jan 2024 – 1 Feb 2024". */
function customName(q: string, limits: TimelineAnswer['limits']): string {
  const years = yearsOf(q);
  if (years.length > 0) return listed(years);
  const [from, to] = daysOf(limits).map((day) => (day === '' ? '' : formatDay(Date.parse(day))));
  if (from === '' || from === undefined)
    return to === '' || to === undefined ? t('timeline.custom') : t('timeline.until', { day: to });
  if (to === '' || to === undefined) return t('timeline.since', { day: from });
  return from === to ? from : `${from} – ${to}`;
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
      <caption className="visually-hidden">{captionOf({ interval })}</caption>
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

/** "Posts per month (UTC)". */
function captionOf({ interval }: Pick<TimelineAnswer, 'interval'>): string {
  return t('timeline.caption', { interval: interval === null ? '' : t(`interval.${interval}`) });
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

function textOf(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value : '';
}
