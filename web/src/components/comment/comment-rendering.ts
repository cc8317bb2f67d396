import type { ReactNode } from 'react';
import {
  markedLeaves,
  textOf,
  type TextOwner,
  type TextRange,
  walkText,
} from '../../../../mappings/comment/plain-text.ts';
import type { CommentToken } from '../../../../mappings/comment/tokens.ts';
import { lookUpAddress, postAnchor, threadAddress } from '../../lib/addresses.ts';

export interface CommentView {
  readonly tokens: readonly CommentToken[];
  readonly place: CommentPlace;
  /** On the thread's page, quotes within the thread link to fragments. */
  readonly inThreadPage?: boolean;
  /** Matches, as offsets in the plain text. */
  readonly marks?: readonly TextRange[] | undefined;
  /** The part of the plain text to show; all of it if left out. */
  readonly part?: TextRange | undefined;
  readonly quotes?: OpenedQuotes | undefined;
}

/** The quotes of a post that the reader opened in place. */
export interface OpenedQuotes {
  /** The opened post below its quote in the comment; null unless it is open. */
  readonly after: (quote: string) => ReactNode;
  /** Opened posts that quote this post, below its head. */
  readonly underHead: ReactNode;
  /** Whether the post that quotes this one is open below the head. */
  readonly isUnderHead: (quote: string) => boolean;
}

/** The shown part of one token's text. */
export interface ShownText {
  readonly text: string;
  readonly marks: readonly TextRange[];
  /** Offset of the part in the token's text. */
  readonly from: number;
}

/** Everything that the tokens of a comment need to be rendered. */
export interface Rendering {
  readonly place: CommentPlace;
  readonly inThreadPage: boolean;
  /** null for a token outside the shown part. */
  readonly shown: (owner: TextOwner, text: string) => ShownText | null;
  /** Whether any part of the token's text is shown. */
  readonly isIn: (owner: TextOwner) => boolean;
  /** The matches in the token's whole text. */
  readonly marksOf: (owner: TextOwner) => readonly TextRange[];
  readonly quotes: OpenedQuotes | undefined;
}

const NO_MARKS: readonly TextRange[] = [];

export function renderingOf({ tokens, place, inThreadPage = false, marks = [], part, quotes }: CommentView): Rendering {
  const marked = marks.length === 0 ? undefined : markedLeaves(tokens, marks);
  const marksOf = (owner: TextOwner) => marked?.get(owner) ?? NO_MARKS;
  if (part === undefined) {
    const whole = (owner: TextOwner, text: string) => ({ text, marks: marksOf(owner), from: 0 });
    return { place, inThreadPage, shown: whole, isIn: () => true, marksOf, quotes };
  }
  const starts = new Map<TextOwner, number>();
  walkText(tokens, (owner, _text, start) => starts.set(owner, start));
  const shown = (owner: TextOwner, text: string) => {
    const start = starts.get(owner) ?? 0;
    const from = Math.max(part[0] - start, 0);
    const to = Math.min(part[1] - start, text.length);
    if (to <= from) return null;
    const own = marksOf(owner);
    return { text: text.slice(from, to), marks: from === 0 ? own : moved(own, from), from };
  };
  return { place, inThreadPage, shown, isIn: (owner) => shown(owner, textOf(owner)) !== null, marksOf, quotes };
}

function moved(ranges: readonly TextRange[], by: number): readonly TextRange[] {
  return ranges.flatMap(([start, end]) => (end > by ? [[Math.max(start - by, 0), end - by] as const] : []));
}

/** The board and thread of the comment's post, which its links may omit. */
interface CommentPlace {
  readonly board: string;
  readonly thread: number;
  readonly num?: number;
  readonly subnum?: number;
}

interface QuoteTarget {
  readonly href: string;
  readonly board: string;
  readonly num: number;
  /** The target's relation to the post, marked behind the link. */
  readonly relation: 'op' | 'thread' | 'elsewhere';
}

interface QuoteLink {
  readonly board: string | null;
  readonly thread: number | null;
  readonly num: number;
}

/** Resolves a quote link. Without a thread it is in the same thread, or on another board found by post number. */
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
