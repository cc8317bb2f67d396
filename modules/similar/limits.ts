/** Limits that the server, the pages and the contract share. */

/** Threads of an answer. */
export const SIMILAR_THREADS = 5;
/** Connecting words of a thread. */
export const SHOWN_WORDS = 6;
/** Threads in which `like:` finds posts. */
export const LIKE_THREADS = 100;
