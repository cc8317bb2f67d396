/** The column `poster_country`: a code, and in Ritual's databases the name of the country or flag. */

const UNKNOWN = new Set(['XX', 'A1', 'UNKNOWN']);
const NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Names that the site spells differently from Unicode. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  Europe: 'EU',
  'Russian Federation': 'RU',
  'Czech Republic': 'CZ',
  Macedonia: 'MK',
  Turkey: 'TR',
  'Hong Kong': 'HK',
  Macao: 'MO',
  Palestine: 'PS',
  Swaziland: 'SZ',
  Moldova: 'MD',
  'Bosnia and Herzegovina': 'BA',
  'Trinidad and Tobago': 'TT',
  Burma: 'MM',
};

const CODES: ReadonlyMap<string, string> = new Map([...codes(), ...Object.entries(OTHER_NAMES)]);

function* codes(): Generator<readonly [string, string]> {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  for (const first of letters) {
    for (const second of letters) {
      // The user-assigned and retired codes of Unicode are not countries.
      const name = NAMES.of(first + second);
      if (name !== undefined && !/^(?:X|Q[M-Z]|Z[ZR]|AA|D[DY]|SU|FX|YD|TP|BU|CS|YU|NT|RH|VD|UK)/.test(first + second))
        yield [name, first + second];
    }
  }
}

export interface Country {
  readonly column: string | null;
  readonly extra: Readonly<Record<string, unknown>>;
}

export function readCountry(written: string | null, trollFlag: string | null): Country {
  const troll = trollFlag === null ? null : `troll:${trollFlag.toLowerCase()}`;
  if (written === null || written === '') return { column: troll, extra: {} };
  if (UNKNOWN.has(written.toUpperCase())) return { column: troll, extra: { poster_country: written } };
  if (/^[a-z]{2}$/i.test(written)) return { column: written.toUpperCase(), extra: {} };
  const code = CODES.get(written);
  // Any other value is the name of one of the board's own flags.
  return { column: code ?? troll, extra: code === undefined ? { flag_name: written } : { country_name: written } };
}
