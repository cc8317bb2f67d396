/** Charsets that consist of ASCII bytes and show where other characters begin. Bytes are strings with one character per byte. */

// oxlint-disable no-control-regex -- the charsets are made of control characters
const IS_SHIFTED = /\x1b\$\)[ACG]/;
const IS_JAPANESE = /\x1b(?:\$[@B]|\([BJI]|\$\(D)/;
/** A set is chosen, characters of it, or ASCII. */
const SHIFTED = /\x1b\$\)([ACG])|\x0e([^\x0f\n]*)\x0f?|([^\x1b\x0e]+|\x1b)/g;
// oxlint-enable no-control-regex

/** Text by its ISO 2022 escape sequences; null without any, or if the text behind them is invalid. */
export function decodeEscaped(bytes: string): string | null {
  if (!bytes.includes('\x1b')) return null;
  // The Korean and Chinese forms shift between ASCII and the set that an escape sequence chose.
  if (IS_SHIFTED.test(bytes)) return decodeShifted(bytes);
  if (!IS_JAPANESE.test(bytes)) return null;
  // A line end returns to ASCII, also after a line that was cut. One damaged line does not spoil the others.
  const lines = bytes.split('\n').map((line) => ({ line, text: decodeWith('iso-2022-jp', line) }));
  if (!lines.some(({ line, text }) => text !== null && text !== line)) return null;
  return lines
    .map(({ line, text }) => text ?? new TextDecoder('iso-2022-jp').decode(Buffer.from(line, 'latin1')))
    .join('\n');
}

const SHIFTED_SETS: Readonly<Record<string, string>> = { A: 'gbk', C: 'euc-kr' };

function decodeShifted(bytes: string): string | null {
  let set = 'C';
  let text = '';
  for (const [, chosen, shifted, plain] of bytes.matchAll(SHIFTED)) {
    if (chosen !== undefined) set = chosen;
    else if (shifted === undefined) text += (plain ?? '').replaceAll('\x0f', '');
    else {
      const part = decodeHigh(SHIFTED_SETS[set] ?? '', shifted);
      if (part === null) return null;
      text += part;
    }
  }
  return text;
}

/** `~{<:Ky~}`; null for a text without such a part, or with an invalid one. */
export function decodeHz(bytes: string): string | null {
  if (!/~\{(?:[\x21-\x77][\x21-\x7e])+~\}/.test(bytes)) return null;
  let isValid = true;
  const text = bytes.replace(/~\{([\x21-\x7e]*?)~\}|~~|~\n/g, (whole, part: string | undefined) => {
    if (part === undefined) return whole === '~~' ? '~' : '';
    const decoded = part.length % 2 === 0 ? decodeHigh('gbk', part) : null;
    isValid &&= decoded !== null;
    return decoded ?? whole;
  });
  return isValid ? text : null;
}

/** Sets of two bytes per character differ from their 8-bit forms by the highest bit. */
function decodeHigh(charset: string, bytes: string): string | null {
  return decodeWith(
    charset,
    bytes.replace(/[\x21-\x7e]/g, (byte) => String.fromCharCode(byte.charCodeAt(0) | 0x80)),
  );
}

function decodeWith(charset: string, bytes: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return null;
  }
}

const UTF7_RUN = /\+([A-Za-z0-9+/]*)-?/g;

/** `G+APY-ran`; null for bytes that are not UTF-7. */
export function decodeUtf7(bytes: string): string | null {
  if (/[^\0-\x7f]/.test(bytes)) return null;
  let isValid = true;
  const text = bytes.replace(UTF7_RUN, (whole, base64: string) => {
    if (base64 === '') return whole === '+-' ? '+' : whole;
    const run = utf16Of(base64);
    isValid &&= run !== null;
    return run ?? whole;
  });
  return isValid ? text : null;
}

/** null unless the run is UTF-16 in base64 with only zero bits left over. */
function utf16Of(base64: string): string | null {
  const bytes = Buffer.from(base64, 'base64');
  const spareBits = (base64.length * 6) % 16;
  if (spareBits > 5 || bytes.length < 2) return null;
  const last = bytes.length % 2 === 0 ? 0 : (bytes.at(-1) ?? 0);
  if (last !== 0) return null;
  const text = bytes
    .subarray(0, bytes.length - (bytes.length % 2))
    .swap16()
    .toString('utf16le');
  return text.isWellFormed() && Buffer.from(base64, 'base64').toString('base64').startsWith(base64) ? text : null;
}

/**
 * True for an undeclared text that can only be UTF-7. `C+API-` looks like a run too, so there must be two different ones, and all must be letters
 * of alphabets: any three letters of base64 may be a Chinese character.
 */
export function isUtf7(bytes: string): boolean {
  const runs = new Set([...bytes.matchAll(/\+([A-Za-z0-9+/]{3,})-/g)].map(([, run = '']) => run));
  if (runs.size < 2) return false;
  return [...runs].every(
    (run) => /^[\p{L}\p{M}\p{P}\s]+$/u.test(utf16Of(run) ?? '') && !/[^\0-\u06FF]/.test(utf16Of(run) ?? ''),
  );
}
