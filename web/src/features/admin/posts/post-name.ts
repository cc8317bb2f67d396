export interface PostName {
  readonly num: number;
  readonly subnum: number;
  /** Where what was typed says it: a link to a post, or `>>>/g/123`. */
  readonly board: string | null;
}

/** Reads `123`, `123_4` or `123,4` for a ghost post, `>>>/g/123`, and links to a post in its thread; null for all else. */
export function readPostName(text: string): PostName | null {
  const typed = text.trim();
  const plain = /^(?:>>|№|No\.)?(\d+)(?:[_,](\d+))?$/i.exec(typed);
  if (plain !== null) return named(null, plain[1], plain[2]);
  const quote = /^>>>\/([a-z0-9_-]+)\/(\d+)(?:[_,](\d+))?$/.exec(typed);
  if (quote !== null) return named(quote[1] ?? null, quote[2], quote[3]);
  const link = /(?:^|\/)([a-z0-9_-]+)\/(?:thread\/\d+.*#p?|thread\/|post\/)(\d+)(?:_(\d+))?\/?$/.exec(typed);
  return link === null ? null : named(link[1] ?? null, link[2], link[3]);
}

function named(board: string | null, num = '', subnum = '0'): PostName | null {
  const [first, second] = [Number(num), Number(subnum)];
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(second) || first < 1) return null;
  return { board, num: first, subnum: second };
}
