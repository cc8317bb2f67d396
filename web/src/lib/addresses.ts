/** Addresses of all pages. */

interface PostAddress {
  readonly board: string;
  readonly thread: number;
  readonly num: number;
  readonly subnum: number;
}

/** The id of a post on its thread's page, which is also the fragment of its address. */
export function postAnchor(num: number, subnum = 0): string {
  return subnum > 0 ? `p${num}_${subnum}` : `p${num}`;
}

/** Converts the fragments of other archives (`#123`, `#q123`, `#123_4`); null for any other fragment. */
export function anchorOfOldLink(hash: string): string | null {
  const [, num, subnum = '0'] = /^q?([1-9]\d{0,15})(?:[_,](\d{1,9}))?$/.exec(hash) ?? [];
  return num === undefined ? null : postAnchor(Number(num), Number(subnum));
}

export function boardAddress(board: string): string {
  return `/${encodeURIComponent(board)}/`;
}

/** FoolFuuka's address of a page of threads, which leads to ours. */
export function boardPageAddress(board: string, page: number): string {
  return `${boardAddress(board)}page/${page}/`;
}

export function catalogAddress(board: string): string {
  return `${boardAddress(board)}catalog`;
}

export function imagesAddress(board: string): string {
  return `${boardAddress(board)}images`;
}

export function statisticsAddress(board: string): string {
  return `${boardAddress(board)}statistics`;
}

/** The address of the board's deleted posts: a search, whose page has the board's head. */
export function deletedAddress(board: string): string {
  return searchAddress(`board:${board} is:deleted`);
}

/** The board of a search for deleted posts; null for any other query. */
export function boardOfDeleted(q: string): string | null {
  return /^board:(\S+) is:deleted$/.exec(q.trim())?.[1] ?? null;
}

/** The page that compares all boards. */
export const ALL_STATISTICS = '/statistics';

/** The page with two years of a board side by side. */
export function comparedYearsAddress(board: string, first: string, second: string): string {
  return `${ALL_STATISTICS}${stringifySearch({ board, year: first, with: board, with_year: second })}#compare`;
}

/** The page of staff about a board. */
export function staffBoardAddress(board: string): string {
  return `/admin/boards/${encodeURIComponent(board)}`;
}

export function boardSettingsAddress(board: string): string {
  return `/admin/boards/${encodeURIComponent(board)}/settings`;
}

export function threadAddress(board: string, thread: number): string {
  return `${boardAddress(board)}thread/${thread}`;
}

/** A zip file with the thread's posts and files. */
/** The text of a comment that is too long to be shown. */
export function wholeCommentAddress({ board, num, subnum }: Omit<PostAddress, 'thread'>): string {
  const ghost = subnum > 0 ? `?subnum=${subnum}` : '';
  return `/api/v1/boards/${encodeURIComponent(board)}/posts/${num}/comment${ghost}`;
}

export function threadZipAddress(board: string, thread: number): string {
  return `/api/v1/boards/${encodeURIComponent(board)}/threads/${thread}/zip`;
}

/** Long threads link to a page with this many of their newest replies. */
export const LAST_POSTS = 50;

export function lastPostsAddress(board: string, thread: number): string {
  return `${threadAddress(board, thread)}${stringifySearch({ last: String(LAST_POSTS) })}`;
}

export function isThreadAddress(pathname: string): boolean {
  return /^\/[^/]+\/thread\//.test(pathname);
}

/** `q`: the query that is searched in the thread. */
export function postAddress(post: PostAddress, q?: string): string {
  const address = `${threadAddress(post.board, post.thread)}${stringifySearch({ q })}`;
  return `${address}#${postAnchor(post.num, post.subnum)}`;
}

/** For a post whose thread is unknown: the page redirects to the thread. */
export function lookUpAddress(board: string, num: number): string {
  return `${boardAddress(board)}post/${num}`;
}

/** The form that reports a post without scripts. */
export function reportAddress({ board, num, subnum }: Omit<PostAddress, 'thread'>): string {
  return `/_/report${stringifySearch({ board, num: subnum > 0 ? `${num}_${subnum}` : String(num) })}`;
}

/**
 * The target of the search form in a browser without scripts. The server uses this address and the next too:
 * server/http/plugins/pages.ts.
 */
export const FORM_ADDRESS = '/search/form';

export const HELP_ADDRESS = '/help';

export function searchAddress(q: string): string {
  return `/search${stringifySearch({ q })}`;
}

/** Empty values are left out; `:` and `/`, frequent in queries, stay unescaped. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' && value !== '') params.set(name, value);
  }
  const text = params.toString().replaceAll('%3A', ':').replaceAll('%2F', '/');
  return text === '' ? '' : `?${text}`;
}

export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}
