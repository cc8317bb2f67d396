import { expect, test } from 'vitest';
import { readableName } from '../../web/readable-name.ts';

test.each([
  ['thread-48393', 'Draw trees every day', 'Draw trees every day'],
  ['thread-48393', '', 'thread-48393'],
  ['thread-48393', null, 'thread-48393'],
  ['dpt', '/dpt/ - Daily Programming Thread', 'dpt'],
  ['thread-of-the-day', 'Thread of the day', 'thread-of-the-day'],
])('a series %s with the subject %s is shown as %s', (name, title, shown) => {
  expect(readableName({ name, title })).toBe(shown);
});
