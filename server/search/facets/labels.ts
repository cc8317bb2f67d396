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

const SIDES: Readonly<Record<string, string>> = {
  op: 'Opening posts',
  reply: 'Replies',
  yes: 'Deleted',
  no: 'Not deleted',
};

/** What a value is called in English; null where it says so itself. */
export function labelOf(field: FacetField, value: string): string | null {
  switch (field) {
    case 'country':
      return countryName(value);
    case 'capcode':
      return Object.hasOwn(CAPCODES, value) ? (CAPCODES[value] ?? null) : null;
    case 'kind':
    case 'deleted':
      return SIDES[value] ?? null;
    case 'file':
      return value === NO_FILE ? 'No file' : null;
    case 'board':
    case 'year':
      return null;
  }
}

/** To ask for a name takes 2 µs, and threads name the country of every post. */
const countryNames = new Map([['XX', 'Unknown']]);

/** Of a code of two letters; null for flags of other kinds. */
export function countryName(code: string): string | null {
  const known = countryNames.get(code);
  if (known !== undefined) return known;
  // Of such codes there are 676.
  const name = /^[A-Z]{2}$/.test(code) ? REGIONS.of(code) : undefined;
  if (name !== undefined) countryNames.set(code, name);
  return name ?? null;
}
