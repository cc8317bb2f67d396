/** A comment as Asagi stored it → the source's HTML, and back to what was stored. */
import { bbcodeToHtml } from '../../../mappings/comment/bbcode.ts';
import { cleanText } from '../../../mappings/comment/clean-text.ts';
import { parseComment } from '../../../mappings/comment/parse.ts';
import { commentPlainText } from '../../../mappings/comment/plain-text.ts';

export interface ReversedComment {
  readonly html: string | null;
  /** The stored text, where the HTML does not show it. */
  readonly original: string | null;
}

export function reverseComment(written: string | null, isStaff: boolean, board: string): ReversedComment {
  if (written === null) return { html: null, original: null };
  // The table does not tell in which thread a quoted post is, nor which posts exist: every quote is a link.
  const links = { board, ownBoard: board, has: () => true, threadOf: () => null };
  const html = bbcodeToHtml(written, links, { rawMarkup: isStaff ? 'staff' : 'spans' });
  return { html, original: isPlain(written) || plainTextOf(html) === written ? null : written };
}

/** Whether the HTML of this text is surely read back as the text: without tags, entities, and signs that are not kept. */
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
