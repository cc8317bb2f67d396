/** The parts of a comment's plain text, which searches read separately: what the poster wrote, and what the site added. */
import { commentPlainText, hasAddedText, type TextPart, walkText } from './plain-text.ts';
import type { CommentToken } from './tokens.ts';

/** Offsets in the plain text, in order. Line ends between two pieces of a part belong to the part. */
type Pieces = Readonly<Record<TextPart, (readonly [start: number, end: number])[]>>;

function piecesOf(tokens: readonly CommentToken[]): { readonly plain: string; readonly pieces: Pieces } {
  const pieces: Pieces = { written: [], exif: [], notice: [] };
  let last: TextPart | null = null;
  const plain = walkText(tokens, (owner, text, start, part) => {
    // The headings of a table are the same in all tables.
    if (!('kind' in owner) && owner.value === null) {
      last = null;
      return;
    }
    const own = pieces[part];
    const before = last === part ? own.pop() : undefined;
    own.push([before?.[0] ?? start, start + text.length]);
    last = part;
  });
  return { plain, pieces };
}

export type TextParts = Readonly<Record<TextPart, string>>;

/** The texts of the parts, each without the others; '' for a part that the comment does not have. */
export function textParts(tokens: readonly CommentToken[]): TextParts {
  if (!hasAddedText(tokens)) return { written: commentPlainText(tokens), exif: '', notice: '' };
  const { plain, pieces } = piecesOf(tokens);
  const joined = (part: TextPart) =>
    pieces[part]
      .map(([start, end]) => plain.slice(start, end).trim())
      .filter((text) => text !== '')
      .join('\n');
  return { written: joined('written'), exif: joined('exif'), notice: joined('notice') };
}

/** The text that the poster wrote. */
export function writtenText(tokens: readonly CommentToken[]): string {
  return textParts(tokens).written;
}

/**
 * The plain text with spaces in place of all other parts: it has the words of the part at their offsets in the plain text. `plain`: the
 * plain text.
 */
export function inPlace(tokens: readonly CommentToken[], plain: string, part: TextPart): string {
  if (!hasAddedText(tokens)) return part === 'written' ? plain : '';
  let text = '';
  for (const [start, end] of piecesOf(tokens).pieces[part]) {
    text += ' '.repeat(start - text.length) + plain.slice(start, end);
  }
  return text;
}
