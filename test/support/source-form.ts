/** A thread in the form of a source, for the rules that every source follows. */
import type { ThreadObservation } from '../../mappings/post.ts';
import type { ParseResult } from '../../scraper/sources/parse-result.ts';
import type { SourceBoard } from '../../scraper/sources/source.ts';

interface PlainPost {
  readonly num: number;
  /** Seconds. */
  readonly time: number;
  readonly name: string;
  readonly text: string;
}

export interface SourceForm {
  readonly name: string;
  /** Numbers of the thread's posts, the opener's first. */
  readonly nums: readonly [number, number, number];
  readonly board: SourceBoard;
  /** The documents' addresses, for a board, a thread's number and a page. */
  readonly urls: (board: SourceBoard, num: number, page: number) => readonly string[];
  /** The thread as a document, with a test's fields added to the reply. */
  readonly document: (added?: Readonly<Record<string, string>>) => string;
  readonly read: (document: string) => Promise<ParseResult<ThreadObservation>>;
  /** A reply that the source marks as deleted; null for a source without such marks. */
  readonly deleted: string | null;
}

export const TIME = 1_464_948_000;

export const POSTS: readonly [PlainPost, PlainPost, PlainPost] = [
  { num: 700, time: TIME, name: 'Ann', text: 'Which kettle boils first?' },
  { num: 701, time: TIME + 60, name: 'Bob', text: 'All of them.' },
  { num: 703, time: TIME + 120, name: 'Cleo', text: 'None, it is a watched one.' },
];
