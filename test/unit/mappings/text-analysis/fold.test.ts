import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldFileName, foldText, foldWithOrigins } from '../../../../mappings/text-analysis/fold.ts';

test.each([
  ['plain words', 'plain words'],
  ['', ''],
  ['cafe\u0301 co\u00ADop', 'cafe coop'],
  ['C# c++, F＃', 'Csharp cplusplus, Fsharp'],
  ['C++17 c#intro', 'Cplusplus 17 csharp intro'],
  ['doc#intro abc++ 1 + 1 #5', 'doc#intro abc++ 1 + 1 #5'],
  ['my_c#.cs', 'my_c#.cs'],
  ['\u0336', ''],
])('%j is folded to %j', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

test.each([
  ['my_cat.final', 'my_cat.final'],
  ['my_c#.final', 'my csharp final'],
  ['cafe\u0301_1', 'cafe 1'],
])('the name of a file, %j, is folded to %j', (name, folded) => {
  expect(foldFileName(name)).toBe(folded);
});

const pieces = fc.constantFrom(...'cCfF#＃+_. a7é\u0301\u00ADと'.split(''), 'c#', 'c++');

test('folding is idempotent, so an index whose own filters fold accepts folded text', () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 20 }), (parts) => {
      const folded = foldText(parts.join(''));
      expect(foldText(folded)).toBe(folded);
      const name = foldFileName(parts.join(''));
      expect(foldText(name.replaceAll(/[_.]/g, ' '))).toBe(name.replaceAll(/[_.]/g, ' '));
    }),
    { numRuns: 5_000 },
  );
});

test('offsets refer to the text before folding', () => {
  const { text, originOf } = foldWithOrigins('e\u0301t C++ 17 C# end');
  const at = (word: string) => {
    const start = text.indexOf(word);
    return [originOf(start), originOf(start + word.length)];
  };
  expect(text).toBe('et Cplusplus 17 Csharp end');
  expect([at('et'), at('Cplusplus'), at('17'), at('Csharp'), at('end')]).toEqual([
    [0, 3],
    [4, 7],
    [8, 10],
    [11, 13],
    [14, 17],
  ]);
});
