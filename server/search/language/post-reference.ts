/** References to a post by num: `>>123`, `>>>/g/123`, `g/123`, `/g/123`, `123`. */

export interface PostReference {
  /** null: not named. In a comment that means the comment's board; in a query, any board that hits may be on. */
  readonly board: string | null;
  readonly num: number;
}

const QUOTED = /^(?:>>(\d{1,16})|>>>\/([a-z0-9_-]{1,32})\/(\d{1,16}))$/i;
const NAMED = /^(?:\/?([a-z0-9_-]{1,32})\/)?(\d{1,16})$/i;

/** A bare word that is a reference because of its `>>`; null for other words. */
export function parseQuotedReference(word: string): PostReference | null {
  const found = QUOTED.exec(word);
  return found === null ? null : reference(found[2], found[1] ?? found[3]);
}

/** A value of `quotes:` or `quoted-by:`; null if it is not a reference. */
export function parseReferenceValue(value: string): PostReference | null {
  const found = NAMED.exec(value);
  return found === null ? parseQuotedReference(value) : reference(found[1], found[2]);
}

export function printReference({ board, num }: PostReference): string {
  return board === null ? String(num) : `${board}/${num}`;
}

function reference(board: string | undefined, digits: string | undefined): PostReference | null {
  const num = Number(digits);
  return Number.isSafeInteger(num) && num > 0 ? { board: board?.toLowerCase() ?? null, num } : null;
}
