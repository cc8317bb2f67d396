import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseComment } from '../../../../mappings/comment/parse.ts';
import { commentPlainText } from '../../../../mappings/comment/plain-text.ts';
import { outlineOf, splitText, tokensOf } from '../../../../web/src/lib/hydration/comment-outline.ts';
import type { ShownPart } from '../../../../web/src/lib/hydration/render-record.ts';
import { withoutTexts, withTexts } from '../../../../web/src/lib/hydration/page-data.ts';
import { broken, soup } from '../../../support/markup.ts';

const comment = fc.oneof(
  soup.map((parts) => parts.join('')),
  broken,
);

test('a comment is unchanged after its texts were taken out and put back', () => {
  fc.assert(
    fc.property(comment, (html) => {
      const { tokens } = parseComment(html);
      const { shown } = splitText(tokens, 'whole');
      expect(tokensOf(outlineOf(tokens), shown)).toEqual(tokens);
    }),
  );
});

test('a partially shown comment is unchanged too', () => {
  fc.assert(
    fc.property(comment, fc.nat(300), fc.nat(300), (html, from, length) => {
      const { tokens } = parseComment(html);
      const { before, shown, after } = splitText(tokens, [from, from + length]);
      expect(tokensOf(outlineOf(tokens), before + shown + after)).toEqual(tokens);
    }),
  );
});

test('the outline has no text', () => {
  const { tokens } = parseComment(
    '<span class="quote">&gt;heron</span><br><a href="#p1" class="quotelink">&gt;&gt;1</a> [math]heron[/math]',
  );
  expect(JSON.stringify(outlineOf(tokens))).not.toMatch(/heron|>>/);
});

test('a text of another length is refused', () => {
  const outline = outlineOf(parseComment('a heron').tokens);
  expect(() => tokensOf(outline, 'a heron!')).toThrow(RangeError);
  expect(() => tokensOf(outline, 'a hero')).toThrow(RangeError);
});

const post = (num: number, html: string) => {
  const { tokens } = parseComment(html);
  return { board: 'g', num, subnum: 0, comment: commentPlainText(tokens), tokens, subject: null };
};

test('data keeps the comments that are not on the page, or are there more than once', () => {
  const data = { posts: [post(1, 'visible'), post(2, 'elsewhere'), post(3, 'twice'), post(4, 'cut off')], total: 4 };
  const comments = new Map<string, ShownPart>([
    ['g/1', 'whole'],
    ['g/3', null],
    ['g/4', [0, 3]],
  ]);
  const sent = JSON.stringify(withoutTexts(data, comments));
  expect(sent).not.toMatch(/visible|cut/);
  expect(sent.match(/elsewhere|twice|off/g)).toEqual(['elsewhere', 'twice', 'off']);
  const texts: Readonly<Record<string, string>> = { 'g/1': 'visible', 'g/4': 'cut' };
  const shownText = (key: string) => texts[key] ?? '';
  expect(withTexts(JSON.parse(sent), shownText)).toEqual(data);
  expect(() => withTexts(JSON.parse(sent), () => 'changed by somebody')).toThrow(RangeError);
});
