import { describe, expect, test } from 'vitest';
import { clientNetwork, widerNetwork } from '../../../../server/shared/client-network.ts';
import { readableForwardedFor } from '../../../../server/http/forwarded-for.ts';

describe('X-Forwarded-For is read as addresses', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:4711', '192.0.2.1'],
    ['"192.0.2.1:4711"', '192.0.2.1'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['"[2001:db8::1]:443"', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[::ffff:192.0.2.1]:80', '::ffff:192.0.2.1'],
    [' 192.0.2.1:1 ,\t198.51.100.2:2', '192.0.2.1, 198.51.100.2'],
  ])('%s', (written, readable) => {
    expect(readableForwardedFor(written)).toBe(readable);
  });

  test.each([
    '',
    ' , ',
    'unknown',
    '_hidden',
    '"_gazonk"',
    'example.org',
    '192.0.2',
    '192.0.2.256',
    '1',
    '0x7f.1',
    '192.0.2.1:port',
    '192.0.2.1:123456',
    '[2001:db8::1',
    '[192.0.2.1]',
    '[unknown]:1',
    '192.0.2.1;198.51.100.2',
    'for=192.0.2.1',
    '\u{1F600}',
  ])('%j is not an address', (written) => {
    expect(readableForwardedFor(written)).toBeNull();
  });

  test('entries left of an invalid one are ignored', () => {
    expect(readableForwardedFor('203.0.113.9, unknown, 192.0.2.1')).toBe('192.0.2.1');
    expect(readableForwardedFor('203.0.113.9, unknown')).toBeNull();
  });
});

test('invalid addresses count as one network', () => {
  expect(clientNetwork('192.0.2.1')).toBe('192.0.2.1');
  expect(clientNetwork('::ffff:192.0.2.1')).toBe('192.0.2.1');
  expect(clientNetwork('2001:db8::1')).toBe('2001:db8:0:0::/64');
  for (const junk of ['192.0.2.1:80', '_hidden', '', 'x:y']) {
    expect(clientNetwork(junk)).toBe('unknown');
    expect(widerNetwork(junk)).toBeNull();
  }
});
