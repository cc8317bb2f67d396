import { REPORT_TICKET_PAGE } from './report.ts';

/** The paths of the pages of readers and of staff, in the syntax of the pages' router. Modules declare the paths of their own pages. */
export const PAGE_PATHS = {
  home: '/',
  search: '/search',
  searchForm: '/search/form',
  help: '/help',
  settings: '/settings',
  statistics: '/statistics',
  moderationLog: '/moderation',
  reportTicket: REPORT_TICKET_PAGE,
  apiDocs: '/api/docs',
  staff: '/admin',
  invitation: '/admin/invitation',
  board: '/$board/',
  boardPage: '/$board/page/$page',
  catalog: '/$board/catalog',
  images: '/$board/images',
  boardStatistics: '/$board/statistics',
  thread: '/$board/thread/$num',
  post: '/$board/post/$num',
} as const;

/** The path as a route of the server, which accepts a slash at the end of each. */
export function serverPath(path: string): string {
  return path === '/' ? path : path.replaceAll('$', ':').replace(/\/$/, '');
}

/** Forms of staff without scripts. */
export const SIGN_IN_FORM = '/_/sign-in';
export const SIGN_OUT_FORM = '/_/sign-out';
