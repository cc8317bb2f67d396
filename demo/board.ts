/** The state of one board: threads, their bump order, and threads that fell off the last page. Times are epoch seconds. */
import { FILE_KEYS, type ChanBoard, type ChanPost } from './chan.ts';

export interface DemoThread {
  readonly no: number;
  /** The opening post first. */
  posts: ChanPost[];
  /** Posters of the thread; empty in a captured thread, which keeps the count of its source. */
  readonly posters: Set<string>;
  lastModified: number;
  bumped: number;
  /** Index of the topic in the board's theme, and the word that replaces `{it}`. */
  readonly topic: ThreadTopic | null;
}

export interface ThreadTopic {
  readonly index: number;
  readonly it: string;
}

export interface DemoBoard {
  readonly info: ChanBoard;
  readonly captured: boolean;
  readonly threads: Map<number, DemoThread>;
  /** The thread number of each visible post. */
  readonly home: Map<number, number>;
  /** Posts by the name of their file on the site. */
  readonly files: Map<string, ChanPost>;
  readonly living: Set<number>;
  lastNo: number;
  lastModified: number;
}

const TAIL_FROM = 100;
const TAIL_SIZE = 50;

export function emptyBoard(info: ChanBoard, options: { captured: boolean; lastNo: number }): DemoBoard {
  return {
    info,
    captured: options.captured,
    threads: new Map(),
    home: new Map(),
    files: new Map(),
    living: new Set(),
    lastNo: options.lastNo,
    lastModified: 0,
  };
}

export function opener(thread: DemoThread): ChanPost {
  return thread.posts[0] as ChanPost;
}

export function fileName(post: ChanPost): string | null {
  return post.tim === undefined || post.ext === undefined ? null : `${post.tim}${post.ext}`;
}

/** Live threads in the order of the index pages: sticky threads, then the most recently bumped. */
export function threadsInOrder(board: DemoBoard): DemoThread[] {
  const threads = [...board.living].flatMap((no) => board.threads.get(no) ?? []);
  return threads.sort(
    (a, b) => (opener(b).sticky ?? 0) - (opener(a).sticky ?? 0) || b.bumped - a.bumped || b.no - a.no,
  );
}

export function archivedNumbers(board: DemoBoard): number[] {
  return [...board.threads.keys()].filter((no) => !board.living.has(no)).sort((a, b) => a - b);
}

export function findPost(board: DemoBoard, no: number): { thread: DemoThread; post: ChanPost } | null {
  const thread = board.threads.get(board.home.get(no) ?? 0);
  const post = thread?.posts.find((candidate) => candidate.no === no);
  return thread === undefined || post === undefined ? null : { thread, post };
}

/** Adds a complete thread. It is live unless its opening post says archived. */
export function addThread(board: DemoBoard, thread: DemoThread): void {
  board.threads.set(thread.no, thread);
  if (opener(thread).archived !== 1) board.living.add(thread.no);
  for (const post of thread.posts) enter(board, thread, post);
  board.lastModified = Math.max(board.lastModified, thread.lastModified);
}

export function addReply(board: DemoBoard, thread: DemoThread, post: ChanPost, poster: string, sage: boolean): void {
  thread.posts.push(post);
  thread.posters.add(poster);
  enter(board, thread, post);
  const beforeLimit = thread.posts.length - 1 <= board.info.bump_limit;
  if (!sage && beforeLimit) thread.bumped = Math.max(thread.bumped, post.time);
  count(board, thread, 1, fileName(post) === null ? 0 : 1);
  if (post.capcode !== undefined && opener(thread).capcode_replies !== undefined) noteStaff(thread, post);
  const cap = opener(thread).sticky_cap;
  const oldest = thread.posts[1];
  if (cap !== undefined && oldest !== undefined && thread.posts.length > cap + 1) dropReply(board, thread, oldest);
  touch(board, thread, post.time);
}

/** Last-modified times have a resolution of one second and never decrease, as on the real site. */
function touch(board: DemoBoard, thread: DemoThread, at: number): void {
  thread.lastModified = Math.max(thread.lastModified, at);
  board.lastModified = Math.max(board.lastModified, at);
}

/** Changes fields in place and adds new ones at the end; null removes a field. Returns null for an unknown post. */
export function editPost(
  board: DemoBoard,
  no: number,
  fields: Readonly<Record<string, unknown>>,
  at: number,
): ChanPost | null {
  const found = findPost(board, no);
  if (found === null) return null;
  const merged = Object.entries({ ...found.post, ...fields }).filter(([, value]) => value !== null);
  const edited = Object.fromEntries(merged) as unknown as ChanPost;
  replace(board, found.thread, found.post, edited);
  touch(board, found.thread, at);
  return edited;
}

export function removeFile(board: DemoBoard, no: number, at: number): ChanPost | null {
  const found = findPost(board, no);
  if (found === null || fileName(found.post) === null) return null;
  const gone: ReadonlySet<string> = new Set(FILE_KEYS);
  const kept = Object.entries(found.post).filter(([key]) => !gone.has(key));
  const bare = Object.fromEntries([...kept, ['filedeleted', 1]]) as unknown as ChanPost;
  replace(board, found.thread, found.post, bare);
  if (no !== found.thread.no) count(board, found.thread, 0, -1);
  touch(board, found.thread, at);
  return bare;
}

/** Removes a reply, or the whole thread of an opening post. Returns false for an unknown post. */
export function removePost(board: DemoBoard, no: number, at: number): boolean {
  const found = findPost(board, no);
  if (found === null) return false;
  if (found.post.no === found.thread.no) {
    dropThread(board, found.thread);
    board.lastModified = Math.max(board.lastModified, at);
    return true;
  }
  dropReply(board, found.thread, found.post);
  touch(board, found.thread, at);
  return true;
}

/** Archives the threads beyond the last page, or deletes them on a board without an archive. */
export function pruneOldest(board: DemoBoard, at: number): void {
  const room = board.info.pages * board.info.per_page;
  if (board.living.size <= room) return;
  for (const thread of threadsInOrder(board).slice(room)) {
    if (board.info.is_archived === 1) archive(board, thread, at);
    else dropThread(board, thread);
  }
}

function archive(board: DemoBoard, thread: DemoThread, at: number): void {
  board.living.delete(thread.no);
  const { unique_ips: _, ...rest } = opener(thread);
  replace(board, thread, opener(thread), { ...rest, closed: 1, archived: 1, archived_on: at });
  touch(board, thread, at);
}

function dropThread(board: DemoBoard, thread: DemoThread): void {
  board.threads.delete(thread.no);
  board.living.delete(thread.no);
  for (const post of thread.posts) leave(board, post);
}

function dropReply(board: DemoBoard, thread: DemoThread, reply: ChanPost): void {
  thread.posts = thread.posts.filter((post) => post !== reply);
  leave(board, reply);
  count(board, thread, -1, fileName(reply) === null ? 0 : -1);
}

function replace(board: DemoBoard, thread: DemoThread, before: ChanPost, after: ChanPost): void {
  thread.posts[thread.posts.indexOf(before)] = after;
  leave(board, before);
  enter(board, thread, after);
}

function enter(board: DemoBoard, thread: DemoThread, post: ChanPost): void {
  board.home.set(post.no, thread.no);
  board.lastNo = Math.max(board.lastNo, post.no);
  const name = fileName(post);
  if (name !== null) board.files.set(name, post);
}

function leave(board: DemoBoard, post: ChanPost): void {
  board.home.delete(post.no);
  const name = fileName(post);
  if (name !== null) board.files.delete(name);
}

/** Updates the counters of the opening post. Counters that a capture lacks (2012) are not added. */
function count(board: DemoBoard, thread: DemoThread, replies: number, images: number): void {
  const first = opener(thread);
  if (first.replies === undefined) return;
  const total = first.replies + replies;
  const pictures = (first.images ?? 0) + images;
  thread.posts[0] = {
    ...first,
    ...(first.bumplimit === undefined ? {} : { bumplimit: total >= board.info.bump_limit ? 1 : 0 }),
    ...(first.imagelimit === undefined ? {} : { imagelimit: pictures >= board.info.image_limit ? 1 : 0 }),
    replies: total,
    images: pictures,
    ...(first.unique_ips === undefined || board.captured ? {} : { unique_ips: thread.posters.size }),
    ...(total >= TAIL_FROM ? { tail_size: TAIL_SIZE } : {}),
  };
  const name = fileName(first);
  if (name !== null) board.files.set(name, thread.posts[0]);
}

function noteStaff(thread: DemoThread, post: ChanPost): void {
  const first = opener(thread);
  const word = post.capcode ?? '';
  const known = first.capcode_replies ?? {};
  thread.posts[0] = { ...first, capcode_replies: { ...known, [word]: [...(known[word] ?? []), post.no] } };
}
