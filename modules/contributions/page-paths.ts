/** The paths of the module's pages for readers, in the syntax of the pages' router. */
export const DUMP_PAGES = {
  list: '/dumps',
  contributors: '/dumps/contributors',
  file: '/dumps/file',
  dump: '/dumps/$id',
} as const;
