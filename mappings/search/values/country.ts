/** Countries by their codes and English names, as `country:` takes and offers them. */
import { closestName } from '../../closest-name.ts';
import type { ValueWord } from '../field.ts';

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
let regionNames: Intl.DisplayNames | null = null;
/** Made on first use: it takes up to 180 ms of a slow phone in a profile, and most pages name no country. */
function regions(): Intl.DisplayNames {
  return (regionNames ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }));
}

/** Cached: Intl takes 2 µs per name, and threads name the country of every post. There are at most 676 codes. */
const countryNames = new Map([['XX', 'Unknown']]);

/** English name for a two-letter code; null for other flags. */
export function countryName(code: string): string | null {
  const known = countryNames.get(code);
  if (known !== undefined) return known;
  const name = /^[A-Z]{2}$/.test(code) ? regions().of(code) : undefined;
  if (name !== undefined) countryNames.set(code, name);
  return name ?? null;
}

const OTHER_CODES: Readonly<Record<string, string>> = { UK: 'GB', USA: 'US', UAE: 'AE' };
let codesByName: ReadonlyMap<string, string> | null = null;

/** Two-letter codes in upper case, English names, or a board's own flags such as `troll:xy` in lower case. */
export function readCountry(text: string): string {
  if (text.includes(':')) return text.toLowerCase();
  const code = text.toUpperCase();
  if (code.length <= 3) return OTHER_CODES[code] ?? code;
  codesByName ??= namesOfRegions();
  return codesByName.get(plain(text)) ?? code;
}

/** The mistake of an unknown code or name, with the code of the nearest name; null if the value may be a country. */
export function unknownCountry(text: string): { readonly nearCode: string | null } | null {
  const code = readCountry(text);
  // Flags of a board, and the codes that countries outside the standard get: XE is England.
  if (code.includes(':') || /^X[A-Z]$/.test(code)) return null;
  if (/^[A-Z]{2}$/.test(code) && regions().of(code) !== undefined) return null;
  const names = (codesByName ??= namesOfRegions());
  const near = code.length <= 3 ? null : closestName(plain(text), [...names.keys()], 2);
  return { nearCode: near === null ? null : (names.get(near) ?? null) };
}

function namesOfRegions(): ReadonlyMap<string, string> {
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  // Withdrawn codes have the same name: DD and DE are both Germany.
  const current = codes.filter((code) => new Intl.Locale(`und-${code}`).region === code);
  return new Map(current.map((code) => [plain(regions().of(code) ?? code), code]));
}

/** The pages load this file, so it does without the tables by which texts are folded. English names have few other letters. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .replaceAll('\u2019', "'")
    .toLowerCase();
}

interface Country {
  readonly code: string;
  readonly name: string;
}

let countries: readonly Country[] | null = null;

/** Every two-letter code with a name, ordered by name. */
function allCountries(): readonly Country[] {
  const codes = LETTERS.flatMap((one) => LETTERS.map((other) => one + other));
  return codes
    .flatMap((code): readonly Country[] => {
      const name = countryName(code);
      // Withdrawn codes are canonicalised to current ones: DD to DE.
      const isCurrent = Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`;
      return name === null || !isCurrent ? [] : [{ code, name }];
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** Codes and names of countries whose code, name or a word of the name begins with the written text. */
export function countriesBeginningWith(written: string): readonly ValueWord[] {
  const wanted = plain(written);
  const rank = ({ code, name }: Country) => {
    const folded = plain(name);
    if (code.toLowerCase() === wanted) return 0;
    if (folded.startsWith(wanted)) return 1;
    if (code.toLowerCase().startsWith(wanted)) return 2;
    return folded.split(/[^\p{L}]+/u).some((word) => word.startsWith(wanted)) ? 3 : null;
  };
  countries ??= allCountries();
  return countries
    .map((country) => ({ country, at: rank(country) }))
    .filter(({ at }) => at !== null)
    .toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0))
    .map(({ country: { code, name } }) => [code, name]);
}
