/** Valid queries that are as expensive as the language allows. */

const LETTERS = 'abcdefghijklmnoprstuvw'.split('');
const VOWELS = 'aeiou'.split('');
/** The most common words, both in the generated corpus and in English. */
const COMMON = [
  'the',
  'of',
  'and',
  'to',
  'in',
  'is',
  'it',
  'that',
  'for',
  'with',
  'this',
  'not',
  'are',
  'you',
  'was',
  'on',
];
const FIELDS = ['comment', 'subject', 'name', 'file'];
/** The language's limits. */
const LEAVES = 31;
const PREFIXES = 4;

const times = <T>(number: number, make: (place: number) => T) =>
  Array.from({ length: number }, (_, place) => make(place));

export function hostileQueries(count: number, random: () => number): string[] {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const prefix = () => `${pick(LETTERS)}${pick(VOWELS)}${pick(LETTERS)}*`;
  const word = () => pick(COMMON);
  const phrase = () => `"${times(2 + Math.floor(random() * 4), word).join(' ')}"`;
  const group = (depth: number): string => (depth === 0 ? word() : `(${group(depth - 1)} OR -(${word()} ${prefix()}))`);

  const kinds: readonly (() => string)[] = [
    // Prefixes of common words, alone and beside words.
    () => times(PREFIXES, prefix).join(' OR '),
    () => [...times(PREFIXES, prefix), ...times(LEAVES - PREFIXES, word)].join(' OR '),
    () => `${times(PREFIXES, prefix).join(' ')} ${word()}`,
    () => times(PREFIXES, (place) => `${FIELDS[place]}:${prefix()}`).join(' OR '),
    () => times(PREFIXES, () => `"${word()} ${prefix().slice(0, -1)}"*`).join(' OR '),
    // More prefixes than the limit.
    () => times(LEAVES, prefix).join(' OR '),
    // Matches every post several times.
    () => times(LEAVES, word).join(' OR '),
    () => `${times(LEAVES, word).join(' OR ')} sort:relevance`,
    () => `${times(15, phrase).join(' OR ')} sort:relevance`,
    () => `${times(PREFIXES, prefix).join(' OR ')} sort:relevance`,
    // Only negated conditions.
    () => times(LEAVES, () => `-${word()}`).join(' '),
    () => times(PREFIXES, () => `-${prefix()}`).join(' '),
    () => `-(${times(10, phrase).join(' OR ')})`,
    // Deep nesting.
    () => group(4),
    () => `${group(2)} ${group(2)}`,
    () => `${'('.repeat(8)}${word()}${')'.repeat(8)} ${'('.repeat(99)}`,
    // Ranges that contain everything.
    () => times(20, () => `length:${Math.floor(random() * 9)}..99999999`).join(' OR '),
    () => `num:1..9007199254740991 width:0.. height:..99999999 after:1970 before:2200 sort:old`,
    () => times(12, (place) => `during:${2000 + place}..2030`).join(' OR '),
    () => `${times(8, () => `(replies:0.. OR images:0.. OR size:>=0)`).join(' ')} sort:relevance`,
    // Threads by their opening posts.
    () => times(6, () => `op.comment:${word()}`).join(' OR '),
    () => `op.comment:${prefix()} op.subject:${prefix()} -op.comment:${word()}`,
    () => `-op.comment:"${word()} ${word()}" -op.subject:${prefix()} ${word()}`,
    () => `group:thread ${times(16, word).join(' OR ')}`,
    // Syntax that would be expensive in other query languages.
    () => `/(${word()}+)+$/ ${'a?'.repeat(40)}${'a'.repeat(40)}`,
    () => `${'*'.repeat(60)} ${word()}* ${'?'.repeat(60)}`,
    () => `"${times(60, word).join(' ')}"`,
    () => times(16, () => pick(['日', '本', '語', 'の', 'は', 'を'])).join(' OR '),
    () => 'ーの'.repeat(60),
    () => 'e\u0301'.repeat(120),
  ];
  return times(count, (place) => (kinds[place % kinds.length] as () => string)());
}
