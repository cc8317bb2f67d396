/** English labels for the values of facets. */
import type { FacetField } from '../../../mappings/contract/facets.ts';
import { countryName } from '../../../mappings/search/values/country.ts';
import { NO_FILE } from './choices.ts';

const CAPCODES: Readonly<Record<string, string>> = {
  M: 'Moderator',
  A: 'Administrator',
  D: 'Developer',
  G: 'Manager',
  F: 'Founder',
  V: 'Verified',
};

const KINDS: Readonly<Record<string, string>> = { op: 'Opening posts', reply: 'Replies' };
const DELETED: Readonly<Record<string, string>> = { yes: 'Deleted', no: 'Not deleted' };

/** null where the value is its own label. */
export function labelOf(field: FacetField, value: string): string | null {
  switch (field) {
    case 'country':
      return countryName(value);
    case 'capcode':
      return Object.hasOwn(CAPCODES, value) ? (CAPCODES[value] ?? null) : null;
    case 'kind':
      return KINDS[value] ?? null;
    case 'deleted':
      return DELETED[value] ?? null;
    case 'file':
      return value === NO_FILE ? 'No file' : null;
    case 'board':
    case 'year':
      return null;
  }
}
