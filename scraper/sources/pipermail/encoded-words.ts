/** Encoded words of header fields, RFC 2047, as real programs write them. */
import { charsetOf } from '../charset-labels.ts';
import { decodeStrictly, decodeText, type DecodedText } from './charset.ts';

/** `=?utf-8?Q?G=C3=B6ran?=`. Some programs leave spaces and question marks in a word. */
const WORD = /=\?([^?\s]{1,60})\?([QqBb])\?(.*?)\?=(?![0-9A-Fa-f]{2})/gs;

interface Word {
  /** As declared; a language behind it is cut off by `charsetOf`. */
  readonly label: string;
  readonly encoding: 'Q' | 'B';
  readonly payload: string;
}

interface FieldReading {
  /** The charset of bytes that name none. */
  readonly fallback: string;
  readonly onText: (decoded: DecodedText) => void;
}

/** The text of a field; `fallback`: the charset of bytes that name none; `onText` is called for each run of one charset. */
export function decodeField(bytes: string, fallback: string, onText: FieldReading['onText'] = () => undefined): string {
  const reading = { fallback, onText };
  let text = '';
  let words: Word[] = [];
  let end = 0;
  for (const match of bytes.matchAll(WORD)) {
    const [whole, label = '', encoding = '', payload = ''] = match;
    const between = bytes.slice(end, match.index);
    // White space between two words only folds the line.
    if (words.length > 0 && !/^\s*$/.test(between)) {
      text += decodeAdjacent(words, reading);
      words = [];
    }
    if (words.length === 0) text += decodeNamed(between, null, reading);
    words.push({ label, encoding: encoding.toUpperCase() === 'B' ? 'B' : 'Q', payload });
    end = match.index + whole.length;
  }
  return text + decodeAdjacent(words, reading) + decodeNamed(bytes.slice(end), null, reading);
}

function decodeNamed(bytes: string, declared: string | null, { fallback, onText }: FieldReading): string {
  const decoded = decodeText(bytes, { declared, fallback });
  onText(decoded);
  return decoded.text;
}

/** Words that follow each other. A character may be split between two, also of different encodings or labels. */
function decodeAdjacent(words: readonly Word[], reading: FieldReading): string {
  let text = '';
  for (let start = 0; start < words.length;) {
    const end = endOfRun(words, start);
    text += decodeRun(words.slice(start, end), reading);
    start = end;
  }
  return text;
}

/** The words from `start` that are decoded together: those of one charset, and the next one if they end within a character. */
function endOfRun(words: readonly Word[], start: number): number {
  const charset = charsetOf(words[start]?.label);
  let end = start + 1;
  while (end < words.length && charsetOf(words[end]?.label) === charset) end++;
  if (end === words.length || charset === null) return end;
  const bytes = bytesOf(words.slice(start, end));
  const isCut =
    decodeStrictly(bytes, charset) === null &&
    decodeStrictly(bytes + bytesOf(words.slice(end, end + 1)), charset) !== null;
  return isCut ? end + 1 : end;
}

function decodeRun(words: readonly Word[], reading: FieldReading): string {
  const declared = words[0]?.label ?? null;
  const charset = charsetOf(declared);
  if (words.length > 1 && charset !== null && charset !== 'utf-7') {
    const together = [bytesOf(words), bytesOfJoined(words)].find((bytes) => decodeStrictly(bytes, charset) !== null);
    if (together === undefined) return words.map((word) => decodeRun([word], reading)).join('');
    return decodeNamed(together, declared, reading);
  }
  return decodeNamed(bytesOf(words), declared, reading);
}

function bytesOf(words: readonly Word[]): string {
  return words.map(({ encoding, payload }) => (encoding === 'B' ? unbase64(payload) : unquote(payload))).join('');
}

/** For base64 that was cut between its groups of four. */
function bytesOfJoined(words: readonly Word[]): string {
  return words.every(({ encoding }) => encoding === 'B')
    ? unbase64(words.map(({ payload }) => payload.replace(/=+$/, '')).join(''))
    : bytesOf(words);
}

function unbase64(payload: string): string {
  return Buffer.from(payload.replaceAll(/[^A-Za-z0-9+/]/g, ''), 'base64').toString('latin1');
}

function unquote(payload: string): string {
  return payload
    .replaceAll('_', ' ')
    .replaceAll(/=\s*([0-9a-f]{2})/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
