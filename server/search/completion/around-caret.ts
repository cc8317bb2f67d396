/** The rest of an unfinished query: its boards, and the words up to the caret. Pure. */
import { conjunctsOf } from '../language/build.ts';
import { parse } from '../language/parse.ts';
import { QueryError } from '../language/query-error.ts';
import type { Node } from '../language/tree.ts';
import { boardsOf } from '../plan/compile.ts';
import type { CaretPlace } from './caret.ts';

/** The boards that the rest of the query names; null for all, also if the rest cannot be read yet. */
export function boardsAround(q: string, { field, from, to }: CaretPlace): readonly string[] | null {
  const before = q.slice(0, from - (field === null ? 0 : field.length + 1));
  return boardsOf(rootOf(`${before.replace(/[(-]+$/, '')} ${q.slice(to)}`) ?? null);
}

export interface WrittenWords {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The bare words up to the caret if the query has nothing else than these and boards; otherwise null. */
export function wordsUpTo(q: string, { field, to }: CaretPlace): WrittenWords | null {
  if (field !== null || q.slice(to).trim() !== '') return null;
  const pieces = q.slice(0, to).split(/(\s+)/);
  let from = to;
  for (const piece of pieces.toReversed()) {
    if (piece.trim() !== '' && !BARE.test(piece)) break;
    from -= piece.length;
  }
  const run = q.slice(from, to);
  const root = rootOf(q.slice(0, from));
  if (root === undefined || conjunctsOf(root).some(({ kind }) => kind !== 'board')) return null;
  const text = run.trimStart();
  return { from: to - text.length, to, text };
}

const BARE = /^(?!-|(?:OR|AND|NOT)$)[^"“”():|*=]+$/;

/** undefined for a text that is no query. */
function rootOf(text: string): Node | null | undefined {
  try {
    return parse(text).root;
  } catch (error) {
    if (error instanceof QueryError) return undefined;
    throw error;
  }
}
