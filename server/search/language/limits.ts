/**
 * Limits of the query language, which parsing checks and /api/v1/limits publishes. Two limits are defined elsewhere: the length of a
 * query, part of the contract (`MAX_QUERY_LENGTH` in mappings/contract/search.ts), which parsing checks too; and how many threads a condition on opening posts may
 * match, a setting (`SAGASU_SEARCH_THREADS`) that planning checks.
 */

/** Words, phrases and values of fields; each value of a list counts. The API calls them `leaves` (/api/v1/limits, explanations). */
export const MAX_VALUES = 32;
/** Depth of parentheses. Elasticsearch allows 20 levels; people need two. */
export const MAX_DEPTH = 8;
/** Each prefix may match thousands of words. */
export const MAX_PREFIXES = 4;
/** Letters or digits before a `*`: shorter prefixes match too many words. */
export const MIN_PREFIX = 3;
