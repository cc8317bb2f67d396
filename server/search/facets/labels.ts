/** English labels for the values of facets. Takes a field and a value; returns null where the value is its own label. */
import type { FacetField } from '../../../mappings/contract/facets.ts';
import { NO_FILE } from './choices.ts';

const REGIONS = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

const CAPCODES: Readonly<Record<string, string>> = {
  M: 'Moderator',
  A: 'Administrator',
  D: 'Developer',
  G: 'Manager',
  F: 'Founder',
  V: 'Verified',
};

const TWO_VALUES: Readonly<Record<string, string>> = {
  op: 'Opening posts',
  reply: 'Replies',
  yes: 'Deleted',
  no: 'Not deleted',
};

/** English label of a value; null where the value itself is the label. */
export function labelOf(field: FacetField, value: string): string | null {
  switch (field) {
    case 'country':
      return countryName(value);
    case 'capcode':
      return Object.hasOwn(CAPCODES, value) ? (CAPCODES[value] ?? null) : null;
    case 'kind':
    case 'deleted':
      return TWO_VALUES[value] ?? null;
    case 'file':
      return value === NO_FILE ? 'No file' : null;
    case 'board':
    case 'year':
      return null;
  }
}

/** Cached: Intl takes 2 µs per name, and threads name the country of every post. There are at most 676 codes. */
const countryNames = new Map([['XX', 'Unknown']]);

/** English name for a two-letter code; null for other flags. */
export function countryName(code: string): string | null {
  const known = countryNames.get(code);
  if (known !== undefined) return known;
  const name = /^[A-Z]{2}$/.test(code) ? REGIONS.of(code) : undefined;
  if (name !== undefined) countryNames.set(code, name);
  return name ?? null;
}
