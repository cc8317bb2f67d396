/** Quotes a value unless it is a plain word. */
export function spell(text: string): string {
  return /^[\p{L}\p{N}][\p{L}\p{N}_.:/-]*$/u.test(text) ? text : quoted(text);
}

/** One value or several separated by commas, each a word without special characters or in quotes. */
const VALUES = /^(?:[=*]?"(?:[^"\\]|\\.)*"\*?|[^\s"“”„()|,]+)(?:,(?:"(?:[^"\\]|\\.)*"|[^\s"“”„()|,]*))*$/;

/** The value of a field as it was typed, quoted if it would otherwise end too early. */
export function spellValue(text: string): string {
  return VALUES.test(text) ? text : quoted(text);
}

/** A value without the quotes around it, if nothing else in it is special. */
export function unquoted(value: string): string {
  return /^"[^"\\]*"$/.test(value) && value.trim() !== '""' ? value.slice(1, -1) : value;
}

function quoted(text: string): string {
  return `"${text.replaceAll(/[\\"]/g, String.raw`\$&`)}"`;
}
