/**
 * The text of bytes whose charset is declared, wrong, or unknown. Bytes are strings with one character per byte ("binary strings"), since
 * messages are split and searched as text before their charset is known.
 */
import { DEFAULT_MAIL_CHARSET } from '../../../mappings/mail-charsets.ts';
import { charsetOf, decoderOf, ESCAPED_CHARSETS } from '../charset-labels.ts';
import { decodeEscaped, decodeHz, decodeUtf7, isUtf7 } from './escaped-charsets.ts';

/** How the charset was found; `mixed`: line by line. */
export type CharsetRule = 'ascii' | 'declared' | 'escapes' | 'utf-8' | 'mixed' | 'fallback';

export interface DecodedText {
  readonly text: string;
  readonly rule: CharsetRule;
  /** The declared charset does not fit the bytes. */
  readonly isWronglyDeclared: boolean;
  /** Bytes that the fallback decoded, whole lines; '' for none. */
  readonly undeclared: string;
}

const IS_ASCII = /^[\0-\x7f]*$/;
/** Characters that only a wrong charset gives. ASCII controls are no evidence: they are the same in every charset. */
const ODD = /[\x80-\x84\x86-\x9f\uFFFD\uFFFE\uFFFF]/;
/** Charsets with one byte per character. Their text is never valid UTF-8 by chance, unlike short Chinese texts. */
const SINGLE_BYTE = /^(?:windows-|iso-8859-|koi8-|macintosh|x-mac-|ibm866)/;

export interface CharsetHints {
  /** As the message names it. */
  readonly declared: string | null;
  /** The charset of text that names none and shows none; a label of TextDecoder. */
  readonly fallback: string;
}

/** Decodes a text by the declared charset if it fits, then by escape sequences, as UTF-8, line by line, or by the fallback. */
export function decodeText(bytes: string, { declared, fallback }: CharsetHints): DecodedText {
  const charset = charsetOf(declared);
  const byLabel = charset === null ? null : plausible(bytes, charset);
  if (byLabel !== null) return { text: byLabel, rule: 'declared', isWronglyDeclared: false, undeclared: '' };
  const isWronglyDeclared = charset !== null;
  const found = (text: string, rule: CharsetRule): DecodedText => ({
    text,
    rule,
    isWronglyDeclared,
    undeclared: '',
  });
  if (IS_ASCII.test(bytes)) {
    const text = decodeEscaped(bytes) ?? decodeHz(bytes) ?? (isUtf7(bytes) ? decodeUtf7(bytes) : null);
    return text === null ? found(bytes, 'ascii') : found(text, 'escapes');
  }
  const escaped = decodeEscaped(bytes);
  if (escaped !== null) return found(escaped, 'escapes');
  const utf8 = decodeStrictly(bytes, 'utf-8');
  if (utf8 !== null) return found(utf8, 'utf-8');
  const ofRest = charset !== null && charset !== 'utf-8' && decoderOf(charset) !== null ? charset : fallback;
  const whole = SINGLE_BYTE.test(ofRest) ? null : decodeStrictly(bytes, ofRest);
  const isFallback = ofRest === fallback;
  if (whole !== null) return { ...found(whole, 'fallback'), undeclared: isFallback ? bytes : '' };
  const { undeclared, ...decoded } = decodeLines(bytes, ofRest);
  return { ...decoded, isWronglyDeclared, undeclared: isFallback ? undeclared : '' };
}

/** For a UTF-8 text that quotes another one, and the reverse. */
function decodeLines(bytes: string, ofRest: string): Omit<DecodedText, 'isWronglyDeclared'> {
  const rules = new Set<CharsetRule>();
  const undeclared: string[] = [];
  const lines = bytes.split('\n').map((line) => {
    if (IS_ASCII.test(line)) return decodeEscaped(line) ?? line;
    const utf8 = decodeStrictly(line, 'utf-8');
    rules.add(utf8 === null ? 'fallback' : 'utf-8');
    if (utf8 === null) undeclared.push(line);
    return utf8 ?? decodeStrictly(line, ofRest) ?? decodeLoosely(line, DEFAULT_MAIL_CHARSET);
  });
  const rule = rules.size > 1 ? 'mixed' : 'fallback';
  return { text: lines.join('\n'), rule, undeclared: undeclared.join('\n') };
}

/** null if the bytes cannot be a text of the charset. */
function plausible(bytes: string, charset: string): string | null {
  if (charset === 'utf-7') return decodeUtf7(bytes);
  if (charset === 'hz-gb-2312') return decodeHz(bytes);
  if (ESCAPED_CHARSETS.has(charset)) return IS_ASCII.test(bytes) ? (decodeEscaped(bytes) ?? bytes) : null;
  if (IS_ASCII.test(bytes)) {
    if (charset.startsWith('utf-16')) return null;
    // Some programs declare UTF-8 and send escape sequences.
    return decodeEscaped(bytes) ?? bytes;
  }
  const text = decodeStrictly(bytes, charset);
  if (text === null || ODD.test(text)) return null;
  return SINGLE_BYTE.test(charset) && decodeStrictly(bytes, 'utf-8') !== null ? null : text;
}

/** null if the bytes are not valid in the charset. */
export function decodeStrictly(bytes: string, charset: string): string | null {
  try {
    return decoderOf(charset)?.decode(Buffer.from(bytes, 'latin1')) ?? null;
  } catch {
    return null;
  }
}

/** At most so many bytes, cut behind a byte that ends a character in every charset, if there is one. */
export function beginningOf(bytes: string, most: number): string {
  if (bytes.length <= most) return bytes;
  const cut = bytes.slice(0, most);
  return cut.replace(/[\x40-\xff]+$/, '') || cut;
}

function decodeLoosely(bytes: string, charset: string): string {
  return new TextDecoder(charset).decode(Buffer.from(bytes, 'latin1'));
}
