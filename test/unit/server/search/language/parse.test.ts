import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_QUERY_LENGTH } from '../../../../../mappings/contract/search.ts';
import { MAX_PREFIXES, MAX_VALUES } from '../../../../../server/search/language/limits.ts';
import { parse } from '../../../../../server/search/language/parse.ts';
import { print } from '../../../../../server/search/language/print.ts';
import { QueryError } from '../../../../../server/search/language/query-error.ts';
import { isStarred, leavesOf, valueCountOf, type Query } from '../../../../../server/search/language/tree.ts';
import { refuseUnknownBoards } from '../../../../../server/search/language/unknown-names.ts';
import { outline, problemOf, refusal } from './outline.ts';
import { bare, queries, written } from './tree.ts';

describe('parsing a query', () => {
  test.each([
    ['', ''],
    ['   ', ''],
    ['foo', '[foo]'],
    ['foo bar', 'and([foo] [bar])'],
    ['"foo bar" baz', 'and([foo bar] [baz])'],
    ['“foo bar” „baz“', 'and([foo bar] [baz])'],
    [String.raw`"say \"hi\" C:\dir"`, String.raw`[say "hi" C:\dir]`],
    ['-foo', 'not([foo])'],
    ['a -b -"c d"', 'and([a] not([b]) not([c d]))'],
    ['--foo', '[foo]'],
    ['a OR b c', 'or([a] and([b] [c]))'],
    ['a | b|c', 'or([a] [b] [c])'],
    ['a || "b"|(c d)', 'or([a] [b] and([c] [d]))'],
    ['(a OR b) c', 'and(or([a] [b]) [c])'],
    ['-(a b)', 'not(and([a] [b]))'],
    ['(a (b (c)))', 'and([a] [b] [c])'],
    ['board:g', 'board=g'],
    ['board:G,/ck/,g', 'board=g,ck'],
    ['subject:foo subject:"foo bar"', 'and(subject=[foo] subject=[foo bar])'],
    ['comment:foo', 'comment=[foo]'],
    ['SUBJECT:foo', 'subject=[foo]'],
    ['is:op -is:reply', 'and(is=op not(is=reply))'],
    ['after:2019 before:2019-03-05T12:30:00.5+02:00', 'and(after=2019 before=2019-03-05T12:30:00.5+02:00)'],
    ['after:007D before:6mo', 'and(after=7d before=6mo)'],
    ['="Ärger" =Kern* -="c d"', 'and(=[Ärger] =[Kern]* not(=[c d]))'],
    ['subject:="Kern" name:=Moot file:=“A b”', 'and(subject==[Kern] name==[Moot] file==[A b])'],
    ['a|=b (=OR)', 'or([a] and(=[b] =[OR]))'],
    ['foo sort:old', '[foo] sort=old'],
    ['sort:relevance', ' sort=relevance'],
    ['a sort:new OR b', 'or([a] [b]) sort=new'],
    ['a group:thread b order:OLD', 'and([a] [b]) group=thread sort=old'],
    ['during:2019-03..2019-05 after:TODAY', 'and(during=2019-03..2019-05 after=today)'],
    ['since:"2019-03-05 12:30" until:1551744000', 'and(after=2019-03-05T12:30 before=2019-03-05T00:00:00Z)'],
  ])('%s', (text, drawn) => {
    expect(outline(text)).toBe(drawn);
  });
});

describe('a bare word is never an error', () => {
  test.each([
    ['anon-san', '[anon-san]'],
    ['c# c++', 'and([c#] [c++])'],
    ['>>123?', '[>>123?]'],
    ['>>0 >>99999999999999999', 'and([>>0] [>>99999999999999999])'],
    ['* ** a*b *foo "*"', 'and([*] [**] [a*b] [*foo] [*])'],
    ['!!* c#* 4chan x 1-2 AND', 'and([!!*] [c#*] [4chan] [x] [1-2] [AND])'],
    ['AND OR AND', 'or([AND] [AND])'],
    ['= =) => == =:a "=a" a=b', 'and([=] [=)] [=>] [==] [=:a] [=a] [a=b])'],
    ['/g/', '[/g/]'],
    ['http://example.org/a?b=c', '[http://example.org/a?b=c]'],
    ['re:zero', '[re:zero]'],
    ['baord:g', '[baord:g]'],
    ['12:30', '[12:30]'],
    ['- foo --', 'and([-] [foo] [--])'],
    [':) :( :| f(x) x) | |', 'or(and([:)] [:(] [:|] [f(x)] [x)]) [|])'],
    ['|foo bar|', 'and([|foo] [bar|])'],
    ['OR', '[OR]'],
    ['foo OR', 'and([foo] [OR])'],
    ['OR foo', 'and([OR] [foo])'],
    ['(a OR) b', 'and([a] [OR] [b])'],
    ['or and not', 'and([or] [and] [not])'],
    ['()', '[()]'],
    ['5" disk', 'and([5"] [disk])'],
    ["don't", "[don't]"],
    ['~bar ^baz [x TO y] {a}', 'and([~bar] [^baz] [[x] [TO] [y]] [{a}])'],
    ['ＦＵＬＬ　ｗｉｄｔｈ', 'and([ＦＵＬＬ] [ｗｉｄｔｈ])'],
    ['__proto__:x constructor:y', 'and([__proto__:x] [constructor:y])'],
  ])('%s', (text, drawn) => {
    expect(outline(text)).toBe(drawn);
  });
});

describe('an unreadable query is refused with the position and, if possible, a corrected query', () => {
  test.each([
    ['foo "bar', 'quote_unclosed', 4, 8, 'foo "bar"'],
    ['"', 'quote_unclosed', 0, 1, '""'],
    ['foo “bar', 'quote_unclosed', 4, 8, 'foo “bar”'],
    [String.raw`"C:\ `.trim(), 'quote_unclosed', 0, 4, String.raw`"C:\\"`],
    ['subject:"foo', 'quote_unclosed', 8, 12, 'subject:"foo"'],
    ['a (b OR c', 'group_unclosed', 2, 3, 'a (b OR c)'],
    ['(f(x', 'group_unclosed', 0, 1, '(f(x )'],
    ['((a)', 'group_unclosed', 0, 1, '((a))'],
    ['OR OR (', 'group_unclosed', 6, 7, 'OR OR'],
    ['(a (', 'group_unclosed', 3, 4, '(a)'],
    ['(', 'group_unclosed', 0, 1, null],
    ['"custom kernel after:2014', 'quote_unclosed', 0, 14, '"custom kernel" after:2014'],
    ['subject:"a b  -title:c', 'quote_unclosed', 8, 12, 'subject:"a b"  -title:c'],
    ['board: g', 'value_missing', 0, 6, 'board:g'],
    ['what is: this', 'value_missing', 5, 8, 'what is:this'],
    ['foo subject:', 'value_missing', 4, 12, 'foo "subject:"'],
    ['board:,', 'value_unknown', 6, 7, null],
    ['subject:(foo bar) baz', 'value_wrong', 0, 9, 'subject:"foo bar" baz'],
    ['is:opp', 'value_unknown', 3, 6, 'is:op'],
    ['is:video', 'value_unknown', 3, 8, 'has:video'],
    ['has:"emial"', 'value_unknown', 4, 11, 'has:email'],
    ['has:"emial"a', 'value_unknown', 4, 11, 'has:"email"a'],
    ['is:"video"a', 'value_unknown', 3, 10, 'has:video a'],
    ['has:"emial",id', 'value_unknown', 4, 11, 'has:"email",id'],
    ['after:"7days",a', 'date_unreadable', 6, 13, 'after:"7d",a'],
    ['sort:newest foo', 'value_unknown', 5, 11, 'sort:new foo'],
    ['after:2019/3/5', 'date_unreadable', 6, 14, 'after:2019-03-05'],
    ['after:2019-02-30', 'date_unreadable', 6, 16, null],
    ['after:7days', 'date_unreadable', 6, 11, 'after:7d'],
    ['during:2020..2019', 'range_empty', 7, 17, 'during:2019..2020'],
    ['a -after:2019..2020', 'value_wrong', 9, 19, 'a -during:2019..2020'],
    ['(foo group:thread)', 'group_misplaced', 5, 17, null],
    ['before:tomorrow', 'date_unreadable', 7, 15, null],
    ['after:2019-03-05T25:00', 'date_unreadable', 6, 22, null],
    ['(foo sort:new)', 'sort_misplaced', 5, 13, null],
    ['-sort:new', 'sort_misplaced', 1, 9, null],
    ['sort:new foo sort:old', 'sort_twice', 13, 21, 'foo sort:old'],
    ['x'.repeat(513), 'query_too_long', 512, 513, null],
    ['x '.repeat(33), 'query_too_complex', 64, 65, null],
    ['('.repeat(9) + 'x' + ')'.repeat(9), 'query_too_complex', 8, 9, null],
    [`board:${Array.from({ length: 33 }, (_, index) => `b${index}`).join(',')}`, 'query_too_complex', 0, 127, null],
    [`trip:${Array.from({ length: 33 }, (_, index) => `!${index}`).join(',')}`, 'query_too_complex', 0, 126, null],
    ['aaa* bbb* ccc* ddd* eee*', 'query_too_complex', 20, 24, null],
  ])('%s', (text, code, start, end, suggestion) => {
    const error = refusal(text);
    expect({ code: error.code, ...error.span, suggestion: error.suggestion }).toEqual({ code, start, end, suggestion });
    expect(error.message).toMatch(/^[A-Z].*\.$|^[a-z0-9.-]+: .*\.$/s);
  });

  test('an unknown board is named, with the most similar one', () => {
    const text = 'foo board:g,tecnology';
    const check = () => refuseUnknownBoards(parse(text), text, ['g', 'technology']);
    expect(check).toThrow(
      expect.objectContaining({
        code: 'board_unknown',
        span: { start: 12, end: 21 },
        suggestion: 'foo board:g,technology',
      }),
    );
    expect(() => refuseUnknownBoards(parse('board:g -board:g'), '', ['g'])).not.toThrow();
  });

  test.each([
    ['foo board:nowhere bar', 'foo bar'],
    ['board:nowhere', null],
    ['foo board:g,nowhere', 'foo board:g'],
    ['a OR board:nowhere', null],
  ])('it is removed if there is no similar one: %s', (text, suggestion) => {
    expect(() => refuseUnknownBoards(parse(text), text, ['g'])).toThrow(expect.objectContaining({ suggestion }));
  });
});

describe('positions', () => {
  test('each leaf has the position of its text, also after surrogate pairs', () => {
    const text = '😀 -"a b" (subject:c OR board:g)';
    expect([...leavesOf(parse(text).root)].map((leaf) => text.slice(leaf.span.start, leaf.span.end))).toEqual([
      '😀',
      '"a b"',
      'subject:c',
      'board:g',
    ]);
  });
});

describe('properties', { timeout: 60_000 }, () => {
  test('any text is parsed, or refused with a position inside the text', () => {
    fc.assert(
      fc.property(written, (text) => {
        try {
          parse(text);
        } catch (error) {
          if (!(error instanceof QueryError)) throw error;
          expect(error.span.start).toBeGreaterThanOrEqual(0);
          expect(error.span.end).toBeGreaterThan(error.span.start);
          expect(error.span.end).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: 3_000 },
    );
  });

  test('a lone bracket is quoted: after its group’s bracket it would be another word', () => {
    const text = '-(")" a)';
    expect(print(parse(text))).toBe(text);
  });

  test('parse ∘ print is the identity on trees', () => {
    fc.assert(
      fc.property(queries, (query) => {
        const text = print(query);
        fc.pre(text.length <= MAX_QUERY_LENGTH && isWithinLimits(query));
        expect(bare(queryOf(parse(text)))).toEqual(bare(query));
      }),
      { numRuns: 1_000 },
    );
  });

  test('any parsed text prints as text with the same meaning, and printing again changes nothing', () => {
    fc.assert(
      fc.property(written, (text) => {
        const query = readable(text);
        fc.pre(query !== null);
        const printed = print(query);
        fc.pre(printed.length <= MAX_QUERY_LENGTH);
        expect(bare(queryOf(parse(printed)))).toEqual(bare(queryOf(query)));
        expect(print(parse(printed))).toBe(printed);
      }),
      { numRuns: 3_000 },
    );
  });

  test('a suggestion corrects the reported mistake', () => {
    fc.assert(
      fc.property(written, (text) => {
        const first = problemOf(text);
        fc.pre(first?.suggestion !== undefined && first.suggestion !== null);
        const second = problemOf(first.suggestion ?? '');
        expect(second === null || second.code !== first.code || second.span.start !== first.span.start).toBe(true);
      }),
      {
        numRuns: 3_000,
        examples: [['has:"email:"a,b",ctrip:!a,bwidth:>=1920()"'], ['(\\(日 '], ['(a(b(('], ['"a\\ board:x']],
      },
    );
  });
});

function isWithinLimits(query: Query): boolean {
  const leaves = [...leavesOf(query.root)];
  const prefixes = leaves.filter((leaf) => isStarred(leaf)).length;
  return prefixes <= MAX_PREFIXES && leaves.reduce((sum, leaf) => sum + valueCountOf(leaf), 0) <= MAX_VALUES;
}

function queryOf({ root, sort, group }: Query): Query {
  return { root, sort, group };
}

function readable(text: string) {
  return problemOf(text) === null ? parse(text) : null;
}
