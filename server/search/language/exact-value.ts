/** Values that match as a whole: converts what people write to the form in the index. */
import { closestName } from '../../../mappings/closest-name.ts';
import type { ExactField } from './tree.ts';

/** What is wrong with a value. */
export class ValueMistake {
  readonly message: string;
  /** Corrected text of the whole field, such as `sha256:…` in place of `md5:…`. */
  readonly mendedField: string | null;

  constructor(message: string, mendedField: string | null = null) {
    this.message = message;
    this.mendedField = mendedField;
  }
}

/** A Map, so that `constructor` is not found. */
const CAPCODES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    mod: 'M',
    moderator: 'M',
    admin: 'A',
    administrator: 'A',
    dev: 'D',
    developer: 'D',
    manager: 'G',
    founder: 'F',
    verified: 'V',
    ver: 'V',
  }),
);

/** How `capcode:` is printed. The values that completion offers (`values` in fields.ts) are these names. */
export const CAPCODE_NAMES: Readonly<Record<string, string>> = {
  M: 'mod',
  A: 'admin',
  D: 'dev',
  G: 'manager',
  F: 'founder',
  V: 'verified',
};

/** One written value may stand for several values of the index. `text` is not empty. */
export function readExact(field: ExactField, text: string): readonly string[] | ValueMistake {
  switch (field) {
    case 'trip':
      return readTrip(text);
    case 'capcode':
      return readCapcode(text);
    case 'country':
      return [readCountry(text)];
    case 'ext':
      return readExtension(text);
    case 'md5':
      return readHash(text, { name: 'md5', bytes: 16, encoding: 'base64' });
    case 'sha256':
      return readHash(text, { name: 'sha256', bytes: 32, encoding: 'hex' });
    case 'domain':
      return readDomain(text);
    case 'id':
      return [text.replace(/^(?:id:\s*)+/i, '') || text];
    case 'email':
    case 'identity':
      return [text];
  }
}

/** The inverse of `readExact`: text that it reads as exactly this value of the index. */
export function printExact(field: ExactField, value: string): string {
  switch (field) {
    case 'capcode':
      return CAPCODE_NAMES[value] ?? value;
    case 'trip':
    case 'country':
    case 'ext':
    case 'md5':
    case 'sha256':
    case 'domain':
    case 'id':
    case 'email':
    case 'identity':
      return value;
  }
}

/** Sources write ! before a tripcode and !! before a secure one. Without it both are searched. */
function readTrip(text: string): readonly string[] {
  return text.startsWith('!') ? [text] : [`!${text}`, `!!${text}`];
}

/** Ranks that only some sources have are indexed by their first letter. */
function readCapcode(text: string): readonly string[] | ValueMistake {
  const letter = CAPCODES.get(text.toLowerCase());
  if (letter !== undefined) return [letter];
  if (/^[a-z]$/i.test(text)) return [text.toUpperCase()];
  return new ValueMistake(`capcode: takes ${Object.values(CAPCODE_NAMES).join(', ')}, or a capital letter.`);
}

const REGIONS = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const OTHER_CODES: Readonly<Record<string, string>> = { UK: 'GB', USA: 'US', UAE: 'AE' };
let codesByName: ReadonlyMap<string, string> | null = null;

/** Two-letter codes in upper case, English names, or a board's own flags such as `troll:xy` in lower case. */
function readCountry(text: string): string {
  if (text.includes(':')) return text.toLowerCase();
  const code = text.toUpperCase();
  if (code.length <= 3) return OTHER_CODES[code] ?? code;
  codesByName ??= namesOfRegions();
  return codesByName.get(text.toLowerCase()) ?? code;
}

/** A country that has neither this code nor this name, with the nearest name's code; null if the value may be a country's. */
export function unknownCountry(text: string): { readonly nearCode: string | null } | null {
  const code = readCountry(text);
  // Flags of a board, and the codes that countries outside the standard get: XE is England.
  if (code.includes(':') || /^X[A-Z]$/.test(code)) return null;
  if (/^[A-Z]{2}$/.test(code) && REGIONS.of(code) !== undefined) return null;
  const names = (codesByName ??= namesOfRegions());
  const near = code.length <= 3 ? null : closestName(text.toLowerCase(), [...names.keys()], 2);
  return { nearCode: near === null ? null : (names.get(near) ?? null) };
}

function namesOfRegions(): ReadonlyMap<string, string> {
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  // Withdrawn codes have the same name: DD and DE are both Germany.
  const current = codes.filter((code) => new Intl.Locale(`und-${code}`).region === code);
  return new Map(current.map((code) => [(REGIONS.of(code) ?? code).toLowerCase(), code]));
}

/** The index has both jpg and jpeg. */
function readExtension(text: string): readonly string[] | ValueMistake {
  const type = text.toLowerCase().replace(/^[*.]+(?=[^*.])/, '');
  return type === 'jpeg' ? ['jpeg', 'jpg'] : [type];
}

interface HashForm {
  readonly name: 'md5' | 'sha256';
  readonly bytes: number;
  readonly encoding: 'base64' | 'hex';
}

const OTHER_HASHES = { 16: 'md5', 32: 'sha256' } as const;

/** Hex, base64 or URL-safe base64, with or without padding. */
function readHash(text: string, { name, bytes, encoding }: HashForm): readonly string[] | ValueMistake {
  const hash = decodeHash(text);
  if (hash?.length === bytes) return [hash.toString(encoding)];
  const other = hash === null ? undefined : OTHER_HASHES[hash.length as 16 | 32];
  const forms = `${bytes * 2} hex digits or ${Math.ceil((bytes * 4) / 3)} characters of base64`;
  return new ValueMistake(`${name}: takes ${forms}.`, other === undefined ? null : `${other}:${text}`);
}

function decodeHash(text: string): Buffer | null {
  if (/^[0-9a-f]+$/i.test(text) && (text.length === 32 || text.length === 64)) return Buffer.from(text, 'hex');
  if (!/^[\w+/-]+=*$/.test(text)) return null;
  const standard = text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  const hash = Buffer.from(standard, 'base64');
  // Leftover bits must be zero; otherwise a character is wrong or missing.
  return hash.toString('base64').replace(/=+$/, '') === standard ? hash : null;
}

/** The host of a URL, without `www.`, as in the index. */
function readDomain(text: string): readonly string[] | ValueMistake {
  const address = URL.parse(/^[a-z]+:\/\//i.test(text) ? text : `http://${text}`);
  const host = address?.hostname.replace(/^(?:www\.)+(?=.)/, '').replace(/\.+$/, '') ?? '';
  return host === '' ? new ValueMistake('domain: takes a host name such as example.org.') : [host];
}
