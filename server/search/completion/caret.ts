/**
 * What is being written where the caret is: a word, or the value of a field. It reads queries that are half written, which
 * the parser refuses; where it is wrong about one, a completion is missing.
 */
import { takesList, type Field } from '../language/fields.ts';

export interface Place {
  /** As it was written; null for a word by itself. */
  readonly field: string | null;
  /** What stands before the caret, without the field, an opening quote and what stands before it in a list. */
  readonly written: string;
  /** What a completion takes the place of; the field is not in it. */
  readonly from: number;
  readonly to: number;
  readonly quoted: boolean;
}

const FIELD = /([a-z][a-z0-9._-]*):/iy;
const BETWEEN = /[\s(|-]*/y;
const WORD = /[^\s|)]*/y;
const WORD_IN_LIST = /[^\s|),]*/y;
/** A closing quote; one that is escaped closes nothing. */
const PHRASE = /"(?:[^"\\]|\\.?)*(")?/sy;

/** `fieldOf` says of a name which field it is: `http:` begins a word. null inside a phrase by itself. */
export function placeOf(q: string, at: number, fieldOf: (name: string) => Pick<Field, 'kind'> | null): Place | null {
  let start = 0;
  for (;;) {
    start = endOf(BETWEEN, q, start);
    if (start >= at) return { field: null, written: '', from: at, to: at, quoted: false };
    const named = matchAt(FIELD, q, start);
    const name = named !== null && start + named[0].length <= at ? (named[1] ?? '') : null;
    const known = name === null ? null : fieldOf(name);
    const field = known === null ? null : name;
    const isList = known !== null && takesList(known.kind);
    let from = field === null ? start : start + field.length + 1;
    for (;;) {
      const phrase = matchAt(PHRASE, q, from);
      const closed = phrase?.[1] !== undefined;
      const end = phrase === null ? endOf(isList ? WORD_IN_LIST : WORD, q, from) : from + phrase[0].length;
      if (phrase !== null && at > from && (at < end || !closed)) {
        if (field === null) return null;
        return { field, written: q.slice(from + 1, at), from, to: end, quoted: true };
      }
      if (phrase === null && end >= at) return { field, written: q.slice(from, at), from, to: end, quoted: false };
      if (phrase !== null && from === at) return { field, written: '', from, to: end, quoted: true };
      // Right behind a closing quote nothing begins.
      if (closed && end === at) return null;
      start = Math.max(end, start + 1);
      if (!isList || q[end] !== ',') break;
      from = end + 1;
    }
  }
}

function matchAt(expression: RegExp, text: string, at: number): RegExpExecArray | null {
  expression.lastIndex = at;
  return expression.exec(text);
}

function endOf(expression: RegExp, text: string, at: number): number {
  return at + (matchAt(expression, text, at)?.[0].length ?? 0);
}
