/**
 * The closed set of tokens of a comment. Everything that shows or searches comments works on tokens; no HTML of a source
 * ever reaches a page. A new kind of token is added here first; then every switch over `kind` fails to compile until it
 * handles the new kind.
 *
 * Texts in tokens have no control characters except line ends and tabs, no lone surrogates, and no sentinels of search
 * highlights: each such code unit is replaced by U+FFFD, so that offsets stay the same.
 */
export type CommentToken = LeafToken | ParentToken;

/** A token with text of its own, or a line end. */
export type LeafToken =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'break' }
  /** Preformatted text, a block. Line ends are `\n`. */
  | { readonly kind: 'code'; readonly text: string }
  /** TeX source without its delimiters. Line ends are `\n`. */
  | { readonly kind: 'math'; readonly tex: string; readonly display: boolean }
  /** A link to a post that existed when the source made the link. `board` and `thread` are null if the link has none. */
  | {
      readonly kind: 'quotelink';
      readonly text: string;
      readonly board: string | null;
      readonly thread: number | null;
      readonly num: number;
    }
  /** A link to a post that no longer existed. */
  | { readonly kind: 'deadlink'; readonly text: string; readonly board: string | null; readonly num: number | null }
  /** `>>>/g/` or `>>>/g/search words`. */
  | { readonly kind: 'boardlink'; readonly text: string; readonly board: string; readonly search: string | null }
  /** A valid http, https or mailto URL; other addresses stay text. */
  | { readonly kind: 'link'; readonly href: string; readonly text: string }
  /** The table that some boards add below a photograph, a block. */
  | { readonly kind: 'exif'; readonly rows: readonly ExifRow[] }
  /** `Your fortune: …`, a block. `color` is `#rrggbb` or null. */
  | { readonly kind: 'fortune'; readonly text: string; readonly color: string | null };

export type ParentToken =
  /** A line in the style of a quote: `>implying`. */
  | { readonly kind: 'greentext'; readonly children: readonly CommentToken[] }
  | { readonly kind: 'spoiler'; readonly children: readonly CommentToken[] }
  | { readonly kind: 'style'; readonly style: TextStyle; readonly children: readonly CommentToken[] }
  /** Shift_JIS art: shown in a monospaced font with its line ends. */
  | { readonly kind: 'sjis'; readonly children: readonly CommentToken[] }
  /** `Oekaki Post (Time: …)`, which the source adds below a drawing that was made on the board, a block. */
  | { readonly kind: 'oekaki'; readonly children: readonly CommentToken[] }
  /** A notice by staff, shown in red, such as `(USER WAS BANNED FOR THIS POST)`. */
  | { readonly kind: 'notice'; readonly children: readonly CommentToken[] }
  /** `Rolled 4, 2 = 6 (2d6)`: the result of dice that the source threw for the poster. */
  | { readonly kind: 'dice'; readonly children: readonly CommentToken[] };

/**
 * The kinds of tokens that the site adds to a comment, with the part of the text that they form. The part is searched by a field of its
 * own (mappings/search/fields/added.ts); only the other tokens are words of the comment.
 */
export const ADDED_BY_SITE = {
  exif: 'exif',
  fortune: 'notice',
  oekaki: 'notice',
  notice: 'notice',
  dice: 'notice',
} as const satisfies Partial<Record<CommentToken['kind'], string>>;

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
  // The three text colours of quest boards.
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
  /** Unknown markup, by `tag.class`, with the number of its occurrences. Its text is kept. */
  readonly unknown: ReadonlyMap<string, number>;
}
