/**
 * Finds what is being typed at the caret: a word or the value of a field. It accepts unfinished queries, which the parser
 * refuses; a misreading costs a completion only.
 */
import type { Field } from '../../../mappings/search/fields.ts';
import { splitsAtCommas } from '../language/tokenize.ts';

export interface CaretPlace {
  /** The field's name as written; null for a bare word. */
  readonly field: string | null;
  /** The text before the caret, without the field, an opening quote and earlier values of a list. */
  readonly written: string;
  /** The text that a completion replaces, without the field. */
  readonly from: number;
  readonly to: number;
  readonly quoted: boolean;
}

const FIELD = /([a-z][a-z0-9._-]*):/iy;
const BETWEEN = /[\s(|-]*/y;
const WORD = /[^\s|)]*/y;
const WORD_IN_LIST = /[^\s|),]*/y;
/** Up to the closing quote; an escaped quote does not close. */
const PHRASE = /"(?:[^"\\]|\\.?)*(")?/sy;

/** `fieldOf`: the field with a name, or null: `http:` begins a word. Returns null inside a bare phrase. */
export function caretPlaceOf(
  q: string,
  at: number,
  fieldOf: (name: string) => Pick<Field, 'kind'> | null,
): CaretPlace | null {
  let start = 0;
  for (;;) {
    start = endOf(BETWEEN, q, start);
    if (start >= at) return { field: null, written: '', from: at, to: at, quoted: false };
    const named = matchAt(FIELD, q, start);
    const name = named !== null && start + named[0].length <= at ? (named[1] ?? '') : null;
    const known = name === null ? null : fieldOf(name);
    const field = known === null ? null : name;
    const isList = known !== null && splitsAtCommas(known.kind);
    let from = field === null ? start : start + field.length + 1;
    // `name:="An`: what follows the `=` is completed as without it.
    if (q[from] === '=' && from < at && (known?.kind === 'text' || (known === null && q[from + 1] === '"'))) from += 1;
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
      // Nothing can be completed right after a closing quote.
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
