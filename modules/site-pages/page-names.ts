/** The pages whose texts operators write. Each has a default in `server/defaults/LANGUAGE/`, and the address `/NAME`. */
export const PAGE_NAMES = ['about', 'contact', 'feeds'] as const;
export type PageName = (typeof PAGE_NAMES)[number];

/** Characters of a page. */
export const MAX_MARKDOWN = 50_000;

/** Lists and quotes within each other. */
export const MAX_DEPTH = 8;

/** Characters that mark emphasis, code and links, in one paragraph. */
export const MAX_MARKS = 1_000;

export const STAFF_PAGE = '/admin/pages';
