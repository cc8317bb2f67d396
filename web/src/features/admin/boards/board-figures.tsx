import type { AdminBoard } from '../../../../../mappings/contract/admin.ts';
import { Time } from '../../../components/time.tsx';
import { formatCount } from '../../../lib/format.ts';
import { formatSpan } from '../durations.ts';
import { t, tRich } from '../texts.ts';

/** Lag at which the bar is full, in seconds. */
const FULL_LAG_SECONDS = 600;
/** Lag below this is normal while posts arrive. */
const USUAL_LAG_SECONDS = 10;

/** How long the oldest changed thread waits for the index. */
export function Lag({ board: { lag_seconds: lag, dirty_threads: threads } }: { readonly board: AdminBoard }) {
  if (threads === 0) return <span className="quiet">{t('admin-boards.no-lag')}</span>;
  const isLate = lag > USUAL_LAG_SECONDS;
  return (
    <span className={isLate ? 'alarm' : undefined} title={t('admin-boards.waiting', { count: threads })}>
      {formatSpan(lag)}
      <Bar share={barShare(lag, FULL_LAG_SECONDS)} />
    </span>
  );
}

/** How many documents differ from their rows, since the last verification. */
export function Drift({ board: { drift, documents, verified_at: at } }: { readonly board: AdminBoard }) {
  if (drift === null) return <span className="quiet">{t('admin-boards.not-verified')}</span>;
  const verified = at !== null && (
    <small>{tRich('admin-boards.verified', { time: <Time key="time" iso={at} /> })}</small>
  );
  if (drift === 0) return <span>0 {verified}</span>;
  return (
    <span className="drift">
      <strong className="badge badge-alarm">{formatCount(drift)}</strong>
      <Bar share={barShare(drift, documents ?? drift)} />
      {verified}
    </span>
  );
}

/** Decorative: the figure next to it has the same information. */
export function Bar({ share }: { readonly share: number }) {
  return (
    <span className="bar" aria-hidden="true">
      <span style={{ inlineSize: `${share * 100}%` }} />
    </span>
  );
}

/** Fill of a small bar on a logarithmic scale, so that one in a million is visible. */
export function barShare(value: number, full: number): number {
  if (value <= 0 || full <= 0) return 0;
  return Math.min(1, Math.log1p(value) / Math.log1p(full));
}
