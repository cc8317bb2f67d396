import type { Thread } from '../../mappings/contract/thread.ts';
import { toPost } from '../../mappings/postgres/post-row.ts';
import { withinAnswer } from '../../mappings/text-limits.ts';
import { presentPost, type FilesAtSource } from '../posts/present.ts';
import type { ThreadRows } from './read-thread.ts';

/** A thread in the form of this API. Its opener may be hidden. */
export function presentThread(
  board: string,
  num: number,
  { state, rows }: ThreadRows,
  atSource: FilesAtSource,
): Thread {
  const posts = withinAnswer(rows.map(toPost)).map((post) => presentPost(post, atSource));
  return { board, num, posts, rev: Number(state.highest), source: 'postgres', degraded: false };
}
