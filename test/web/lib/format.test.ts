import { describe, expect, test } from 'vitest';
import { formatAgo, formatCountry, formatDuration, formatTime } from '../../../web/src/lib/format.ts';
import { formatBytes } from '../../../web/src/lib/format-details.ts';
import { safeAddress, safeLink } from '../../../web/src/lib/safe-link.ts';

const now = Date.UTC(2024, 5, 15, 12);
const ago = (milliseconds: number) => formatAgo(now - milliseconds, now);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

test('relative times use the largest unit that fits', () => {
  expect(ago(20_000)).toBe('now');
  expect(ago(MINUTE)).toBe('1 minute ago');
  expect(ago(3 * 60 * MINUTE)).toBe('3 hours ago');
  expect(ago(DAY)).toBe('1 day ago');
  expect(ago(90 * DAY)).toBe('2 months ago');
  expect(ago(3660 * DAY)).toBe('10 years ago');
  expect(ago(-5 * MINUTE)).toBe('in 5 minutes');
});

test('an old post shows its date, with the year if it differs', () => {
  expect(formatTime(now - 5 * MINUTE, now)).toBe('5 minutes ago');
  expect(formatTime(now - 20 * DAY, now)).toMatch(/^26 May \d{4}, \d\d:\d\d$/);
  expect(formatTime(Date.UTC(2014, 4, 2, 12), now)).toMatch(/^2 May 2014, \d\d:\d\d$/);
});

test('sizes and durations are short', () => {
  expect([0, 1023, 1024, 2560, 999_999, 1_048_576, 5_000_000_000].map(formatBytes)).toEqual([
    '0 B',
    '1023 B',
    '1 kB',
    '2.5 kB',
    '977 kB',
    '1 MB',
    '4.7 GB',
  ]);
  expect([0.2, 37.6, 1000, 2450].map(formatDuration)).toEqual(['1 ms', '38 ms', '1 s', '2.5 s']);
});

test('a country code is named, and an unknown one is shown as it is', () => {
  expect(formatCountry('SE')).toBe('Sweden');
  expect(formatCountry('ZZZ')).toBe('ZZZ');
  expect(formatCountry('XX')).toBe('XX');
});

describe('an address from the archive’s data', () => {
  test.each(['/g/image/1.png', 'https://example.org/a', 'HTTP://example.org'])('%s may be linked', (address) => {
    expect(safeAddress(address)).toBe(address);
  });
  test.each([
    'javascript:alert(1)',
    ' javascript:x',
    '//host/x',
    '/\\host',
    'data:text/html,x',
    'ftp://x',
    'x.png',
    '',
  ])('“%s” may not', (address) => {
    expect(safeAddress(address)).toBeNull();
  });
  test('mail may be linked from a comment', () => {
    expect(safeLink('mailto:a@example.org')).toBe('mailto:a@example.org');
    expect(safeAddress('mailto:a@example.org')).toBeNull();
  });
});
