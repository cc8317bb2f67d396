import { expect, test } from 'vitest';
import { parseComment } from '../../../../mappings/comment/parse.ts';
import type { CommentToken } from '../../../../mappings/comment/tokens.ts';
import { commentPlainText } from '../../../../mappings/comment/plain-text.ts';
import { ghostComment, quotedNums } from '../../server/comment.ts';
import { SCRIPTED_TEXTS } from '../../../../test/support/scripted-text.ts';

const written = (text: string) => ghostComment(text, 'g', 10, new Map([[11, 10]]));
const all = (tokens: readonly CommentToken[]): readonly CommentToken[] =>
  tokens.flatMap((token) => [token, ...('children' in token ? all(token.children) : [])]);

test('a text that would run a script is shown as typed', () => {
  expect(SCRIPTED_TEXTS.length).toBeGreaterThan(400);
  const changed = SCRIPTED_TEXTS.filter((text) => {
    const { tokens } = parseComment(written(text));
    const isLinked = all(tokens).some((token) => token.kind === 'link' && !/^(https?|mailto):/.test(token.href));
    return isLinked || (!/[[\]>\r\n]/.test(text) && commentPlainText(tokens) !== text);
  });
  expect(changed).toEqual([]);
});

test.each(['banned', 'moot', 'fortune color="#ff0000"', 'qstcolor=red', 'BANNED'])(
  'readers cannot write the mark [%s] of staff and sources, not even in two pieces',
  (tag) => {
    const name = tag.split(/[ =]/)[0] ?? '';
    const html = written(`[${tag}]x[/${name}] [ban[${tag}]ned]y[/banned]`);
    expect(html).toMatch(/^x y$/);
  },
);

test('quotes become links to posts in the archive', () => {
  expect(quotedNums('>>11 >>12 >>11 >>99999999999999999')).toEqual([11, 12]);
  expect(written('>>11 >>12')).toBe(
    '<a href="#p11" class="quotelink">&gt;&gt;11</a> <span class="deadlink">&gt;&gt;12</span>',
  );
});
