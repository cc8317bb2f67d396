import { lookUpAddress, postAnchor, threadAddress } from '../../lib/addresses.ts';

/** The post that a comment stands in: what its links leave out. */
export interface CommentPlace {
  readonly board: string;
  readonly thread: number;
}

export interface QuoteTarget {
  readonly href: string;
  readonly board: string;
  readonly num: number;
  /** How the target lies to the post: decides what stands behind the link. */
  readonly relation: 'op' | 'thread' | 'elsewhere';
}

interface QuoteLink {
  readonly board: string | null;
  readonly thread: number | null;
  readonly num: number;
}

/** Where a quote leads. A link that names no thread stays in its own; one to another board without a thread is looked up. */
export function quoteTarget(link: QuoteLink, place: CommentPlace, inThreadPage: boolean): QuoteTarget {
  const board = link.board ?? place.board;
  const { num } = link;
  const sameBoard = board === place.board;
  const thread = link.thread ?? (sameBoard ? place.thread : null);
  if (!sameBoard || thread !== place.thread) {
    const href = thread === null ? lookUpAddress(board, num) : `${threadAddress(board, thread)}#${postAnchor(num)}`;
    return { href, board, num, relation: 'elsewhere' };
  }
  const page = inThreadPage ? '' : threadAddress(board, thread);
  return { href: `${page}#${postAnchor(num)}`, board, num, relation: num === thread ? 'op' : 'thread' };
}
