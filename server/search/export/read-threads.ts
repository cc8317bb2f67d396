/** Reads every post of every thread with a hit, once: threads in the order of their first hit, posts in thread order. */
import { SHOWN_COLUMNS, toPost, type PostRow } from '../../../mappings/postgres/post-row.ts';
import { inThreadOrder } from '../../../mappings/thread-order.ts';
import { selectByBoard, type PostStatement, type RowSource } from '../../posts/select-by-board.ts';
import type { HydratedHit } from '../hydrate/read-rows.ts';
import type { ExportedPost } from './write-export.ts';

/** Threads per statement. A thread has some hundred posts, and all posts of a statement are in memory. */
const THREADS_PER_STATEMENT = 8;

/**
 * Visible posts of these threads, in the given order of threads (on one board). Index: posts_thread (board_id, thread, num, subnum) for
 * each thread, posts_pkey for its opening post. $1 names of boards, $2 threads.
 */
const threadsOf = (board: string) => `
  with wanted as materialized (
    select boards.id, boards.name, key.thread, key.place
    from unnest((select $1::text[]), (select $2::bigint[])) with ordinality as key (board, thread, place)
    join boards on boards.name = key.board
  )
  select ${SHOWN_COLUMNS}, opener.subject as thread_subject
  from wanted b
  join posts p on p.board_id = ${board} and p.thread = b.thread
  left join posts opener
    on opener.board_id = p.board_id and opener.num = p.thread and opener.subnum = 0 and not opener.hidden
  where not p.hidden
  order by b.place, p.num, p.subnum`;
export const SELECT_THREADS: PostStatement = { text: threadsOf('b.id'), ofBoard: (id) => threadsOf(String(id)) };

interface ThreadRow extends PostRow {
  readonly thread_subject: string | null;
}

interface ThreadKey {
  readonly board: string;
  readonly thread: number;
}

const keyOf = ({ board, thread }: ThreadKey): string => `${board}.${thread}`;

export async function* readThreads(
  source: RowSource,
  pages: AsyncIterable<readonly HydratedHit[]>,
): AsyncGenerator<readonly ExportedPost[]> {
  const atSource = await source.boards.filesAtSource();
  const seen = new Map<string, Set<number>>();
  for await (const page of pages) {
    const unseen = page.flatMap(({ post: { board, thread } }) => {
      const known = seen.get(board) ?? new Set();
      seen.set(board, known);
      if (known.has(thread)) return [];
      known.add(thread);
      return [{ board, thread }];
    });
    for (let at = 0; at < unseen.length; at += THREADS_PER_STATEMENT) {
      const threads = unseen.slice(at, at + THREADS_PER_STATEMENT);
      const rows = await selectByBoard<ThreadRow, ThreadKey>(source, SELECT_THREADS, threads, (some) => [
        some.map(({ thread }) => thread),
      ]);
      const rowsOf = Map.groupBy(rows, (row) => keyOf({ board: row.board, thread: Number(row.thread) }));
      const ordered = threads.flatMap((thread) => inThreadOrder(rowsOf.get(keyOf(thread)) ?? []));
      yield ordered.map((row) => ({
        post: toPost(row),
        atSource: atSource.get(row.board) ?? null,
        threadSubject: row.thread_subject,
        threadHits: null,
        position: null,
      }));
    }
  }
}
