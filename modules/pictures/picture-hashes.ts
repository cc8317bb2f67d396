/**
 * The hashes of a reader's picture as one text of hex digits, 16 for each: the perceptual hash, then each difference hash and that of the
 * mirrored picture. Pure.
 */
import type { DifferenceHash } from '../../mappings/difference-hash.ts';

const DIGITS = 16;
/** A SHA-256 has 64 digits. */
const FORM = /^[0-9a-f]{16}(?:(?:[0-9a-f]{32}){1,2})?$/i;

export function isPictureHashes(text: string): boolean {
  return FORM.test(text);
}

export function printPictureHashes(perceptual: bigint, differences: readonly DifferenceHash[]): string {
  return [perceptual, ...differences.flatMap(({ hash, mirrored }) => [hash, mirrored])]
    .map((hash) => BigInt.asUintN(64, hash).toString(16).padStart(DIGITS, '0'))
    .join('');
}

/** The hashes as signed decimal numbers; null for another text. */
export function readPictureHashes(
  text: string,
): { readonly perceptual: string; readonly differences: readonly string[] } | null {
  if (!isPictureHashes(text)) return null;
  const hashes = Array.from({ length: text.length / DIGITS }, (_, at) =>
    BigInt.asIntN(64, BigInt(`0x${text.slice(at * DIGITS, (at + 1) * DIGITS)}`)).toString(),
  );
  const [perceptual = '', ...differences] = hashes;
  return { perceptual, differences };
}
