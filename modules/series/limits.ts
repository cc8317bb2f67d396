/** Limits and paths, which the server and the pages share. */

/** Series on a page of a board's list. */
export const LISTED_SERIES = 50;
export const MAX_PAGE = 100;
/** Orders of a board's list: by the newest edition, by the number of editions, by name. */
export const SERIES_ORDERS = ['newest', 'editions', 'name'] as const;
export type SeriesOrder = (typeof SERIES_ORDERS)[number];
export const MAX_FILTER = 100;
/** Editions on a page of a series. */
export const LISTED_EDITIONS = 50;
/** Rules on the page of staff. */
export const LISTED_RULES = 200;
/** A series with a longer name has no rules. The recognition shortens names to it. */
export const MAX_NAME = 60;
