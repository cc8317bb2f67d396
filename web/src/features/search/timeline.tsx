import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { TimelineAnswer, TimelineBucket } from '../../../../server/contract/facets.ts';
import { formatNumberOf, formatCount } from '../../lib/format.ts';
import { timelineQuery } from './refine-queries.ts';
import { bucketName, rangeQuery } from './timeline-words.ts';

const Chart = lazy(async () => ({ default: (await import('./timeline-chart.tsx')).TimelineChart }));

interface TimelineProps {
  readonly q: string;
  readonly address: (q: string) => string;
}

/** When the hits were written. A drag over the bars zooms to them; the table and the links do the same by keyboard. */
export function Timeline({ q, address }: TimelineProps) {
  const { data, isPending } = useQuery(timelineQuery(q));
  // Its room is kept: what stands below must not move when it comes.
  if (isPending) return <div className="timeline" aria-hidden="true" />;
  if (data === undefined || data.interval === null || data.buckets.length === 0) return null;
  return <Drawn answer={data} address={address} />;
}

interface DrawnProps extends Pick<TimelineProps, 'address'> {
  readonly answer: TimelineAnswer;
}

function Drawn({ answer, address }: DrawnProps) {
  const navigate = useNavigate();
  const { buckets, rest } = answer;
  const zoom = (from: TimelineBucket, to: TimelineBucket) => {
    const target = rangeQuery(rest, from, to);
    if (target !== null) void navigate({ href: address(target) });
  };
  return (
    <section className="timeline" aria-label="Posts over time">
      <figure className="timeline-chart">
        <figcaption className="visually-hidden">{summary(answer)}</figcaption>
        <Suspense>
          <Chart buckets={buckets} onRange={zoom} />
        </Suspense>
      </figure>
      <div className="timeline-ways">
        {rest !== null && (
          <nav aria-label="Time">
            {PRESETS.map(({ name, age }) => (
              <a key={name} href={address(age === null ? rest : `${rest} after:${age}`.trim())}>
                {name}
              </a>
            ))}
          </nav>
        )}
        <details className="timeline-table">
          <summary>Table</summary>
          <Table answer={answer} address={address} />
        </details>
      </div>
    </section>
  );
}

const PRESETS = [
  { name: 'Any time', age: null },
  { name: 'Last day', age: '24h' },
  { name: 'Week', age: '7d' },
  { name: 'Month', age: '1mo' },
  { name: 'Year', age: '1y' },
] as const;

function Table({ answer: { buckets, interval, exact }, address }: DrawnProps) {
  return (
    <table>
      <caption className="visually-hidden">Posts in each {interval}, UTC</caption>
      <thead>
        <tr>
          <th scope="col">From</th>
          <th scope="col">Posts</th>
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
  if (first === undefined || last === undefined || most === undefined) return 'No posts';
  const name = (bucket: TimelineBucket) => bucketName(bucket, interval);
  return `Posts in each ${interval} from ${name(first)} to ${name(last)}; most in ${name(most)}: ${formatNumberOf(most.count, 'post')}.`;
}
