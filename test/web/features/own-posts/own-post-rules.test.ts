import { expect, test } from 'vitest';
import { ownPostRules } from '../../../../web/src/features/own-posts/own-post-rules.ts';

test('own posts, quotes of them and posts with such quotes are marked', () => {
  const rules = ownPostRules(['g/101', 'g/7_2'], '(You)');
  expect(rules.split('\n')).toHaveLength(5);
  expect(rules).toContain(':is([data-post="g/101"], [data-post="g/7_2"])');
  expect(rules).toContain('a:is([data-quote="g/101"], [data-quote="g/7_2"])::after { content: " (You)"; }');
});

test('nothing but keys of posts gets into the rules, and only the newest 200', () => {
  expect(ownPostRules(['g/1"] * {', 'x', ''], '(You)')).toBe('');
  const many = ownPostRules(
    Array.from({ length: 500 }, (_, num) => `g/${num}`),
    '(You)',
  );
  expect(many).not.toContain('"g/299"');
  expect(many).toContain('"g/300"');
});

test('a translated mark is a string of CSS', () => {
  expect(ownPostRules(['g/1'], 'a"b')).toContain(String.raw`content: " a\"b";`);
});
