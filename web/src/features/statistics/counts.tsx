import type { ArchiveStatistics, BoardStatistics } from '../../../../mappings/contract/statistics.ts';
import type { PartialReason } from '../../../../mappings/contract/partial.ts';
import { PartialNotice } from '../../components/partial-notice.tsx';
import { Time } from '../../components/time.tsx';
import { formatClock, formatPercent, formatUtc } from '../../lib/format-details.ts';
import { useIsHydrated } from '../../lib/hydration/render-record.ts';
import { t, tRich } from './texts.ts';

/** Posts in the last hour, day and week. */
export function Rate({ rate }: Pick<BoardStatistics, 'rate'>) {
  return <p className="statistics-sums">{t('statistics.rate', { hour: rate.hour, day: rate.day, week: rate.week })}</p>;
}

/** How many of the files are in the archive. */
export function FileAvailability({ files }: Pick<BoardStatistics, 'files'>) {
  const share = formatPercent(archivedShare(files));
  return (
    <p className="statistics-sums">
      {t('statistics.files', { archived: files.archived, posts: files.posts, share })}
      {files.deleted > 0 && ` ${t('statistics.files-deleted', { count: files.deleted })}`}
    </p>
  );
}

/** From 0 to 1; 1 without files. */
export function archivedShare({ archived, posts }: BoardStatistics['files']): number {
  return posts === 0 ? 1 : Math.min(archived / posts, 1);
}

interface PartialCountProps {
  readonly partial: boolean;
  readonly reasons: readonly PartialReason[];
}

/** A note that counts may be too low. Unlike a search, a time-out has no query that a reader could narrow. */
export function PartialCount({ partial, reasons }: PartialCountProps) {
  const others = reasons.filter(({ reason }) => reason !== 'timed_out');
  if (others.length > 0) return <PartialNotice reasons={others} />;
  return partial && <p className="notice-line">{t('statistics.partial')}</p>;
}

interface CountedAtProps {
  readonly counted: Pick<ArchiveStatistics, 'counted_at' | 'fresh_until'>;
}

/** The time of the counts, and of the next ones. */
export function CountedAt({ counted }: CountedAtProps) {
  const isHydrated = useIsHydrated();
  const again = Date.parse(counted.fresh_until);
  return (
    <p className="statistics-counted quiet">
      {tRich('statistics.counted', {
        time: <Time key="time" iso={counted.counted_at} />,
        again: isHydrated ? formatClock(again) : formatUtc(again, 'minute'),
      })}
    </p>
  );
}
