/**
 * The closed set of what a comment can hold. Everything that shows or searches a comment works on these: no HTML of a
 * source ever reaches a page. A token is added here first, then every switch over `kind` fails to compile until it knows it.
 *
 * No text in a token holds U+0000, another control character than line end and tab, a lone surrogate, or a sentinel of
 * search highlights: each such code unit is U+FFFD here, one for one, so that offsets are stable.
 */
export type CommentToken = LeafToken | ParentToken;

/** A token that bears text of its own, or stands for a line end. */
export type LeafToken =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'break' }
  /** Preformatted, a block; line ends are `\n` inside. */
  | { readonly kind: 'code'; readonly text: string }
  /** TeX source, without its delimiters; line ends are `\n`. */
  | { readonly kind: 'math'; readonly tex: string; readonly display: boolean }
  /** A link to a post that stood when the comment was written. `board` and `thread` are null where the link leaves them out. */
  | {
      readonly kind: 'quotelink';
      readonly text: string;
      readonly board: string | null;
      readonly thread: number | null;
      readonly num: number;
    }
  /** A quote of a post that was gone. */
  | { readonly kind: 'deadlink'; readonly text: string; readonly board: string | null; readonly num: number | null }
  /** `>>>/g/` or `>>>/g/search words`. */
  | { readonly kind: 'boardlink'; readonly text: string; readonly board: string; readonly search: string | null }
  /** http, https or mailto only, and always a valid URL; anything else stays text. */
  | { readonly kind: 'link'; readonly href: string; readonly text: string }
  /** The table that some boards add below a photograph; a block. */
  | { readonly kind: 'exif'; readonly rows: readonly ExifRow[] }
  /** `Your fortune: …`, a block; colour as `#rrggbb` or null. */
  | { readonly kind: 'fortune'; readonly text: string; readonly color: string | null };

export type ParentToken =
  /** `>implying`: a line set off as greentext. */
  | { readonly kind: 'greentext'; readonly children: readonly CommentToken[] }
  | { readonly kind: 'spoiler'; readonly children: readonly CommentToken[] }
  | { readonly kind: 'style'; readonly style: TextStyle; readonly children: readonly CommentToken[] }
  /** Shift_JIS art: fixed cells, line ends matter. */
  | { readonly kind: 'sjis'; readonly children: readonly CommentToken[] }
  /** `Oekaki Post (Time: …)`, which the source adds below a drawing made on it; a block. */
  | { readonly kind: 'oekaki'; readonly children: readonly CommentToken[] }
  /** `(USER WAS BANNED FOR THIS POST)` and the like: written by staff, set off in red. */
  | { readonly kind: 'notice'; readonly children: readonly CommentToken[] };

export type TextStyle =
  | 'bold'
  | 'italic'
  | 'underline'
  | 'strike'
  | 'small'
  | 'big'
  | 'sub'
  | 'sup'
  | 'heading'
  // The three colours that a quest board's posters may write in.
  | 'red'
  | 'green'
  | 'blue';

/** A heading row has a null value. */
export interface ExifRow {
  readonly name: string;
  readonly value: string | null;
}

export interface ParsedComment {
  readonly tokens: readonly CommentToken[];
  /** Markup that the set above has no place for, by `tag.class`, with how often it stood there. Its text was kept. */
  readonly unknown: ReadonlyMap<string, number>;
}
