/** Reads a text that names one post, as readers type or paste it into the query bar. */
import { isBoardName } from '../../../mappings/board.ts';

export interface PostReference {
  /** null if the text names no board. This archive may have the board under another name. */
  readonly board: string | null;
  /** The text limits the search to the board: posts of other boards are not meant. */
  readonly isOnlyBoard: boolean;
  readonly num: number;
  /** Above 0 for a ghost post. */
  readonly subnum: number;
  /** false for a text that may as well be a year, a price or a fraction. */
  readonly isCertain: boolean;
}

const CERTAIN_DIGITS = 6;
const NUMBER = String.raw`([1-9]\d{0,15})(?:_(\d{1,9}))?`;
/** `123`, `123_4`. */
const BARE = new RegExp(`^${NUMBER}$`);
/** `No.123`, `>>123`, `#123`, `num:123`. */
const MARKED = new RegExp(String.raw`^(?:no\.?\s?|>>|#[pq]?|num:)${NUMBER}$`, 'i');
/** `/g/123`, `g/123`, `>>>/g/123`. */
const ON_BOARD = new RegExp(`^(?:>>>?)?/?([a-z0-9_-]{1,32})/${NUMBER}$`, 'i');
/** `board:g` before or behind a number. */
const FILTERED = /^board:\/?([a-z0-9_-]{1,32})\/?\s+(\S+)$|^(\S+)\s+board:\/?([a-z0-9_-]{1,32})\/?$/i;
const HOST = /^(?:(?:https?:)?\/\/)?[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?(?=\/)/i;
/** Paths of 4chan, vichan, FoolFuuka and this archive. */
const PATH = new RegExp(
  String.raw`^(?:/([a-z0-9_-]{1,32}))?/(?:thread|res|post)/${NUMBER}(?:\.html)?(?:/[^#?]*)?(?:\?[^#]*)?(?:#(.*))?$`,
  'i',
);
/** The fragment that names a post of the thread in the path. */
const FRAGMENT = /^[pq]?([1-9]\d{0,15})(?:[_,](\d{1,9}))?$/;

export function readPostReference(text: string): PostReference | null {
  const written = text.trim();
  const [, first, after, before, last] = FILTERED.exec(written) ?? [];
  const board = first ?? last;
  if (board === undefined) return readUnfiltered(written);
  const filtered = readUnfiltered(after ?? before ?? '');
  if (filtered === null || filtered.board !== null || !isBoardName(board.toLowerCase())) return null;
  return { ...filtered, board: board.toLowerCase(), isOnlyBoard: true };
}

function readUnfiltered(written: string): PostReference | null {
  const bare = BARE.exec(written);
  if (bare !== null) return reference(null, bare, written.length >= CERTAIN_DIGITS);
  const marked = MARKED.exec(written);
  if (marked !== null) return reference(null, marked, true);
  const [, board, num, subnum, fragment] = PATH.exec(`/${written.replace(HOST, '').replace(/^\//, '')}`) ?? [];
  if (num !== undefined) return reference(board, FRAGMENT.exec(fragment ?? '') ?? ['', num, subnum], true);
  const [, named, ...number] = ON_BOARD.exec(written) ?? [];
  return named === undefined ? null : reference(named, ['', ...number], !/^\d+$/.test(named));
}

function reference(
  board: string | null | undefined,
  [, digits, ghost = '0']: readonly (string | undefined)[],
  isCertain: boolean,
): PostReference | null {
  const name = board?.toLowerCase() ?? null;
  if (!Number.isSafeInteger(Number(digits)) || (name !== null && !isBoardName(name))) return null;
  return { board: name, isOnlyBoard: false, num: Number(digits), subnum: Number(ghost), isCertain };
}
