/** Hashes of files as people write them. */
import { ValueMistake, type ReadValue } from './mistake.ts';

const OTHER_HASHES = new Map([
  [16, 'md5'],
  [32, 'sha256'],
]);

/** 16 bytes in base64, as in the index. */
export function readMd5(written: string): ReadValue {
  const bytes = bytesOf(written);
  return bytes?.length === 16 ? [btoa(bytes)] : notHash('md5', 16, written, bytes);
}

/** 32 bytes in hex, as in the index. */
export function readSha256(written: string): ReadValue {
  const bytes = bytesOf(written);
  return bytes?.length === 32 ? [hexOf(bytes)] : notHash('sha256', 32, written, bytes);
}

function notHash(name: string, bytes: number, written: string, read: string | null): ValueMistake {
  const other = read === null ? undefined : OTHER_HASHES.get(read.length);
  const forms = `${bytes * 2} hex digits or ${Math.ceil((bytes * 4) / 3)} characters of base64`;
  return new ValueMistake(`${name}: takes ${forms}.`, other === undefined ? null : `${other}:${written}`);
}

/** Reads hex, base64 or URL-safe base64, with or without padding. Each byte is one character, as in `atob`. */
function bytesOf(written: string): string | null {
  if (/^[0-9a-f]+$/i.test(written) && (written.length === 32 || written.length === 64)) {
    return written.replaceAll(/../g, (digits) => String.fromCodePoint(Number.parseInt(digits, 16)));
  }
  if (!/^[\w+/-]+=*$/.test(written)) return null;
  const standard = written.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  // Four characters encode three bytes; one left over encodes nothing.
  if (standard.length % 4 === 1) return null;
  const bytes = atob(standard);
  // Leftover bits must be zero; otherwise a character is wrong or missing.
  return btoa(bytes).replace(/=+$/, '') === standard ? bytes : null;
}

function hexOf(bytes: string): string {
  return Array.from(bytes, (byte) => (byte.codePointAt(0) ?? 0).toString(16).padStart(2, '0')).join('');
}
