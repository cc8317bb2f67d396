/** Conversions from a source's values to columns, for more than one source. */
import type { JsonFields } from './json-fields.ts';
import type { ParseWarnings } from './parse-result.ts';

export const MAX_INT = 2 ** 31 - 1;
/** The end of the year 9999, in seconds. */
export const MAX_TIME = 253_402_300_799;

/** The sources' codes for an unknown country and for satellite providers. */
const NO_COUNTRY = words('XX A1');

/** `lossy`: the column has less detail than the source's value. */
export function countryColumn(
  country: string | null,
  trollFlag: string | null,
): { readonly column: string | null; readonly lossy: boolean } {
  if (country !== null && !NO_COUNTRY.has(country)) return { column: country, lossy: false };
  return { column: trollFlag === null ? null : `troll:${trollFlag.toLowerCase()}`, lossy: country !== null };
}

/** null for 0, which sources send for an unknown value. */
export function positive(value: number | null): number | null;
export function positive<T>(value: number | null, convert: (value: number) => T): T | null;
export function positive<T>(value: number | null, convert?: (value: number) => T): T | number | null {
  if (value === null || value === 0) return null;
  return convert === undefined ? value : convert(value);
}

/**
 * The number in the name that a source gives a file: `1563642402862`, as a number or text, or `1563642402862-0` for the first of several
 * files. `lossy`: the name contains more than the number, or has another form.
 */
export function readFileTime(post: JsonFields): { readonly time: number | null; readonly lossy: boolean } {
  const tim = post.raw('tim');
  if (typeof tim !== 'string') {
    return { time: positive(post.optionalInteger('tim', 0, Number.MAX_SAFE_INTEGER)), lossy: false };
  }
  const digits = Number(/^(\d{1,16})(?:-\d{1,3})?$/.exec(tim)?.[1] ?? 0);
  const time = Number.isSafeInteger(digits) ? positive(digits) : null;
  return { time, lossy: tim !== '' && tim !== String(time) };
}

export function toDate(seconds: number): Date {
  return new Date(seconds * 1000);
}

export function words(...lines: string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')));
}

/** Maps the sources' words for staff to the letters that archives use. */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ['mod', 'M'],
  ['admin', 'A'],
  ['admin_highlight', 'A'],
  ['developer', 'D'],
  ['manager', 'G'],
  ['founder', 'F'],
  ['verified', 'V'],
]);

export interface Capcode {
  readonly letter: string | null;
  /** The letter has less detail than the source's word. */
  readonly lossy: boolean;
}

/** An unknown word becomes its first letter, as in other archives, and is counted as an warning. */
export function capcodeLetter(word: string | null, warnings: ParseWarnings): Capcode {
  if (word === null || word === 'none') return { letter: null, lossy: false };
  const letter = LETTERS.get(word.toLowerCase());
  if (letter !== undefined) return { letter, lossy: word === 'admin_highlight' };
  warnings.add(`capcode_word:${word}`);
  return { letter: String.fromCodePoint(word.codePointAt(0) ?? 0).toUpperCase(), lossy: true };
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#039;');
}
