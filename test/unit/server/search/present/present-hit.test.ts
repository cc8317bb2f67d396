import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HIGHLIGHT_END, HIGHLIGHT_START } from '../../../../../mappings/highlight.ts';
import { markedRanges } from '../../../../../server/search/present/present-hit.ts';

/** `[` and `]` for the sentinels. */
function ranges(marked: string, present = marked.replace(/[[\]]/g, '')): unknown {
  return markedRanges(marked.replaceAll('[', HIGHLIGHT_START).replaceAll(']', HIGHLIGHT_END), present);
}

describe('marked text becomes offsets', () => {
  test.each([
    ['no mark', []],
    [
      '[foo] and [bar]',
      [
        [0, 3],
        [8, 11],
      ],
    ],
    ['😀 [foo]', [[3, 6]]],
    ['[😀]', [[0, 2]]],
    ['アニメ[日本語]テスト', [[3, 6]]],
    ['[日本][本語]', [[0, 4]]],
    ['a[]b', []],
    ['', []],
  ])('%s', (marked, expected) => {
    expect(ranges(marked)).toEqual(expected);
  });

  test('none are left when the row has another text by now than the index', () => {
    expect(ranges('[foo] bar', 'foo baz')).toEqual([]);
    expect(ranges('[foo]', 'foo bar')).toEqual([]);
    expect(ranges('[foo] bar', 'foo')).toEqual([]);
    expect(ranges('[foo]', '')).toEqual([]);
  });

  test('whatever stands between sentinels is what the offsets cut out', () => {
    const piece = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
      .filter((text) => !/[\uE000\uE001]/.test(text));
    fc.assert(
      fc.property(fc.array(fc.tuple(piece, piece)), (pieces) => {
        const marked = pieces.map(([plain, hit]) => `${plain}${HIGHLIGHT_START}${hit}${HIGHLIGHT_END}`).join('');
        const present = pieces.flat().join('');
        expect(markedRanges(marked, present).map(([start, end]) => present.slice(start, end))).toEqual(
          pieces.map(([, hit]) => hit),
        );
      }),
    );
  });

  test('stray sentinels break nothing', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', HIGHLIGHT_START, HIGHLIGHT_END), maxLength: 20 }),
        (marked) => {
          const present = marked.replace(/[\uE000\uE001]/g, '');
          for (const [start, end] of markedRanges(marked, present)) {
            expect(start).toBeLessThan(end);
            expect(end).toBeLessThanOrEqual(present.length);
          }
        },
      ),
    );
  });
});
