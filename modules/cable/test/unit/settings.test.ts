import { expect, test } from 'vitest';
import { readConfig } from '../../../../platform/config.ts';
import { ineffectiveSettings } from '../../../../platform/setting-needs.ts';

const sentences = (env: Readonly<Record<string, string>>) =>
  ineffectiveSettings(readConfig(env), 'processes', new Set(Object.keys(env)));

test('an address for connections in the clear has no effect until peers may use it, and the reverse', () => {
  expect(sentences({ SAGASU_CABLE_PLAIN_LISTEN: '127.0.0.1:1' })).toEqual([
    'SAGASU_CABLE_PLAIN_LISTEN has no effect until SAGASU_CABLE_PLAIN_FROM is set',
  ]);
  expect(sentences({ SAGASU_CABLE_PLAIN_FROM: '10.0.0.0/8' })).toEqual([
    'SAGASU_CABLE_PLAIN_FROM has no effect until SAGASU_CABLE_PLAIN_LISTEN is set',
  ]);
});
