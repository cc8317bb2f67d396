/** Which queries are asked while they are being typed. The language itself is read by the server alone. */

const MOST_CHARACTERS = 200;
/** Fields that cost little, and whose values are whole words. */
const CHEAP_FIELDS: ReadonlySet<string> = new Set(['board', 'boards', 'is', 'has']);
const QUOTES = /["“”„]/g;
/** Groups, choices and prefixes: costly, or nothing before they are finished. */
const SPECIAL = /[()|*]|(?:^|\s)(?:OR|AND|NOT)(?:\s|$)/;
const PART = /-*[^\s"“”„]*["“”„][^"“”„]*["“”„]|\S+/g;
const FIELD = /^([\p{L}\p{N}_.-]+):(.*)$/su;
/** Scripts that have whole words of one sign. */
const WORD_SIGNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const LEAST_CHARACTERS = 2;

/**
 * The query that a text is, where it is a simple one without a half-written end: words and phrases, with or without a
 * cheap field. null for what waits until it is asked for. `caret`: where the reader is writing; a field's value is taken
 * only once the caret has left it.
 */
export function queryWhileTyping(text: string, caret: number): string | null {
  const query = text.trim();
  if (query === '' || query.length > MOST_CHARACTERS || SPECIAL.test(query)) return null;
  if ((query.match(QUOTES)?.length ?? 0) % 2 === 1) return null;
  let hasWord = false;
  for (const { 0: part, index } of text.matchAll(PART)) {
    const isWanted = !part.startsWith('-');
    const term = part.replace(/^-+/, '');
    const [, name, value = ''] = FIELD.exec(term) ?? [];
    if (name !== undefined) {
      const isBeingWritten = caret > index && caret <= index + part.length;
      if (!CHEAP_FIELDS.has(name.toLowerCase()) || value === '' || isBeingWritten) return null;
    } else if (!isWord(term)) return null;
    else hasWord ||= isWanted && isLongEnough(term);
  }
  return hasWord ? query : null;
}

/** Not a sign alone, and not a post that is quoted. */
function isWord(term: string): boolean {
  return /[\p{L}\p{N}]/u.test(term) && !term.startsWith('>');
}

function isLongEnough(term: string): boolean {
  return term.replaceAll(QUOTES, '').trim().length >= LEAST_CHARACTERS || WORD_SIGNS.test(term);
}
