import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commentPlainText } from '../../../../mappings/comment/plain-text.ts';
import type { CommentToken } from '../../../../mappings/comment/tokens.ts';
import { excerptOf, lineExcerptOf, textBeforeTable } from '../../../../web/src/components/post/excerpt.ts';

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`).join('\n');

const before = (tokens: CommentToken[]) => textBeforeTable({ tokens, comment: commentPlainText(tokens) }).trimEnd();

test('a photograph’s table is left out of an excerpt at the end of a comment, but not in the middle', () => {
  const exif: CommentToken = {
    kind: 'exif',
    rows: [
      { name: 'Camera', value: null },
      { name: 'Model', value: 'Box' },
    ],
  };
  const bread: CommentToken = { kind: 'text', text: 'bread' };
  expect(before([bread, exif])).toBe('bread');
  expect(before([exif])).toBe('');
  expect(before([exif, bread])).toBe('Camera\nModel: Box\nbread');
  expect(before([bread])).toBe('bread');
});

describe('an excerpt', () => {
  test('equals a short comment', () => {
    expect(excerptOf('bread', 3)).toEqual({ part: [0, 5], cutBefore: false, cutAfter: false });
    expect(excerptOf('', undefined)).toEqual({ part: [0, 0], cutBefore: false, cutAfter: false });
  });

  test('ends at a line end in a comment of many lines', () => {
    const text = lines(60);
    const { part, cutBefore, cutAfter } = excerptOf(text, undefined);
    expect(text.slice(...part)).toBe(lines(9));
    expect([cutBefore, cutAfter]).toEqual([false, true]);
  });

  test('starts shortly before a match far down', () => {
    const text = lines(60);
    const { part, cutBefore } = excerptOf(text, text.indexOf('line 40'));
    expect(text.slice(...part).startsWith('line 38\nline 39\nline 40')).toBe(true);
    expect(cutBefore).toBe(true);
  });

  test('always contains the first match, is bounded, and never splits a character', () => {
    const texts = fc
      .array(fc.oneof(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.constant('\n'), fc.constant(' ')), {
        maxLength: 30,
      })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(texts, fc.nat(4000), (text, at) => {
        const match = text.length === 0 ? undefined : at % text.length;
        const { part } = excerptOf(text, match);
        const shown = text.slice(...part);
        if (match !== undefined) expect(part[0] <= match && match < part[1]).toBe(true);
        expect(shown.length).toBeLessThanOrEqual(640 + 120);
        if (text.isWellFormed()) expect(shown.isWellFormed()).toBe(true);
      }),
    );
  });

  test('does not split surrogate pairs at either end', () => {
    for (const text of ['😀'.repeat(2000), `a${'😀'.repeat(2000)}`]) {
      for (const match of [undefined, 1001, 1002])
        expect(text.slice(...excerptOf(text, match).part).isWellFormed()).toBe(true);
    }
  });

  test('is bounded for 50,000 characters without a space', () => {
    const { part } = excerptOf('x'.repeat(50_000), 30_000);
    expect(part[1] - part[0]).toBeLessThanOrEqual(760);
    expect(part[0]).toBeLessThanOrEqual(30_000);
  });
});

describe('the excerpt of a result of one line', () => {
  test('begins at a word shortly before the first match, or at the beginning', () => {
    const text = `${'flour water salt '.repeat(12)}BREAD and more`;
    const at = text.indexOf('BREAD');
    expect(text.slice(...lineExcerptOf(text, at).part)).toBe('salt flour water salt flour water salt BREAD and more');
    expect(lineExcerptOf(text, 20)).toEqual(excerptOf(text, 20));
    expect(lineExcerptOf(text, undefined)).toEqual(excerptOf(text, undefined));
  });

  test('has the match and whole characters, and is bounded', () => {
    for (const text of ['😀'.repeat(2000), 'x'.repeat(50_000)]) {
      for (const match of [61, 62, 1001, 3000]) {
        const { part } = lineExcerptOf(text, match);
        expect(part[0] <= match && match < part[1]).toBe(true);
        expect(part[1] - part[0]).toBeLessThanOrEqual(760);
        expect(text.slice(...part).isWellFormed()).toBe(true);
      }
    }
  });
});
