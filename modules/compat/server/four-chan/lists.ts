/** Boards and thread lists in the form of the 4chan API: the threads with the newest replies take the place of the live board. */
import type { Pool } from 'pg';
import type { Board } from '../../../../mappings/board.ts';
import { listThreads, type ListedThread } from '../../../../server/threads/list.ts';
import { THREADS_BY_MODIFIED, type ThreadPlaceRow } from '../../../../server/threads/list-sql.ts';
import type { FilesAtSource } from '../../../../server/posts/present.ts';
import { lastModified } from '../send-json.ts';
import { NotFoundError } from '../../../../server/shared/errors.ts';
import { refusalOf, type NumberedPages } from '../numbered-pages.ts';
import type { FourChanPost } from './post.ts';
import { openerJson, postJson } from './thread.ts';

/** A board, and the addresses from which readers may load its files. */
export type ListedBoard = Board & { readonly atSource: FilesAtSource };

/** The limits of most boards of 4chan. */
const THREADS_PER_PAGE = 15;
const PAGES = 10;
/** The longest archive list captured from 4chan has 5,271 threads. */
const ARCHIVED_THREADS = 5_000;
const LAST_REPLIES = 5;

/** Index: posts_thread (board_id, thread, num, subnum). The rows of each listed thread. $1 board, $2 nums of threads. */
export const SELECT_LISTED_MODIFIED = `
  select thread, max(time_modified) as modified
  from posts
  where board_id = $1 and thread = any ($2::bigint[])
  group by thread`;

interface ListedModifiedRow {
  readonly thread: string;
  readonly modified: Date;
}

/** `boards.json`, without the limits of posting, since clients cannot post. */
export function boardList(boards: readonly Board[]): object {
  return {
    boards: boards.map(({ name, title, worksafe }) => ({
      board: name,
      title,
      ws_board: worksafe ? 1 : 0,
      per_page: THREADS_PER_PAGE,
      pages: PAGES,
      is_archived: 1,
    })),
  };
}

/** null past the last page. @throws NotFoundError for a page that is too far down */
export async function indexPage(pages: NumberedPages, board: ListedBoard, page: number): Promise<object | null> {
  const asked = { order: 'modified', page, limit: THREADS_PER_PAGE, replies: LAST_REPLIES } as const;
  const read = await pages.read(board, asked);
  if ('tooFar' in read) throw new NotFoundError('page_too_far', refusalOf(read.tooFar));
  const { threads } = read;
  if (threads.length === 0 && page > 1) return null;
  return { threads: threads.map((thread) => ({ posts: [openerOf(board, thread), ...lastRepliesOf(board, thread)] })) };
}

export async function catalog(pool: Pool, board: ListedBoard, now: Date): Promise<object> {
  const { threads, modifiedOf } = await newestThreads(pool, board, LAST_REPLIES);
  return inPages(threads, (thread) => {
    const replies = lastRepliesOf(board, thread);
    return {
      ...openerOf(board, thread),
      ...(replies.length > 0 && { last_replies: replies }),
      last_modified: secondsOf(thread, modifiedOf, now),
    };
  });
}

export async function threadList(pool: Pool, board: ListedBoard, now: Date): Promise<object> {
  const { threads, modifiedOf } = await newestThreads(pool, board, 0);
  return inPages(threads, (thread) => ({
    no: thread.opener.num,
    last_modified: secondsOf(thread, modifiedOf, now),
    replies: openerOf(board, thread)['replies'],
  }));
}

/** Nums of threads beyond the pages, ascending. */
export async function archivedThreads(pool: Pool, board: Board): Promise<readonly number[]> {
  const { rows } = await pool.query<ThreadPlaceRow>(THREADS_BY_MODIFIED.page, [
    board.id,
    ARCHIVED_THREADS,
    PAGES * THREADS_PER_PAGE,
  ]);
  return rows.map((row) => Number(row.num)).sort((one, other) => one - other);
}

async function newestThreads(pool: Pool, board: Board, replies: number) {
  const { threads } = await listThreads(pool, board, {
    order: 'modified',
    start: { page: 1 },
    limit: PAGES * THREADS_PER_PAGE,
    replies,
  });
  const nums = threads.map(({ opener }) => opener.num);
  const { rows } = await pool.query<ListedModifiedRow>(SELECT_LISTED_MODIFIED, [board.id, nums]);
  return { threads, modifiedOf: new Map(rows.map((row) => [Number(row.thread), row.modified])) };
}

/** Seconds since 1970, never later than the thread's own Last-Modified: otherwise a client would take the thread for a stale copy. */
function secondsOf({ opener }: ListedThread, modifiedOf: ReadonlyMap<number, Date>, now: Date): number {
  return lastModified(modifiedOf.get(opener.num) ?? opener.timeModified, now).seconds;
}

function openerOf(
  board: ListedBoard,
  { opener, posts, images, omittedPosts, omittedImages }: ListedThread,
): FourChanPost {
  const ofReplies = images - (opener.mediaType === null ? 0 : 1);
  return {
    ...openerJson(board, opener, posts - 1, ofReplies),
    ...(omittedPosts > 0 && { omitted_posts: omittedPosts, omitted_images: omittedImages }),
  };
}

function lastRepliesOf(board: ListedBoard, { lastReplies }: ListedThread): readonly FourChanPost[] {
  return lastReplies.filter(({ subnum }) => subnum === 0).map((post) => postJson(board, post));
}

function inPages<T>(threads: readonly ListedThread[], print: (thread: ListedThread) => T) {
  const pages = Math.max(1, Math.ceil(threads.length / THREADS_PER_PAGE));
  return Array.from({ length: pages }, (_, index) => ({
    page: index + 1,
    threads: threads.slice(index * THREADS_PER_PAGE, (index + 1) * THREADS_PER_PAGE).map(print),
  }));
}
