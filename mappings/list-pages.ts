/** The pages of a board's threads: their sizes, and which of them have numbers. */

/** Threads on a page of a board, and on a page of its catalog. */
export const INDEX_THREADS = 15;
export const CATALOG_THREADS = 150;

/** Pages with numbers; cursors lead to the others. */
export const NUMBERED_PAGES = 10;

/** A number up to this one in an old address is replaced by the cursor of the page. */
export const RESOLVED_PAGES = 100;

/** The limit of that for large pages: PostgreSQL reads the row of each thread before the page. */
export const RESOLVED_THREADS = RESOLVED_PAGES * INDEX_THREADS;
