/** Limits and words of removal requests, which the server and the pages share. Pure. */
import { numIn, type PostKey } from '../../mappings/post.ts';

export const REQUEST_PAGE = '/removal';
export const TICKET_PAGE = '/removal/ticket';
export const TRANSPARENCY_PAGE = '/transparency';
export const STAFF_PAGE = '/admin/removal-requests';
export const SETTINGS_PAGE = '/admin/removal-settings';

/** The forms without scripts. */
export const REQUEST_FORM = '/_/removal';
export const TICKET_FORM = '/_/removal/ticket';

export const ABOUT = ['posts', 'files', 'name', 'search'] as const;
export type About = (typeof ABOUT)[number];

/** In the order of the form. */
export const REASONS = ['personal_data', 'copyright', 'illegal', 'other'] as const;
export type RemovalReason = (typeof REASONS)[number];

/** Decisions that change posts or files. */
export const REMOVALS = ['hide', 'purge', 'delete_file', 'ban_file'] as const;
export const OUTCOMES = [...REMOVALS, 'refuse'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const TICKET_STATES = ['open', 'decided', 'withdrawn'] as const;
export const LIST_STATES = ['open', 'closed'] as const;
export type ListState = (typeof LIST_STATES)[number];

export const COUNTED = ['open', 'withdrawn', ...OUTCOMES] as const;

/** `answer`: to the person, and each template. `note`: for staff. */
export const REQUEST_LIMITS = {
  posts: 50,
  line: 300,
  sought: 500,
  words: 4_000,
  address: 254,
  password: 64,
  answer: 2_000,
  templates: 50,
  template: 100,
  listed: 20,
} as const;

export function isOfPosts(about: About): boolean {
  return about === 'posts' || about === 'files';
}

const NUMBER = String.raw`(\d{1,16})(?:[_,](\d{1,9}))?`;
/** `/g/thread/100#p101_2`, also as other archives write it: `/g/thread/100/#101`. */
const IN_THREAD = new RegExp(
  String.raw`^/?([a-z0-9_-]{1,32})/(?:thread|res)/(\d{1,16})[^#]*(?:#[pq]?${NUMBER})?$`,
  'i',
);
/** `>>>/g/101`, `/g/101`, `g/101,2`, `/g/post/101`. */
const ON_BOARD = new RegExp(String.raw`^(?:>>>?)?/?([a-z0-9_-]{1,32})/(?:post/)?${NUMBER}/?$`, 'i');

/** The post that a line of the form names; null if it names none. */
export function postIn(line: string): PostKey | null {
  const path = line.trim().replace(/^https?:\/\/[^/]+/i, '');
  const [, board = '', thread = '', inThread, subInThread] = IN_THREAD.exec(path) ?? [];
  if (board !== '') return keyOf(board, inThread ?? thread, subInThread);
  const [, name = '', num = '', subnum] = ON_BOARD.exec(path) ?? [];
  return name === '' ? null : keyOf(name, num, subnum);
}

function keyOf(board: string, written: string, ghost = '0'): PostKey | null {
  const num = numIn(written);
  return num === null ? null : { board: board.toLowerCase(), num, subnum: Number(ghost) };
}

/** The SHA-256 of a file of the archive that a line names by its address, or by the hash itself; null if it names none. */
export function fileIn(line: string): string | null {
  const [, hash = null] = /(?:^|\/)([0-9a-f]{64})(?:\.\w{1,5})?$/i.exec(line.trim()) ?? [];
  return hash?.toLowerCase() ?? null;
}

export function addressOf({ board, num, subnum }: PostKey): string {
  return `/${board}/${num}${subnum > 0 ? `,${subnum}` : ''}`;
}

/** True if the request names posts and all are purged: by another decision, or after the restore of a backup that is older than the decision. */
export function arePurged({ posts }: { readonly posts: readonly { readonly hidden: boolean | null }[] }): boolean {
  return posts.length > 0 && posts.every(({ hidden }) => hidden === null);
}
