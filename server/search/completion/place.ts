/**
 * What is being written where the caret is: a word, or the value of a field. It reads queries that are half written, which
 * the parser refuses; where it is wrong about one, a completion is missing.
 */

export interface Place {
  /** As it was written; null for a word by itself. */
  readonly field: string | null;
  /** What stands before the caret, without the field and an opening quote. */
  readonly written: string;
  /** What a completion takes the place of; the field is not in it. */
  readonly from: number;
  readonly to: number;
  readonly quoted: boolean;
}

const FIELD = /([a-z][a-z0-9._-]*):/iy;
const BETWEEN = /[\s(|-]*/y;
const WORD = /[^\s|)]*/y;
/** A closing quote; one that is escaped closes nothing. */
const PHRASE = /"(?:[^"\\]|\\.?)*(")?/sy;

/** `isField` says of a name whether it is one: `http:` begins a word. null inside a phrase by itself. */
export function placeOf(q: string, at: number, isField: (name: string) => boolean): Place | null {
  let start = 0;
  let closedAt = -1;
  for (;;) {
    start = endOf(BETWEEN, q, start);
    // Right behind a closing quote nothing begins.
    if (closedAt === at) return null;
    if (start >= at) return { field: null, written: '', from: at, to: at, quoted: false };
    const named = matchAt(FIELD, q, start);
    const field = named !== null && isField(named[1] ?? '') && start + named[0].length <= at ? (named[1] ?? '') : null;
    const from = field === null ? start : start + field.length + 1;
    const phrase = matchAt(PHRASE, q, from);
    const closed = phrase?.[1] !== undefined;
    const end = phrase === null ? endOf(WORD, q, from) : from + phrase[0].length;
    if (phrase !== null && at > from && (at < end || !closed)) {
      if (field === null) return null;
      return { field, written: q.slice(from + 1, at), from, to: end, quoted: true };
    }
    if (phrase === null && end >= at) return { field, written: q.slice(from, at), from, to: end, quoted: false };
    if (phrase !== null && from === at) return { field, written: '', from, to: end, quoted: true };
    if (closed) closedAt = end;
    start = Math.max(end, start + 1);
  }
}

function matchAt(expression: RegExp, text: string, at: number): RegExpExecArray | null {
  expression.lastIndex = at;
  return expression.exec(text);
}

function endOf(expression: RegExp, text: string, at: number): number {
  return at + (matchAt(expression, text, at)?.[0].length ?? 0);
}
