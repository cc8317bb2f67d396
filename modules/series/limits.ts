/** Limits and paths, which the server and the pages share. */

/** Series on a page of a board's list. */
export const LISTED_SERIES = 50;
export const MAX_PAGE = 100;
/** Editions on a page of a series. */
export const LISTED_EDITIONS = 50;
/** Rules on the page of staff. */
export const LISTED_RULES = 200;
/** A series with a longer name has no rules. The recognition shortens names to it. */
export const MAX_NAME = 60;
