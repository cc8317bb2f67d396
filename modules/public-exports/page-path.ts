/** The path of the page, below which the files are. */
export const EXPORTS_PAGE = '/exports';
