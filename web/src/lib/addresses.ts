/** Where things are on this site: one place, so that every link agrees. */

interface PostAddress {
  readonly board: string;
  readonly thread: number;
  readonly num: number;
  readonly subnum: number;
}

/** A post's id in its thread's page, and the fragment that leads there. */
export function postAnchor(num: number, subnum = 0): string {
  return subnum > 0 ? `p${num}_${subnum}` : `p${num}`;
}

/** Of `#123`, `#q123` and `#123_4`, as links to other archives have them. null for what is no such thing. */
export function anchorOfOldLink(hash: string): string | null {
  const [, num, subnum = '0'] = /^q?([1-9]\d{0,15})(?:[_,](\d{1,9}))?$/.exec(hash) ?? [];
  return num === undefined ? null : postAnchor(Number(num), Number(subnum));
}

export function boardAddress(board: string): string {
  return `/${encodeURIComponent(board)}/`;
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

export function boardSettingsAddress(board: string): string {
  return `/admin/boards/${encodeURIComponent(board)}/settings`;
}

export function threadAddress(board: string, thread: number): string {
  return `${boardAddress(board)}thread/${thread}`;
}

/** Long threads link to a page with this many of their newest replies. */
export const LAST_POSTS = 50;

export function lastPostsAddress(board: string, thread: number): string {
  return `${threadAddress(board, thread)}${stringifySearch({ last: String(LAST_POSTS) })}`;
}

export function isThreadAddress(pathname: string): boolean {
  return /^\/[^/]+\/thread\//.test(pathname);
}

export function postAddress(post: PostAddress): string {
  return `${threadAddress(post.board, post.thread)}#${postAnchor(post.num, post.subnum)}`;
}

/** For a post whose thread is not known: that page finds it. */
export function lookUpAddress(board: string, num: number): string {
  return `${boardAddress(board)}post/${num}`;
}

export function searchAddress(q: string): string {
  return `/search${stringifySearch({ q })}`;
}

/** Plain names and values, empty ones left out; signs that a query is full of stay readable. */
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
