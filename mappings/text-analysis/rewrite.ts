/** A text that was rewritten, with the places of its parts in the original. */
export interface Folded {
  readonly text: string;
  /** The range of the original text from which `[start, end)` was made. */
  readonly originOf: (start: number, end: number) => readonly [start: number, end: number];
}

interface Piece {
  readonly at: number;
  readonly from: number;
  readonly to: number;
  /** True if each code unit is that of the original. */
  readonly isCopy: boolean;
}

/** Builds a text of copied and replaced ranges of another one. */
export class Rewrite {
  readonly #before: Folded;
  #text = '';
  readonly #pieces: Piece[] = [];
  /** The end of the last range in the text before. */
  #end = 0;

  constructor(before: Folded) {
    this.#before = before;
  }

  /** Copies the text from the end of the last range to this offset. */
  copyUpTo(from: number): void {
    this.copy(this.#end, from);
    this.#end = from;
  }

  /** Leaves the text up to this offset out. */
  skipTo(to: number): void {
    this.#end = to;
  }

  /** Adds a copy of a range, which may be copied several times. */
  copy(from: number, to: number): void {
    if (to > from) this.#add(this.#before.text.slice(from, to), { from, to, isCopy: true });
  }

  /** Adds a text that was made of a range. */
  put(text: string, from: number, to: number): void {
    if (text !== '') this.#add(text, { from, to, isCopy: false });
  }

  result(): Folded {
    if (this.#pieces.length === 0 && this.#end === 0) return this.#before;
    this.copyUpTo(this.#before.text.length);
    const pieces = this.#pieces;
    const { originOf } = this.#before;
    return {
      text: this.#text,
      originOf: (start, end) => {
        const first = pieceAt(pieces, start);
        const last = pieceAt(pieces, Math.max(start, end - 1));
        if (first === undefined || last === undefined) return originOf(0, 0);
        return originOf(
          first.isCopy ? first.from + start - first.at : first.from,
          last.isCopy ? last.from + end - last.at : last.to,
        );
      },
    };
  }

  #add(text: string, piece: Omit<Piece, 'at'>): void {
    this.#pieces.push({ at: this.#text.length, ...piece });
    this.#text += text;
  }
}

/** The last piece that begins at or before the offset. */
function pieceAt(pieces: readonly Piece[], offset: number): Piece | undefined {
  let [low, high] = [0, pieces.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (pieces[middle]!.at <= offset) low = middle + 1;
    else high = middle;
  }
  return pieces[low - 1];
}

export function unchanged(text: string): Folded {
  return { text, originOf: (start, end) => [start, end] };
}

/** Replaces each match of a global pattern. `replacement` adds the new text. */
export function replaceMatches(
  before: Folded,
  pattern: RegExp,
  replacement: (rewrite: Rewrite, match: RegExpExecArray, end: number) => void,
  atEnd?: (rewrite: Rewrite) => void,
): Folded {
  const rewrite = new Rewrite(before);
  for (const match of before.text.matchAll(pattern)) {
    const end = match.index + match[0].length;
    rewrite.copyUpTo(match.index);
    replacement(rewrite, match, end);
    rewrite.skipTo(end);
  }
  if (atEnd !== undefined) {
    rewrite.copyUpTo(before.text.length);
    atEnd(rewrite);
  }
  return rewrite.result();
}
