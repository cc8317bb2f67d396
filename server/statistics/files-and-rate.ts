/** Aggregations that a board's statistics share with those of all boards: availability of files, and the rate of posts. */
import type { estypes } from '@elastic/elasticsearch';
import type { ArchiveStatistics } from '../../mappings/contract/statistics.ts';
import { hasQuery } from '../search/plan/value-query.ts';

type Counts = Pick<ArchiveStatistics['boards'][number], 'files' | 'rate'>;

const HOUR_MS = 3_600_000;
const RATE_HOURS = { hour: 1, day: 24, week: 7 * 24 } as const;

const FILE = hasQuery({ value: 'file' });
const ARCHIVED = { exists: { field: 'media_hash_src' } };
const DELETED = {
  bool: { filter: [FILE, { exists: { field: 'time_deleted_file' } }], must_not: [ARCHIVED] },
};

/** `now`: milliseconds since 1970. Bounds are strings: on a date field, numbers may silently be read in another unit. */
export function fileAndRateCounts(now: number): Record<string, estypes.AggregationsAggregationContainer> {
  const since = (hours: number) => ({
    filter: {
      range: {
        time_posted: { gt: new Date(now - hours * HOUR_MS).toISOString(), lte: new Date(now).toISOString() },
      },
    },
  });
  return {
    files: { filter: FILE },
    archived: { filter: ARCHIVED },
    deleted: { filter: DELETED },
    hour: since(RATE_HOURS.hour),
    day: since(RATE_HOURS.day),
    week: since(RATE_HOURS.week),
  };
}

/** `counted`: the results of these aggregations. */
export function readFileAndRateCounts(counted: Readonly<Record<string, unknown>>): Counts {
  const of = (name: string) => (counted[name] as { readonly doc_count?: number } | undefined)?.doc_count ?? 0;
  return {
    files: { posts: of('files'), archived: of('archived'), deleted: of('deleted') },
    rate: { hour: of('hour'), day: of('day'), week: of('week') },
  };
}
