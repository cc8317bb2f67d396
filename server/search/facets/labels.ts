import type { FacetField } from '../../contract/facets.ts';
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

/** Of a code of two letters; null for flags of other kinds. */
export function countryName(code: string): string | null {
  if (code === 'XX') return 'Unknown';
  return /^[A-Z]{2}$/.test(code) ? (REGIONS.of(code) ?? null) : null;
}
