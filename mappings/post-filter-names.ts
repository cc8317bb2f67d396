/** The names in filters, separate from the matching code (mappings/post-filter.ts): pages load these without the parser of comments. */

/**
 * phrase: the text contains it, whatever the letter case and the white space. regexp: see linear-regexp.ts. files: the post has a file
 * of a list. deleted: the source deleted the post.
 */
export const FILTER_KINDS = ['phrase', 'regexp', 'files', 'deleted'] as const;
export type FilterKind = (typeof FILTER_KINDS)[number];

/**
 * From the weakest to the strongest. hide: stored, but not shown. hold: hidden and in the queue of reports until staff look at it.
 * refuse: not stored; opening posts are hidden instead, because their replies need them.
 */
export const FILTER_ACTIONS = ['hide', 'hold', 'refuse'] as const;
export type FilterAction = (typeof FILTER_ACTIONS)[number];

export const FILTER_FIELDS = ['subject', 'comment', 'name', 'tripcode', 'email', 'filename'] as const;
export type FilterField = (typeof FILTER_FIELDS)[number];

/** Characters of a pattern. */
export const MAX_FILTER = 3_000;

/** Files of one list. */
export const MAX_FILTER_FILES = 200_000;
