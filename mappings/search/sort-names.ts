/** Apart from sorts.ts, so that the pages load the names alone. In the order of menus. */
export const SEARCH_SORTS = ['new', 'old', 'relevance', 'modified'] as const;
export type SearchSort = (typeof SEARCH_SORTS)[number];

export const SEARCH_GROUPS = ['thread'] as const;
