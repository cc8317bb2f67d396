/** A comment as Asagi stored it → the source's HTML, and back to what was stored. */
import { bbcodeToHtml } from '../../../mappings/comment/bbcode.ts';
import { cleanText } from '../../../mappings/comment/clean-text.ts';
import { parseComment } from '../../../mappings/comment/parse.ts';
import { commentPlainText } from '../../../mappings/comment/plain-text.ts';

export interface ReversedComment {
  readonly html: string | null;
  /** The stored text, if the HTML does not contain it. */
  readonly original: string | null;
}

export function reverseComment(written: string | null, isStaff: boolean, board: string): ReversedComment {
  if (written === null) return { html: null, original: null };
  // The table contains neither a quoted post's thread nor whether it exists: every quote becomes a link.
  const links = { board, ownBoard: board, has: () => true, threadOf: () => null };
  const html = bbcodeToHtml(written, links, { rawMarkup: isStaff ? 'staff' : 'spans' });
  return { html, original: isPlain(written) || plainTextOf(html) === written ? null : written };
}

/** True if the HTML of this text certainly converts back to it: no tags, entities, or characters that would be lost. */
function isPlain(written: string): boolean {
  return !/[[<&\r]/.test(written) && cleanText(written) === written;
}

/** The stored text of a reversed comment. */
export function originalOf({ html, original }: { readonly html: string; readonly original: string | null }): string {
  return original ?? plainTextOf(html);
}

function plainTextOf(html: string): string {
  return commentPlainText(parseComment(html).tokens);
}
