/** Texts that a site prints as PHP's htmlspecialchars escapes them: vichan's subjects, names, addresses and staff words. */
import { decodeHTMLStrict } from 'entities/decode';

const ENTITY = '&(?:amp|lt|gt|quot|apos|#0?39);';
const HAS_ENTITY = new RegExp(ENTITY);
/** htmlspecialchars escapes these characters: a text with one of them was not escaped. */
const HAS_PLAIN = new RegExp(`[<>]|&(?!${ENTITY.slice(1)})`);

/** PostgreSQL's expression for a text that may be escaped. */
export const MAYBE_ESCAPED = ENTITY;

/** True if the text may be an output of htmlspecialchars. */
export function isEscaped(text: string | null): boolean {
  return text !== null && HAS_ENTITY.test(text) && !HAS_PLAIN.test(text);
}

/** The text before it was escaped; a text that was not escaped is returned unchanged. */
export function unescapeText(text: string): string {
  return isEscaped(text) ? decodeHTMLStrict(text) : text;
}
