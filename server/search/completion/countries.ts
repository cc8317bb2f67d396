import { countryName } from '../facets/labels.ts';

export interface Country {
  readonly code: string;
  readonly name: string;
}

const LETTERS = Array.from({ length: 26 }, (_, place) => String.fromCodePoint(65 + place));

/** Every code of two letters that has a name, by name. */
export const COUNTRIES: readonly Country[] = LETTERS.flatMap((one) =>
  LETTERS.flatMap((other) => {
    const code = one + other;
    const name = countryName(code);
    // Codes that went out of use stand for others now: DD for DE.
    const isCurrent = Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`;
    return name === null || !isCurrent ? [] : [{ code, name }];
  }),
).toSorted((a, b) => a.name.localeCompare(b.name, 'en'));

/** Those whose code or name begins so, or a word of the name does. */
export function countriesBeginningWith(written: string): readonly Country[] {
  const wanted = written.toLowerCase();
  const rank = ({ code, name }: Country) => {
    const lower = name.toLowerCase();
    if (code.toLowerCase() === wanted) return 0;
    if (lower.startsWith(wanted)) return 1;
    if (code.toLowerCase().startsWith(wanted)) return 2;
    return lower.split(/[^\p{L}]+/u).some((word) => word.startsWith(wanted)) ? 3 : null;
  };
  return COUNTRIES.map((country) => ({ country, at: rank(country) }))
    .filter(({ at }) => at !== null)
    .toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0))
    .map(({ country }) => country);
}
