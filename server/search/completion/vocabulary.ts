/** Values that completions offer for a field, with their descriptions. */
import { countryName } from '../language/country.ts';
import { fieldNamed, type Field } from '../language/fields.ts';

export interface ValueWord {
  readonly value: string;
  readonly description: string | null;
}

/** Descriptions of values whose names do not explain them, and examples for fields with any value. */
const MEANINGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  is: {
    op: 'opening posts',
    reply: 'replies',
    deleted: 'deleted at the source',
    'file-deleted': 'file deleted at the source',
    ghost: 'written on an archive',
    sticky: 'sticky threads',
    closed: 'closed threads',
    archived: 'archived threads',
    spoiler: 'spoilered file',
  },
  has: {
    file: 'file of any type',
    name: "a name other than the board's default",
    link: 'link to a web page',
    quote: 'link to a post',
  },
  capcode: {
    mod: 'moderators',
    admin: 'administrators',
    dev: 'developers',
    manager: 'managers',
    founder: 'the founder',
    verified: 'verified posters',
  },
  sort: {
    new: 'newest first',
    old: 'oldest first',
    relevance: 'best match first',
    modified: 'last stored or changed first',
  },
  group: { thread: 'one post per thread' },
  email: { sage: 'did not bump the thread' },
  ext: {
    jpg: 'picture',
    png: 'picture',
    gif: 'picture, often animated',
    webp: 'picture',
    webm: 'video',
    mp4: 'video',
    pdf: 'document',
    swf: 'Flash',
  },
  width: { '>=1920': 'at least', '800..1200': 'from, to' },
  height: { '>=1080': 'at least', '<=600': 'at most' },
  size: { '>1mb': 'more than', '<=200kb': 'at most' },
  length: { '>=1000': 'at least', '<50': 'less than' },
  'subject.length': { '>=50': 'at least', '<10': 'less than' },
  replies: { '>=100': 'at least' },
  images: { '>=50': 'at least' },
  posters: { '>=50': 'at least' },
};

/** All values of a field, or examples of them. */
export function valueWords({ name, values }: Field): readonly ValueWord[] {
  const meanings = MEANINGS[name] ?? {};
  return (values ?? Object.keys(meanings)).map((value) => ({ value, description: meanings[value] ?? null }));
}

/** Fields whose values are clear without the field's name, so that a bare word is completed to them. */
export const NAMED_BY_VALUE: readonly Field[] = ['is', 'has', 'sort', 'group'].flatMap(
  (name) => fieldNamed(name) ?? [],
);

export interface Country {
  readonly code: string;
  readonly name: string;
}

const LETTERS = Array.from({ length: 26 }, (_, place) => String.fromCodePoint(65 + place));

/** Every two-letter code with a name, ordered by name. */
export const COUNTRIES: readonly Country[] = LETTERS.flatMap((one) =>
  LETTERS.flatMap((other) => {
    const code = one + other;
    const name = countryName(code);
    // Withdrawn codes are canonicalised to current ones: DD to DE.
    const isCurrent = Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`;
    return name === null || !isCurrent ? [] : [{ code, name }];
  }),
).toSorted((a, b) => a.name.localeCompare(b.name, 'en'));

/** Countries whose code, name or a word of the name begins with the written text. */
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

const AGES: readonly ValueWord[] = [
  { value: '24h', description: 'a day ago' },
  { value: '7d', description: 'a week ago' },
  { value: '1mo', description: 'a month ago' },
  { value: '1y', description: 'a year ago' },
];
/** The oldest imageboard archives start then. */
const FIRST_YEAR = 2003;

/** Ages, today, this month and years back to FIRST_YEAR; after a year its months, after a month its days. */
export function datesBeginningWith(written: string, now: Date): readonly ValueWord[] {
  const today = now.toISOString().slice(0, 10);
  const thisYear = now.getUTCFullYear();
  const years = Array.from({ length: thisYear - FIRST_YEAR + 1 }, (_, back) => String(thisYear - back));
  const month = /^(\d{4})-(\d{2})-?\d?$/.exec(written);
  const [, year] = /^(\d{4})-?\d?$/.exec(written) ?? [];
  const dates = [
    today,
    today.slice(0, 7),
    ...years,
    ...(year === undefined ? [] : numbered(12).map((part) => `${year}-${part}`)),
    ...(month === null ? [] : numbered(31).map((part) => `${month[1]}-${month[2]}-${part}`)),
  ];
  return [...AGES, ...dates.filter((date) => isValidDate(date)).map((value) => ({ value, description: null }))].filter(
    ({ value }, place, all) => value.startsWith(written) && all.findIndex((other) => other.value === value) === place,
  );
}

function numbered(length: number): readonly string[] {
  return Array.from({ length }, (_, place) => String(place + 1).padStart(2, '0'));
}

/** false for 30 February. */
function isValidDate(date: string): boolean {
  const time = Date.parse(`${date}T00:00:00Z`);
  return date.length < 10 || (!Number.isNaN(time) && new Date(time).toISOString().startsWith(date));
}
