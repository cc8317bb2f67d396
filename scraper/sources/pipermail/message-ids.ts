/** Ids of messages in header fields. */

/** Fields are cut off behind so many characters. */
const MAX_FIELD = 20_000;

/** The ids in `<…>`, with other text around them; without brackets, the words of a field that consists of ids alone. */
export function idsIn(field: string): string[] {
  const text = field.slice(0, MAX_FIELD);
  const inBrackets = [...text.matchAll(/<([^<>"]{1,500})>/g)].map(([, id = '']) => id.replaceAll(/\s/g, ''));
  const found = inBrackets.filter((id) => id !== '');
  if (found.length > 0 || /[<>]/.test(text)) return found;
  const words = text.split(/[\s,;]+/).filter((word) => word !== '');
  return words.every((word) => /^[^\s@"()]{1,250}@[^\s@"()]{1,250}$/.test(word)) ? words : [];
}
