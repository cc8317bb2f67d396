/**
 * Values of `similar:`: a file by its SHA-256, or the hashes of a picture (picture-hashes.ts), each with `~` and the largest distance in
 * bits. Pure.
 */
import { readSha256 } from '../../mappings/search/values/hash.ts';
import { ValueMistake, type ReadValue } from '../../mappings/search/values/mistake.ts';
import { DEFAULT_BITS, MAX_BITS } from './limits.ts';
import { isPictureHashes } from './picture-hashes.ts';

export interface SimilarValue {
  /** Hexadecimal: 64 digits of a SHA-256, or 16, 48 or 80 of a picture's hashes. */
  readonly hash: string;
  readonly bits: number;
}

const FORM = /^(.*?)(?:~(\d{1,2}))?$/s;
/** `like:` finds similar threads. */
const THREAD = /^(?:>>>)?\/?[a-z0-9_-]{1,32}\/\d{1,15}$/i;

/** Always with a distance: `9f86…~7`. */
export function readSimilar(written: string): ReadValue {
  const [, hash = '', digits = String(DEFAULT_BITS)] = FORM.exec(written) ?? [];
  if (THREAD.test(written))
    return new ValueMistake('similar: takes a file. like: finds similar threads.', `like:${written}`);
  const sha256 = isPictureHashes(hash) ? [hash.toLowerCase()] : readSha256(hash);
  if (sha256 instanceof ValueMistake) {
    return new ValueMistake(
      `similar: takes the SHA-256 of a file, or the hashes of a picture (16, 48 or 80 hex digits), and after a "~" the largest distance, such as ~${MAX_BITS}.`,
    );
  }
  const bits = Number(digits);
  if (bits > MAX_BITS) {
    return new ValueMistake(`similar: finds pictures up to a distance of ${MAX_BITS}.`, `similar:${hash}~${MAX_BITS}`);
  }
  return sha256.map((one) => `${one}~${bits}`);
}

/** The inverse of `readSimilar`: the default distance is left out. */
export function printSimilar(value: string): string {
  const { hash, bits } = parseSimilar(value);
  return bits === DEFAULT_BITS ? hash : value;
}

/** Parses a result of `readSimilar`. */
export function parseSimilar(value: string): SimilarValue {
  const [hash = '', bits = ''] = value.split('~');
  return { hash, bits: Number(bits) };
}
