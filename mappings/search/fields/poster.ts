/** Fields of the person who wrote a post. */
import type { SearchField } from '../field.ts';
import { ValueMistake, type ReadValue } from '../values/mistake.ts';
import { countriesBeginningWith, countryName, readCountry } from '../values/country.ts';
import { HAS } from './kinds.ts';

/** Sources write ! before a tripcode and !! before a secure one. A text without them stands for both. */
function tripcodes(written: string): readonly string[] {
  return written.startsWith('!') ? [written] : [`!${written}`, `!!${written}`];
}

/** Values of the index, and the names that people write. The first name is printed. */
const CAPCODES: Readonly<Record<string, readonly [string, ...string[]]>> = {
  M: ['mod', 'moderator'],
  A: ['admin', 'administrator'],
  D: ['dev', 'developer'],
  G: ['manager'],
  F: ['founder'],
  V: ['verified', 'ver'],
};

/** The index has the first letters of ranks that only some sources have. */
function readCapcode(written: string): ReadValue {
  const name = written.toLowerCase();
  const [letter] = Object.entries(CAPCODES).find(([, names]) => names.includes(name)) ?? [];
  if (letter !== undefined) return [letter];
  if (/^[a-z]$/i.test(written)) return [written.toUpperCase()];
  const printed = Object.values(CAPCODES).map(([first]) => first);
  return new ValueMistake(`capcode: takes ${printed.join(', ')}, or a capital letter.`);
}

const LABELS = new Map([
  ['M', 'Moderator'],
  ['A', 'Administrator'],
  ['D', 'Developer'],
  ['G', 'Manager'],
  ['F', 'Founder'],
  ['V', 'Verified'],
]);

function printCapcode(letter: string): string {
  return Object.hasOwn(CAPCODES, letter) ? (CAPCODES[letter]?.[0] ?? letter) : letter;
}

export const POSTER_FIELDS = [
  {
    kind: 'text',
    name: 'name',
    aliases: ['author', 'username', 'user', 'poster'],
    description: 'with the word or "phrase" in the poster\'s name',
    examples: [
      ['name:moot', "with the word in the poster's name"],
      ['name:"grey heron"', "with the phrase in the poster's name"],
    ],
    index: 'name',
    completed: { index: 'name.raw', presentBy: HAS.name.query },
    form: { section: 'poster' },
  },
  {
    kind: 'exact',
    name: 'full-name',
    aliases: ['fullname', 'full_name'],
    description: "whose poster's name is exactly this",
    examples: [
      ['full-name:"grey heron"', "whose poster's name is exactly this, in these letters, with or without a tripcode"],
    ],
    index: 'name.raw',
    has: 'name',
    completed: {},
    form: { section: 'poster' },
  },
  {
    kind: 'exact',
    name: 'trip',
    aliases: ['tripcode'],
    description: 'signed with this tripcode',
    examples: [['trip:!Ep8pui8Vw2', 'signed with this tripcode; without the `!`, also with the secure one']],
    index: 'tripcode',
    has: 'trip',
    read: tripcodes,
    completed: { prefixes: tripcodes },
    completionKind: 'tripcode',
    form: { section: 'poster' },
  },
  {
    kind: 'exact',
    name: 'id',
    aliases: ['uid', 'posterid', 'poster-id', 'poster_id'],
    description: 'of the poster with this id in the thread',
    examples: [['id:ZcZ1gRnS', 'of the poster with this id']],
    index: 'posterid',
    has: 'id',
    read: (written) => [written.replace(/^(?:id:\s*)+/i, '') || written],
    completed: {},
    form: { section: 'poster' },
  },
  {
    kind: 'exact',
    name: 'identity',
    aliases: ['identities', 'person'],
    description: 'by this person, under any of the aliases that admins entered',
    examples: [
      ['identity:"Ann Lee"', 'by this person, under any poster id, tripcode or name that admins entered for them'],
    ],
    index: null,
    has: null,
    form: { section: 'poster' },
  },
  {
    kind: 'exact',
    name: 'country',
    aliases: ['flag'],
    description: "under this country's flag, by code or English name",
    examples: [['country:DE,AT', 'under one of these flags; `country:germany` does as well']],
    index: 'country',
    has: 'country',
    read: (written) => [readCountry(written)],
    suggest: countriesBeginningWith,
    describe: countryName,
    // Few values, whose names differ from them.
    completed: {
      isWanted: (value, written) =>
        value.startsWith(written) || countriesBeginningWith(written).some(([code]) => code === value),
    },
    completionKind: 'country',
    facet: { label: countryName },
    form: { section: 'poster', placeholder: 'DE' },
  },
  {
    kind: 'exact',
    name: 'email',
    aliases: ['mail'],
    description: 'with exactly this in the email field',
    examples: [['email:sage', 'with exactly this in the email field']],
    values: [['sage', 'did not bump the thread']],
    index: 'email',
    has: 'email',
    completed: {},
    form: { section: 'poster' },
  },
  {
    kind: 'exact',
    name: 'capcode',
    aliases: ['cap'],
    description: 'by staff of this rank',
    examples: [['capcode:mod', 'of moderators; also `admin`, `dev`, `manager`, `founder`, `verified`']],
    values: [
      ['mod', 'moderators'],
      ['admin', 'administrators'],
      ['dev', 'developers'],
      ['manager', 'managers'],
      ['founder', 'the founder'],
      ['verified', 'verified posters'],
    ],
    index: 'capcode',
    has: 'capcode',
    read: readCapcode,
    print: printCapcode,
    completed: { isWanted: (value, written) => printCapcode(value).startsWith(written) },
    facet: { label: (letter) => LABELS.get(letter) ?? null },
    form: { section: 'poster', control: 'choice' },
  },
] as const satisfies readonly SearchField[];
