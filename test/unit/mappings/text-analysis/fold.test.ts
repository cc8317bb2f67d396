import fc from 'fast-check';
import { expect, test } from 'vitest';
import { analyze } from '../../../../mappings/text-analysis/analyze.ts';
import { foldFileName, foldPlain, foldQuery, foldText } from '../../../../mappings/text-analysis/fold.ts';
import { foldChunk, INERT } from '../../../../mappings/text-analysis/letters.ts';

/** Text → its terms in the index, and those of a query for it. */
const TEXTS: [text: string, indexed: string, asked?: string][] = [
  ['plain words', 'plain words'],
  ['cafe\u0301 co\u00ADop Ärger ÆON Straße İıi', 'cafe coop arger aeon strasse iii'],
  ['C# c++, F＃ C++17 doc#intro', 'csharp cplusplus fsharp cplusplus 17 doc intro'],
  ['ended.Next a:b', 'ended next a b'],
  ['3.14 1,000 v1.2 ３．１４', '3.14 1,000 v1.2 3.14'],
  ['snake_case __init__', 'snake case init'],
  ['camelCase', 'camelcase ᵉ camel case', 'camelcase'],
  ['iPhone McDonald’s', "iphone mcdonald's ᵉ phone ᵉ mc donald's", "iphone mcdonald's"],
  ['dQw4w9WgXcQ aGVsbG8gV29ybGQ', 'dqw4w9wgxcq agvsbg8gv29ybgq'],
  ["l’amour dell'arte don't", "l amour dell arte don't"],
  ['col·lecció', 'colleccio'],
  ['ΣΊΣΥΦΟΣ ς Ёлка Йод', 'σισυφοσ σ елка йод'],
  ['صلاةً كتـــاب ٣٫١٤', 'صلاه كتاب 3.14'],
  ['צה״ל שָׁלוֹם', 'צהל שלום'],
  ['क़लम', 'कलम'],
  ['𝓗𝓮𝓵𝓵𝓸 ⓗⓘ 🅗🅘 🅱ruh ⒣⒤', 'hello hi hi bruh hi'],
  ['x² H₂O word¹ ①cat ½', 'x2 h2o word 1 1 cat 1 2'],
  ['PC방 3월', 'pc 방 3 월'],
  ['ｶﾞ か\u3099', 'ガ が'],
  ['Windows™ №5', 'windows ᵉ2122 5'],
  ['👩🏽‍🚒', 'ᵉ1f469ᵉ1f3fdᵉ1f692 ᵉ ᵉ1f9d1ᵉ1f3fdᵉ1f692 ᵉ ᵉ1f469ᵉ1f692 ᵉ ᵉ1f9d1ᵉ1f692', 'ᵉ1f469ᵉ1f3fdᵉ1f692'],
];

function termsOf(text: string, form: 'indexed' | 'asked'): string {
  return analyze(text, 'post_text', form)
    .map(({ term }) => term)
    .join(' ');
}

test.each(TEXTS)('%j is indexed as %j', (text: string, indexed: string, asked: string = indexed) => {
  expect([termsOf(text, 'indexed'), termsOf(text, 'asked')]).toEqual([indexed, asked]);
});

test.each([
  ['my_cat.final', 'my_cat.final'],
  ['my_c#.final', 'my csharp final'],
  ['cafe\u0301_1', 'cafe 1'],
])('the name of a file, %j, is folded to %j', (name, folded) => {
  expect(foldFileName(name)).toBe(folded);
});

test('common characters that folding skips have no other form', () => {
  const ranges = INERT.replace(String.raw`\0-\x7F`, '').match(/\\u[0-9A-F]{4}(?:-\\u[0-9A-F]{4})?/g) ?? [];
  const changed = ranges.flatMap((range) => {
    const [from = 0, to = from] = range.split('-').map((end) => Number.parseInt(end.slice(2), 16));
    const characters = Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at));
    return characters.filter((character) => foldChunk(character) !== character);
  });
  expect(changed).toEqual([]);
});

const pieces = fc.constantFrom(
  ...Array.from("cCfF#＃+_. a7é\u0301\u00ADとｶﾞ가ไทำ\u0E4D\u0E32้ກמ״שؤة٣½²①🇩🇪❤\uFE0F🤷🏽\u200D♀Σς’'lA"),
  'camelCase',
  '👩‍🚒',
  'c++',
);

test('a text is found by itself, at its place', () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      const indexed = analyze(text, 'post_text');
      // Each term of a query is in the index at the same position as in the query.
      const at = new Set(indexed.map(({ term, position }) => `${term}@${position}`));
      expect(
        analyze(text, 'post_text', 'asked').filter(({ term, position }) => !at.has(`${term}@${position}`)),
      ).toEqual([]);
      for (const { start, end } of indexed) {
        expect(start).toBeGreaterThanOrEqual(0);
        expect(end).toBeGreaterThanOrEqual(start);
        expect(end).toBeLessThanOrEqual(text.length);
      }
    }),
    { numRuns: 5_000 },
  );
});

const isSubstitute = ([term = '']: readonly string[]) => /^[\u{2B820}-\u{2C01F}]+$/u.test(term);

test('places refer to the text before folding', () => {
  const text = 'e\u0301t C++ 17 camelCase 👍🏽 ข้าว ﬁne';
  const found = analyze(text, 'post_text').map(({ term, start, end }) => [term, text.slice(start, end)]);
  expect(found.filter((one) => !isSubstitute(one))).toEqual([
    ['et', 'e\u0301t'],
    ['cplusplus', 'C++'],
    ['17', '17'],
    ['camelcase', 'camelCase'],
    ['ᵉ1f44dᵉ1f3fd', '👍🏽'],
    ['fine', 'ﬁne'],
    ['ᵉ', ''],
    ['ᵉ1f44d', '👍🏽'],
    ['ᵉ', ''],
    ['camel', 'camel'],
    ['case', 'Case'],
  ]);
  const places = found.filter(isSubstitute).map(([, place]) => place);
  expect(places).toEqual(['ข', 'ข้', '้', '้า', 'า', 'าว', 'ว']);
});

test('plain folding keeps the words together', () => {
  expect(['Ärger ΣΊΣΥΦΟΣ', 'ᴀʙ\u200Bc ＡＢ', 'น\u0E4D้\u0E32 ❤️'].map(foldPlain)).toEqual([
    'arger σισυφοσ',
    'abc ab',
    'น้ำ ❤',
  ]);
  expect(foldQuery('👍🏽')).not.toBe(foldText('👍🏽'));
});
