import { expect, test } from 'vitest';
import { metricsReaders } from '../../../platform/metrics-access.ts';

test.each([
  ['127.0.0.1', true],
  ['127.8.8.8', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['10.1.2.3', true],
  ['::ffff:10.1.2.3', true],
  ['192.0.2.7', true],
  ['192.0.2.8', false],
  ['11.0.0.1', false],
  ['2001:db8::9', true],
  ['2001:db9::9', false],
  ['unknown', false],
  [undefined, false],
])('a client at %s may read metrics: %s', (address, may) => {
  expect(metricsReaders(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32'])(address)).toBe(may);
});

test('without allowed networks, only this machine may', () => {
  expect(['::1', '10.1.2.3'].map(metricsReaders([]))).toEqual([true, false]);
});
