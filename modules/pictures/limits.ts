/** Bits of 64 in which the hashes of two similar pictures differ at most, unless the query states another number. */
export const DEFAULT_BITS = 7;
/** Farther pictures are unrelated. */
export const MAX_BITS = 10;
/** Files that `similar:` finds at most, the nearest first. */
export const MAX_FILES = 1_000;
