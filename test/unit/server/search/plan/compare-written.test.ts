import { describe, expect, test } from 'vitest';
import { asWrittenOf } from '../../../../../server/search/plan/as-written.ts';
import { parse } from '../../../../../server/search/language/parse.ts';

function isFound(q: string, comment: string): boolean {
  return (
    asWrittenOf(parse(q).root, () => true)?.isHit({ comment: [comment], subject: [], name: [], media_name: [] }, []) ??
    false
  );
}

describe('a word as written', () => {
  test.each([
    ['="Ärger"', 'viel A\u0308rger!'],
    ['="A\u0308rger"', 'viel Ärger!'],
    ['="Ärger"', 'viel Är\u00ADger'],
    ['="Är\u00ADger"', 'ÄRGER, Ärger'],
    ['="small kern"', 'a small\n  kern'],
    ['="C++ Builder"', 'with C++ Builder 6'],
    ['=C', 'C++ and (C)'],
    ['="(C)"', 'C++ and (C)'],
    ['="日本"', '東京は日本語'],
    ['=ＡＢＣ', 'ＡＢＣ'],
    ['="👍🏽"', 'ok 👍🏽'],
    ['=Kern*', 'Kernels'],
    ['-="Ärger"', 'ärger'],
  ])('%s is in %j', (q, comment) => {
    expect(isFound(q, comment)).toBe(true);
  });

  test.each([
    ['="Ärger"', 'ärger, Arger, ÄRGER'],
    ['="Arger"', 'A\u0308rger'],
    ['="Arge"', 'Arge\u0301'],
    ['="Ärger"', 'Ärgernis'],
    ['="small kern"', 'small-kern small, kern'],
    ['="small, kern"', 'small kern'],
    ['="C++"', 'c++ and C'],
    ['="(C)"', 'C or (c)'],
    ['=ABC', 'ＡＢＣ abc'],
    ['="👍"', 'ok 👍🏽'],
    ['=Kern*', 'kernels'],
    ['-="Ärger"', 'Ärger'],
  ])('%s is not in %j', (q, comment) => {
    expect(isFound(q, comment)).toBe(false);
  });
});
