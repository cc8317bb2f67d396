import { markedLeaves, walkText, type TextOwner, type TextRange } from '../../../../mappings/comment/plain-text.ts';
import type { CommentToken } from '../../../../mappings/comment/tokens.ts';
import type { CommentPlace } from './quote-target.ts';

export interface CommentView {
  readonly tokens: readonly CommentToken[];
  readonly place: CommentPlace;
  /** On a thread's own page, quotes within the thread are fragments. */
  readonly inThreadPage?: boolean;
  /** Matches, as offsets in the plain text. */
  readonly marks?: readonly TextRange[] | undefined;
  /** The part of the plain text that is shown: all of it when left out. */
  readonly part?: TextRange | undefined;
}

/** What is shown of one owner of text. */
export interface ShownText {
  readonly text: string;
  readonly marks: readonly TextRange[];
  /** Where in the owner's text it begins. */
  readonly from: number;
}

/** What every token of a comment is drawn by. */
export interface Drawing {
  readonly place: CommentPlace;
  readonly inThreadPage: boolean;
  /** Null where the owner lies outside the part that is shown. */
  readonly shown: (owner: TextOwner, text: string) => ShownText | null;
}

const NO_MARKS: readonly TextRange[] = [];

export function drawingOf({ tokens, place, inThreadPage = false, marks = [], part }: CommentView): Drawing {
  const marked = marks.length === 0 ? undefined : markedLeaves(tokens, marks);
  if (part === undefined) {
    return { place, inThreadPage, shown: (owner, text) => ({ text, marks: marked?.get(owner) ?? NO_MARKS, from: 0 }) };
  }
  const starts = new Map<TextOwner, number>();
  walkText(tokens, (owner, _text, start) => starts.set(owner, start));
  const shown = (owner: TextOwner, text: string) => {
    const start = starts.get(owner) ?? 0;
    const from = Math.max(part[0] - start, 0);
    const to = Math.min(part[1] - start, text.length);
    if (to <= from) return null;
    const own = marked?.get(owner) ?? NO_MARKS;
    return { text: text.slice(from, to), marks: from === 0 ? own : moved(own, from), from };
  };
  return { place, inThreadPage, shown };
}

function moved(ranges: readonly TextRange[], by: number): readonly TextRange[] {
  return ranges.flatMap(([start, end]) => (end > by ? [[Math.max(start - by, 0), end - by] as const] : []));
}
