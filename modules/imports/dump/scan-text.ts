/** Quoted texts in dumps, which are scanned as Latin-1: one character is one byte. */

/** The position of the closing quote of a text that begins at `start`; -1 if `text` ends before this can be decided. */
export function endOfQuoted(text: string, start: number, quote: string, backslash: boolean): number {
  for (let from = start; ;) {
    const end = text.indexOf(quote, from);
    // A doubled quote is a quote, so the next character must be known.
    if (end === -1 || end + 1 >= text.length) return -1;
    if (backslash && isEscaped(text, end, start)) from = end + 1;
    else if (text[end + 1] === quote) from = end + 2;
    else return end;
  }
}

/** The position of the next character other than white space. */
export function skipSpace(text: string, from: number): number {
  let at = from;
  for (let code = text.charCodeAt(at); code === 32 || (code >= 9 && code <= 13); code = text.charCodeAt(at)) at++;
  return at;
}

/** True if an odd number of backslashes precedes the position. */
export function isEscaped(text: string, at: number, start: number): boolean {
  let slashes = 0;
  while (at - slashes > start && text.charCodeAt(at - slashes - 1) === 92) slashes++;
  return slashes % 2 === 1;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '0': '\0',
  b: '\b',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  Z: '\u001A',
};

/** `\%` and `\_` are patterns for LIKE and keep their backslash. */
export function unescape(text: string, quote: string, backslash: boolean): string {
  if (!backslash) return text.replaceAll(quote + quote, quote);
  if (!text.includes('\\') && !text.includes(quote)) return text;
  return text.replaceAll(/\\([\s\S])|''|""/g, (found: string, sign: string | undefined) => {
    if (sign === undefined) return found[0] === quote ? quote : found;
    return sign === '%' || sign === '_' ? found : (ESCAPES[sign] ?? sign);
  });
}

const IS_ASCII = /^[\0-\x7F]*$/;

/** Turns bytes that were scanned as Latin-1 into text. */
export function createDecoder(charset: string): (bytes: string) => string {
  const decoder = new TextDecoder(charset, { ignoreBOM: true });
  return (bytes) => (IS_ASCII.test(bytes) ? bytes : decoder.decode(Buffer.from(bytes, 'latin1')));
}
