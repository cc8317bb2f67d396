/** The features of an opening post by which its series is recognised. */
import { parseComment } from '../../../mappings/comment/parse.ts';
import { commentPlainText } from '../../../mappings/comment/plain-text.ts';
import { previousThread } from './previous-thread.ts';
import { NO_KEYS, readSubject, type SubjectKeys } from './read-subject.ts';

export interface Opener {
  readonly board: string;
  readonly num: number;
  readonly subject: string | null;
  /** HTML. */
  readonly comment: string | null;
}

export interface OpenerFeatures extends SubjectKeys {
  readonly previous: number | null;
  /** A hash of the longest line; null for short texts. */
  readonly line: number | null;
  /** The smallest hashes of its sequences of three words: the share of common ones is near that of the common sequences. */
  readonly sketch: readonly number[];
}

export function readOpener({ board, num, subject, comment }: Opener): OpenerFeatures {
  const { tokens } = comment === null ? { tokens: [] } : parseComment(comment);
  const text = commentPlainText(tokens);
  return {
    ...keysOf(subject, text),
    previous: previousThread(tokens, { board, num }),
    line: lineOf(text),
    sketch: sketchOf(text),
  };
}

const MAX_TITLE = 120;

/** Without a subject, the first line of the text may be one. Only a tag at its beginning counts. */
function keysOf(subject: string | null, text: string): SubjectKeys {
  if (subject !== null && subject.trim() !== '') return readSubject(subject);
  const [first = ''] = text.trimStart().split('\n', 1);
  if (first.length > MAX_TITLE || !first.startsWith('/')) return NO_KEYS;
  const { tag } = readSubject(first);
  return tag === null ? NO_KEYS : { ...NO_KEYS, tag };
}

const SHORTEST_LINE = 40;

function lineOf(text: string): number | null {
  const longest = text.split('\n').reduce((long, line) => (line.length > long.length ? line : long), '');
  return longest.length < SHORTEST_LINE ? null : hashOf(longest.trim().toLowerCase());
}

const SKETCH_SIZE = 16;
const SHINGLE = 3;

function sketchOf(text: string): readonly number[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const hashes = new Set<number>();
  for (let place = 0; place + SHINGLE <= words.length; place += 1) {
    hashes.add(hashOf(words.slice(place, place + SHINGLE).join(' ')));
  }
  return [...hashes].toSorted((one, other) => one - other).slice(0, SKETCH_SIZE);
}

/** FNV-1a, as a signed integer. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let place = 0; place < text.length; place += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193);
  }
  return hash | 0;
}
