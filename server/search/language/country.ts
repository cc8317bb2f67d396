/** English names of the countries that `country:` takes by their codes. */

const REGIONS = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

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
