import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseComment } from '../../../../mappings/comment/parse.ts';
import { commentPlainText } from '../../../../mappings/comment/plain-text.ts';
import { withStoredExif } from '../../../../mappings/comment/exif.ts';
import { inPlace, textParts, writtenText } from '../../../../mappings/comment/text-parts.ts';
import { soup } from '../../../support/markup.ts';
import { text, tokens } from './given-comment.ts';

const TABLE = '<table class="exif"><tr><td><b>Camera:</b><tr><td>Model<td>Box II<tr><td>Flash<td>no</table>';

const wordsOf = (value: string) => value.split(/\s+/).filter((word) => word !== '');

describe('the parts of a comment', () => {
  it.each([
    ['only words', 'tea <b>time</b>', { written: 'tea time', exif: '', notice: '' }],
    [
      'a table, without its headings',
      `tea<br><br>${TABLE}`,
      { written: 'tea', exif: 'Model: Box II\nFlash: no', notice: '' },
    ],
    [
      'a notice of a ban',
      'tea<br><br><b style="color:red;">(USER WAS BANNED FOR THIS POST)</b>',
      { written: 'tea', exif: '', notice: '(USER WAS BANNED FOR THIS POST)' },
    ],
    [
      'a notice of a ban on vichan, within bold text',
      '<b>tea<span class="public_ban">(USER WAS BANNED)</span>pot</b>',
      { written: 'tea\npot', exif: '', notice: '(USER WAS BANNED)' },
    ],
    [
      'dice',
      '<b>Rolled 4, 2 + 1 = 7 (2d6 + 1)</b><br><br>tea',
      { written: 'tea', exif: '', notice: 'Rolled 4, 2 + 1 = 7 (2d6 + 1)' },
    ],
    [
      'dice on vichan',
      '<table class="diceroll"><tr><td><img src="d10.svg" alt="Dice roll"></td><td>Rolled 3 = 3</td></tr></table><br/>tea',
      { written: 'tea', exif: '', notice: 'Dice roll\nRolled 3 = 3' },
    ],
    [
      'a fortune and a drawing',
      'tea<span class="fortune" style="color:#fd4d32"><br><br><b>Your fortune: tea</b></span><br><small><b>Oekaki Post</b> (Time: 1m)</small>',
      { written: 'tea', exif: '', notice: 'Your fortune: tea\nOekaki Post (Time: 1m)' },
    ],
  ])('%s', (_name, html, parts) => {
    expect(textParts(tokens(html))).toEqual(parts);
  });

  it('bold text like dice within a comment is what the poster wrote', () => {
    for (const html of ['tea <b>Rolled 4 (1d6)</b>', '<b>Rolled up 4 carpets</b>']) {
      expect(textParts(tokens(html))).toMatchObject({ written: commentPlainText(tokens(html)), notice: '' });
    }
  });

  it('have the same words in place, at their offsets in the plain text', () => {
    fc.assert(
      fc.property(soup, (pieces) => {
        const list = parseComment(pieces.join('')).tokens;
        const plain = commentPlainText(list);
        for (const part of ['written', 'exif', 'notice'] as const) {
          const placed = inPlace(list, plain, part);
          expect(wordsOf(placed)).toEqual(wordsOf(textParts(list)[part]));
          for (const { 0: word, index } of placed.matchAll(/\S+/g)) expect(plain.startsWith(word, index)).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('EXIF beside a comment', () => {
  const stored = { exif: { Model: 'Box II', 'ISO Speed Rating': 400, Odd: { a: 1 }, Empty: '' } };

  it('becomes a table, unless the comment has one', () => {
    const rows = [
      { name: 'Model', value: 'Box II' },
      { name: 'ISO Speed Rating', value: '400' },
    ];
    expect(withStoredExif([text('tea')], stored)).toEqual([text('tea'), { kind: 'exif', rows }]);
    expect(writtenText(withStoredExif([text('tea')], stored))).toBe('tea');
    expect(withStoredExif(tokens(TABLE), stored)).toEqual(tokens(TABLE));
  });

  it('is left out if it is not a table of a photograph', () => {
    for (const exif of ['{"Model":', [1], {}, { Painter: 'ink', Time: '9m' }, null]) {
      expect(withStoredExif([text('tea')], { exif })).toEqual([text('tea')]);
    }
    expect(withStoredExif([], null)).toEqual([]);
  });
});
