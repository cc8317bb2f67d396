/** The paths of the module's pages, in the syntax of the pages' router. */
export const SERIES_PAGES = {
  list: '/$board/series',
  one: '/$board/series/$name',
} as const;
