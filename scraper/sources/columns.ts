/** From what sources write to what columns hold: conversions that more than one source needs. */
import { clampCount, type PostFields } from '../../mappings/post.ts';
import { RefusedError } from './parse-result.ts';

export const MAX_INT = 2 ** 31 - 1;
/** The end of the year 9999, in seconds. */
export const MAX_TIME = 253_402_300_799;

/** 16 bytes in base64. */
export function readMd5(text: string | null, name: string): Uint8Array | null {
  if (text === null) return null;
  if (!/^[A-Za-z0-9+/]{21}[AQgw]==$/.test(text)) {
    throw new RefusedError(
      'out_of_range',
      `${name} must be 16 bytes in base64, not ${JSON.stringify(text.slice(0, 80))}`,
    );
  }
  return Buffer.from(text, 'base64');
}

/** The sources' words for "not known" and for the satellite providers. */
const NO_COUNTRY = words('XX A1');

/** `lossy`: the column does not tell the source's word. */
export function countryColumn(
  country: string | null,
  trollFlag: string | null,
): { readonly column: string | null; readonly lossy: boolean } {
  if (country !== null && !NO_COUNTRY.has(country)) return { column: country, lossy: false };
  return { column: trollFlag === null ? null : `troll:${trollFlag.toLowerCase()}`, lossy: country !== null };
}

/** Sources write 0 where they do not know. */
export function positive(value: number | null): number | null;
export function positive<T>(value: number | null, convert: (value: number) => T): T | null;
export function positive<T>(value: number | null, convert?: (value: number) => T): T | number | null {
  if (value === null || value === 0) return null;
  return convert === undefined ? value : convert(value);
}

export function clampOrNull(value: number | null): number | null {
  return value === null ? null : clampCount(value);
}

export function toDate(seconds: number): Date {
  return new Date(seconds * 1000);
}

export function words(...lines: string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')));
}

/** The file's columns of a post that has none, or has it no more. */
export const NO_FILE = {
  mediaTime: null,
  mediaHash: null,
  mediaName: null,
  mediaType: null,
  mediaSize: null,
  mediaDimsSrcW: null,
  mediaDimsSrcH: null,
  mediaDimsThbW: null,
  mediaDimsThbH: null,
} as const satisfies Partial<PostFields>;
