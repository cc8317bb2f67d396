/** The patterns of the contract, which are matched on the event loop against strangers' input. */
import { expect, test } from 'vitest';
import { NOT_BLANK } from '../../../../mappings/contract/not-blank.ts';
import openapi from '../../../../mappings/contract/openapi.json' with { type: 'json' };

const patterns = new Set(
  [...JSON.stringify(openapi).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
    ([, text = '""']) => JSON.parse(text) as string,
  ),
);
const PARTS = ['a', '0', ' ', 'a-', '-', '.', 'a.', '1,', 'f', 'A', '/', ':', 'a=', '0.', 'x ', '_'];
const LENGTH = 20_000;

const usedMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

test.each([...patterns])('%s takes time in proportion to the length of the text', (pattern) => {
  const regexp = new RegExp(pattern, 'u');
  const before = usedMs();
  for (const part of PARTS) for (const end of ['!', '\0']) regexp.test(part.repeat(LENGTH / part.length) + end);
  // In quadratic time each text would take seconds.
  expect(usedMs() - before).toBeLessThan(500);
});

test.each([
  ['a', true],
  [' \n a b ', true],
  ['', false],
  [' \n ', false],
  ['a\0b', false],
  ['\0', false],
  ['a\0', false],
])('%j is text that is not blank: %s', (text, isText) => {
  expect(new RegExp(NOT_BLANK, 'u').test(text)).toBe(isText);
});
