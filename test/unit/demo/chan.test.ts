import { expect, test } from 'vitest';
import { inKeyOrder, newYorkTime, semanticUrl } from '../../../demo/chan.ts';

test.each([
  ['2025-07-04T12:00:00Z', '07/04/25(Fri)08:00:00'],
  ['2025-01-01T04:59:59Z', '12/31/24(Tue)23:59:59'],
  // Spring: 03:00:00 follows 01:59:59.
  ['2025-03-09T06:59:59Z', '03/09/25(Sun)01:59:59'],
  ['2025-03-09T07:00:00Z', '03/09/25(Sun)03:00:00'],
  // Autumn: 01:30 occurs twice.
  ['2025-11-02T05:30:00Z', '11/02/25(Sun)01:30:00'],
  ['2025-11-02T06:30:00Z', '11/02/25(Sun)01:30:00'],
  ['2025-06-01T04:00:00Z', '06/01/25(Sun)00:00:00'],
])('%s is %s on the site', (utc, now) => {
  expect(newYorkTime(Date.parse(utc) / 1000)).toBe(now);
});

test('semantic_url comes from the subject or else the comment, in ASCII, and is absent if nothing is left', () => {
  expect(semanticUrl('/prog/ - c++ &amp; friends', undefined)).toBe('prog-c-friends');
  expect(semanticUrl(undefined, 'One<br><s>two</s> &#039;three&#039;')).toBe('one-two-three');
  expect(semanticUrl('word '.repeat(40), undefined)?.length).toBeLessThanOrEqual(50);
  expect(semanticUrl('日本語スレ', undefined)).toBeUndefined();
});

test('keys are in the order of the real site, without undefined ones', () => {
  const post = inKeyOrder({ resto: 0, time: 1, sub: undefined, now: 'n', no: 7, com: 'c', closed: 1 });
  expect(Object.keys(post)).toEqual(['no', 'closed', 'now', 'com', 'time', 'resto']);
});
