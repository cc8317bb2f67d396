/** All limits that callers may meet, for GET /api/v1/limits. */
import type { Config } from '../../platform/config.ts';
import type { Limits } from '../../mappings/contract/limits.ts';
import { DEFAULT_LIMIT, MAX_LIMIT, MAX_QUERY_LENGTH } from '../../mappings/contract/search.ts';
import { FEED_ENTRIES } from '../feeds/feed.ts';
import { MAX_EXPORT_MS } from '../search/export/write-export.ts';
import { MAX_DEPTH, MAX_PREFIXES, MAX_VALUES, MIN_PREFIX } from '../search/language/limits.ts';

type Limiting = Pick<
  Config,
  'exportRows' | 'exportRowsAdmin' | 'exports' | 'rateLimit' | 'rateLimitKey' | 'rateLimitAdmin' | 'searchTimeoutMs'
>;

export function publishedLimits(config: Limiting): Limits {
  return {
    query: {
      length: MAX_QUERY_LENGTH,
      leaves: MAX_VALUES,
      depth: MAX_DEPTH,
      prefixes: MAX_PREFIXES,
      prefix_length: MIN_PREFIX,
    },
    page: { default: DEFAULT_LIMIT, max: MAX_LIMIT },
    feed: { entries: FEED_ENTRIES },
    export: {
      rows: { anonymous: config.exportRows, admin: config.exportRowsAdmin },
      at_once: config.exports,
      max_seconds: MAX_EXPORT_MS / 1000,
    },
    rate: { anonymous: config.rateLimit, key: config.rateLimitKey, admin: config.rateLimitAdmin },
    search: { timeout_ms: config.searchTimeoutMs },
  };
}
