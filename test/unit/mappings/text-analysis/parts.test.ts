import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldQuery } from '../../../../mappings/text-analysis/fold.ts';
import { lettersOf, partOf, placesOf, textOfParts } from '../../../../mappings/text-analysis/parts.ts';

test.each([
  ['My Wall-paper (2).final', '_my_wall_paper_2_final_'],
  ['__x', '_x_'],
  ['Ärger CAFE\u0301 co\u00adop', '_arger_cafe_coop_'],
  ['壁紙 𝒜 😀', '_壁紙_a_ᵉ1f600_'],
  ['', '_'],
])('%s is joined to %s', (text, joined) => {
  expect(textOfParts(text)).toBe(joined);
});

/** The text with brackets around the part. */
function found(written: string, text: string): string {
  const atEnd = !written.endsWith('*');
  const part = partOf(atEnd ? written : written.slice(0, -1), atEnd);
  return placesOf(part, text).reduceRight(
    (rest, [start, end]) => `${rest.slice(0, start)}[${rest.slice(start, end)}]${rest.slice(end)}`,
    text,
  );
}

describe('a part', () => {
  test.each([
    ['paper*', 'My Wallpaper paper', 'My Wall[paper] [paper]'],
    ['paper', 'wallpapers wallpaper', 'wallpapers wall[paper]'],
    ['my_pap*', 'My-Paper', '[My-Pap]er'],
    ['_pap*', 'wallpaper my paper', 'wallpaper my [pap]er'],
    ['ana*', 'banan bandana', 'b[ana]n band[ana]'],
    ['coop*', 'a co\u00adop', 'a [co\u00adop]'],
    ['壁紙壁*', '壁紙壁紙', '[壁紙壁]紙'],
    ['xyz*', 'xy z', 'xy z'],
  ])('%s in %s', (written, text, marked) => {
    expect(found(written, text)).toBe(marked);
  });

  test('of any text is found in it, at its place', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.nat(30), fc.nat(30), (text, from, length) => {
        const slice = Array.from(text)
          .slice(from, from + length)
          .join('');
        // A fold may depend on the letters before it.
        fc.pre(foldQuery(text).includes(foldQuery(slice)));
        const part = partOf(slice, false);
        fc.pre(lettersOf(part) > 0);
        expect(textOfParts(text)).toContain(part);
        const places = placesOf(part, text);
        expect(places.length).toBeGreaterThan(0);
        for (const [start, end] of places) {
          expect(partOf(text.slice(start, end), false)).toContain(part.replaceAll(/^_|_$/g, ''));
        }
      }),
      { numRuns: 500 },
    );
  });
});
