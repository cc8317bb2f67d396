/** Tripcodes: hashes of posters' secrets, by the algorithms that imageboards share. Pure. */
import { desCrypt } from './des-crypt.ts';
import { toShiftJis } from './shift-jis.ts';

/** The parts of a typed name: `Name#secret`, `Name##secret`, or both. */
export interface TypedName {
  /** Without surrounding spaces; '' for none. */
  readonly name: string;
  /** After one `#`; '' for none. */
  readonly secret: string;
  /** After two `#`; '' for none. */
  readonly secureSecret: string;
}

/** Splits at the first `#`; the text after a later `##` is the secret of the secure tripcode. */
export function splitName(typed: string): TypedName {
  const [, name = '', rest = ''] = /^([^#]*)#?(.*)$/s.exec(typed) ?? [];
  const [, secret = '', secureSecret = ''] = /^(.*?)(?:#(.*))?$/s.exec(rest) ?? [];
  return { name: name.trim(), secret, secureSecret };
}

/**
 * `!` and ten characters. The secret is HTML-escaped and encoded in Shift_JIS, as the scripts of the time received it; the salt is its
 * second and third character.
 */
export function tripcodeOf(secret: string): string {
  const key = toShiftJis(escaped(secret));
  const [first, second] = [...key.slice(1), ...Buffer.from('H.')].map(saltDigit);
  return `!${desCrypt(key, `${first}${second}`).slice(-10)}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const REPLACED = ':;<=>?@[\\]^_`';

function saltDigit(byte: number): string {
  const digit = String.fromCodePoint(byte);
  const at = REPLACED.indexOf(digit);
  if (at >= 0) return 'ABCDEFGabcdef'[at] ?? '.';
  return /^[.-z]$/.test(digit) ? digit : '.';
}
