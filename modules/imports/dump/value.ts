/** One value of an INSERT statement. */
import { isCall, readCall } from './calls.ts';
import { endOfQuoted, skipSpace, unescape } from './scan-text.ts';
import { INCOMPLETE, MALFORMED, type Syntax, type Value } from './value-form.ts';

const NUMBER = /[-+]?(?:\d[\d.]*(?:[eE][-+]?\d+)?|\.\d+)/y;
const WORD = /[A-Za-z_][A-Za-z0-9_]*/y;
const HEX = /0x([0-9A-Fa-f]*)/y;

/**
 * `text` is scanned as Latin-1 from `at`, where the value begins.
 * @param depth the number of nested calls around the value
 */
export function readValue(text: string, at: number, syntax: Syntax, depth = 0): Value {
  const sign = text[at];
  if (sign === undefined) return INCOMPLETE;
  if (sign === "'") return quoted(text, at + 1, syntax, syntax.backslash);
  if (sign === '0' && (text[at + 1] === 'x' || text[at + 1] === undefined)) return hexadecimal(text, at, syntax);
  const digits = endOfDigits(text, at);
  const next = text[digits];
  if (digits > at && (next === ',' || next === ')')) return plain(text, digits, text.slice(at, digits));
  if (sign === 'N' && text.startsWith('NULL', at) && /[,)]/.test(text[at + 4] ?? '')) return plain(text, at + 4, null);
  if (/[-+.\d]/.test(sign)) {
    const found = match(NUMBER, text, at);
    return found === null ? MALFORMED : plain(text, at + found[0].length, found[0]);
  }
  const [word] = match(WORD, text, at) ?? [];
  return word === undefined ? MALFORMED : afterWord(text, at + word.length, word, syntax, depth);
}

/** Most values are whole numbers. */
function endOfDigits(text: string, from: number): number {
  let at = from;
  for (let code = text.charCodeAt(at); code >= 48 && code <= 57; code = text.charCodeAt(at)) at++;
  return at;
}

/** NULL, booleans, calls, and prefixes of quoted texts: a character set or an escape form. */
function afterWord(text: string, at: number, word: string, syntax: Syntax, depth: number): Value {
  if (at >= text.length) return INCOMPLETE;
  const upper = word.toUpperCase();
  if (upper === 'NULL') return plain(text, at, null);
  if (upper === 'TRUE' || upper === 'FALSE') return plain(text, at, upper === 'TRUE' ? '1' : '0');
  if (isCall(upper) && text[at] === '(') return readCall(text, at + 1, upper, syntax, depth, readValue);
  let start = at;
  if (word.startsWith('_')) while (text[start] === ' ') start++;
  if (start >= text.length) return INCOMPLETE;
  if (word.startsWith('_') && text[start] !== "'") return readValue(text, start, syntax, depth);
  if (text[start] !== "'") return MALFORMED;
  if (word.startsWith('_') || upper === 'N') return quoted(text, start + 1, syntax, syntax.backslash);
  if (upper === 'E') return quoted(text, start + 1, syntax, true);
  const content = quoted(text, start + 1, { ...syntax, decode: (bytes) => bytes }, false);
  if (content.kind !== 'value' || content.value === null) return content;
  if (upper === 'X' && /^(?:[0-9a-f]{2})*$/i.test(content.value)) {
    return { ...content, value: decoded(Buffer.from(content.value, 'hex'), syntax) };
  }
  if (upper === 'B' && /^[01]{1,53}$/.test(content.value)) {
    return { ...content, value: String(Number.parseInt(content.value, 2)) };
  }
  return MALFORMED;
}

/** A text, also one in several parts: SQL joins adjacent literals. */
function quoted(text: string, start: number, syntax: Syntax, backslash: boolean): Value {
  let value: string | null = null;
  for (let from = start; ;) {
    const end = endOfQuoted(text, from, "'", backslash);
    if (end === -1) return INCOMPLETE;
    if (syntax.decode !== null) {
      const part = syntax.decode(unescape(text.slice(from, end), "'", backslash));
      value = value === null ? part : value + part;
    }
    const next = text.charCodeAt(end + 1);
    if (next > 32) return { kind: 'value', value, end: end + 1 };
    const after = skipSpace(text, end + 1);
    if (after >= text.length) return INCOMPLETE;
    if (text[after] !== "'") return { kind: 'value', value, end: end + 1 };
    from = after + 1;
  }
}

function hexadecimal(text: string, at: number, syntax: Syntax): Value {
  const found = match(HEX, text, at);
  if (found === null) return text[at + 1] === undefined ? INCOMPLETE : MALFORMED;
  const [whole, digits = ''] = found;
  if (at + whole.length >= text.length) return INCOMPLETE;
  if (digits.length % 2 === 1) return MALFORMED;
  return {
    kind: 'value',
    value: decoded(Buffer.from(digits, 'hex'), syntax),
    end: at + whole.length,
  };
}

function decoded(bytes: Buffer, { decode }: Syntax): string | null {
  return decode === null ? null : decode(bytes.toString('latin1'));
}

/** A token without a terminator is complete only if something follows. */
function plain(text: string, end: number, value: string | null): Value {
  return end >= text.length ? INCOMPLETE : { kind: 'value', value, end };
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
