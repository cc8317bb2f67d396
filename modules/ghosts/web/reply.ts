/** The ghost post that the reader is writing, and its text while the form is closed. */
import type { Post } from '../../../mappings/contract/post.ts';
import { createStore, useStore } from '../../../web/src/lib/store.ts';

export interface Reply {
  readonly board: string;
  readonly thread: number;
  readonly comment: string;
  readonly isOpen: boolean;
}

const reply = createStore<Reply | null>(null);

export function useReply(): Reply | null {
  return useStore(reply);
}

/** Opens the form. A reply to a post begins with a link to it, which is added to the text if the thread's form is open. */
export function openReply(board: string, thread: number, to?: Pick<Post, 'num' | 'subnum'>): void {
  const before = reply.read();
  const written = before?.board === board && before.thread === thread ? before.comment : '';
  reply.write({ board, thread, comment: to === undefined ? written : quoting(written, to), isOpen: true });
}

/** Adds the quote to the text. Pure. */
export function quoting(written: string, { num, subnum }: Pick<Post, 'num' | 'subnum'>): string {
  const start = written === '' || written.endsWith('\n') ? written : `${written}\n`;
  return `${start}>>${num}${subnum > 0 ? `,${subnum}` : ''}\n`;
}

export function writeReply(comment: string): void {
  const before = reply.read();
  if (before !== null) reply.write({ ...before, comment });
}

/** Closes the form and keeps the text. */
export function closeReply(): void {
  const before = reply.read();
  if (before !== null) reply.write({ ...before, isOpen: false });
}

export function endReply(): void {
  reply.write(null);
}
