/** Every post of every thread with a hit, each once: threads in the order of their first hit, posts as in the thread. */
import { toPost, type PostRow } from '../../../mappings/postgres/post-row.ts';
import { selectByBoard, type RowSource } from '../../posts/select-by-board.ts';
import type { HydratedHit } from '../hydrate/read-rows.ts';
import { SELECT_THREADS } from '../hydrate/sql.ts';
import type { ExportedPost } from './exported-post.ts';

/** Read by one statement: threads are of some hundred posts, and all of these stand in memory. */
const THREADS_AT_ONCE = 8;

interface ThreadRow extends PostRow {
  readonly media_url: string;
  readonly thread_subject: string | null;
}

interface ThreadKey {
  readonly board: string;
  readonly thread: number;
}

const keyOf = ({ board, thread }: ThreadKey): string => `${board}.${thread}`;

export async function* threadsOf(
  source: RowSource,
  pages: AsyncIterable<readonly HydratedHit[]>,
): AsyncGenerator<readonly ExportedPost[]> {
  const seen = new Map<string, Set<number>>();
  for await (const page of pages) {
    const fresh = page.flatMap(({ post: { board, thread } }) => {
      const known = seen.get(board) ?? new Set();
      seen.set(board, known);
      if (known.has(thread)) return [];
      known.add(thread);
      return [{ board, thread }];
    });
    for (let at = 0; at < fresh.length; at += THREADS_AT_ONCE) {
      const some = fresh.slice(at, at + THREADS_AT_ONCE);
      const rows = await selectByBoard<ThreadRow, ThreadKey>(source, SELECT_THREADS, some, (threads) => [
        threads.map(({ thread }) => thread),
      ]);
      const ofThread = Map.groupBy(rows, (row) => keyOf({ board: row.board, thread: Number(row.thread) }));
      const ordered = some.flatMap((thread) => ofThread.get(keyOf(thread)) ?? []);
      yield ordered.map((row) => ({
        post: toPost(row),
        mediaUrl: row.media_url,
        threadSubject: row.thread_subject,
        threadHits: null,
        position: null,
      }));
    }
  }
}
