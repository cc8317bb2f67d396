/** The API's documents, made from a board as it stands. */
import { archivedNumbers, fileName, opener, threadsInOrder, type DemoBoard, type DemoThread } from './board.ts';
import type { ChanPost } from './chan.ts';

/** Replies that index pages and the catalog show below an opening post. */
const LAST_REPLIES = 5;

export function boardsDocument(boards: Iterable<DemoBoard>) {
  return { boards: [...boards].map((board) => board.info) };
}

export function threadsDocument(board: DemoBoard) {
  return inPages(board).map((threads, index) => ({
    page: index + 1,
    threads: threads.map((thread) => ({
      no: thread.no,
      last_modified: thread.lastModified,
      replies: opener(thread).replies ?? thread.posts.length - 1,
    })),
  }));
}

export function catalogDocument(board: DemoBoard) {
  return inPages(board).map((threads, index) => ({
    page: index + 1,
    threads: threads.map((thread) => {
      const last = thread.posts.slice(1).slice(-LAST_REPLIES);
      return {
        ...opener(thread),
        ...omitted(thread, last),
        ...(last.length === 0 ? {} : { last_replies: last }),
        last_modified: thread.lastModified,
      };
    }),
  }));
}

/** null where the board has no archive. */
export function archiveDocument(board: DemoBoard): number[] | null {
  return board.info.is_archived === 1 ? archivedNumbers(board) : null;
}

/** `page` from 1; null past the last one that holds a thread. */
export function pageDocument(board: DemoBoard, page: number) {
  const threads = inPages(board)[page - 1];
  if (threads === undefined) return null;
  return {
    threads: threads.map((thread) => {
      const last = thread.posts.slice(1).slice(-LAST_REPLIES);
      return { posts: [{ ...opener(thread), ...omitted(thread, last) }, ...last] };
    }),
  };
}

export function threadDocument(thread: DemoThread) {
  return { posts: thread.posts };
}

/** The last replies of a long thread below a stub of its opening post; null while the thread is short. */
export function tailDocument(thread: DemoThread) {
  const first = opener(thread);
  const { tail_size: size } = first;
  if (size === undefined || thread.posts.length <= size + 1) return null;
  const last = thread.posts.slice(-size);
  const before = thread.posts[thread.posts.length - size - 1];
  const { no, closed, bumplimit, imagelimit, replies, images, unique_ips, custom_spoiler } = first;
  const stub = { no, closed, bumplimit, imagelimit, replies, images, unique_ips, custom_spoiler };
  return { posts: [{ ...stub, tail_size: size, tail_id: before?.no ?? no }, ...last] };
}

/** One page at least: an empty board answers with an empty first page. */
function inPages(board: DemoBoard): DemoThread[][] {
  const threads = threadsInOrder(board);
  const size = board.info.per_page;
  const count = Math.max(1, Math.ceil(threads.length / size));
  return Array.from({ length: count }, (_, page) => threads.slice(page * size, (page + 1) * size));
}

function omitted(thread: DemoThread, shown: readonly ChanPost[]) {
  const hidden = thread.posts.slice(1, thread.posts.length - shown.length);
  const { replies = thread.posts.length - 1, images = 0 } = opener(thread);
  const posts = replies - shown.length;
  if (posts <= 0 || hidden.length === 0) return {};
  return {
    omitted_posts: posts,
    omitted_images: Math.max(0, images - shown.filter((post) => fileName(post) !== null).length),
  };
}
