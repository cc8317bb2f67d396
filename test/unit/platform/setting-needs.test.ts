import { expect, test } from 'vitest';
import { needSentence, needsOf } from '../../../mappings/board-settings/needs.ts';
import { BOARD_SETTING_NAMES } from '../../../mappings/board-settings/table.ts';
import { givenSettings, readConfig } from '../../../platform/config.ts';
import { ineffectiveSettings, metNeeds } from '../../../platform/setting-needs.ts';

const sentences = (area: 'stores' | 'processes', env: Record<string, string>) =>
  ineffectiveSettings(readConfig(env), area, givenSettings(env));

test.each<['stores' | 'processes', Record<string, string>, string[]]>([
  ['processes', {}, []],
  ['processes', { SAGASU_S3_ACCESS_KEY_ID: 'a', SAGASU_S3_SECRET_ACCESS_KEY: 'b' }, []],
  [
    'processes',
    { SAGASU_S3_ACCESS_KEY_ID: 'a' },
    ['SAGASU_S3_ACCESS_KEY_ID has no effect until SAGASU_S3_SECRET_ACCESS_KEY is set'],
  ],
  [
    'processes',
    { SAGASU_S3_SECRET_ACCESS_KEY: 'a' },
    ['SAGASU_S3_SECRET_ACCESS_KEY has no effect until SAGASU_S3_ACCESS_KEY_ID is set'],
  ],
  [
    'processes',
    { SAGASU_TRIPCODE_SECRET: 'c2VjcmV0' },
    ['SAGASU_TRIPCODE_SECRET has no effect until SAGASU_CONTACT is set'],
  ],
  [
    'processes',
    { SAGASU_EXPORTS: '0', SAGASU_EXPORT_ROWS: '5' },
    ['SAGASU_EXPORT_ROWS has no effect until SAGASU_EXPORTS is above 0'],
  ],
  [
    'stores',
    { REDIS_URL: 'redis://a', SAGASU_REDIS_PORT: '7000', SAGASU_POSTGRES_PORT: '7001' },
    ['SAGASU_REDIS_PORT has no effect while REDIS_URL is set'],
  ],
  [
    'stores',
    { ELASTICSEARCH_URL: 'http://a', SAGASU_ELASTICSEARCH_NODES: '3', SAGASU_ELASTICSEARCH_HEAP_MB: '512' },
    [
      'SAGASU_ELASTICSEARCH_HEAP_MB has no effect while ELASTICSEARCH_URL is set',
      'SAGASU_ELASTICSEARCH_NODES has no effect while ELASTICSEARCH_URL is set',
    ],
  ],
])('the %s with %j has sentences about %j', (area, env, expected) => {
  expect(sentences(area, env)).toEqual(expected);
});

test('each setting of a board needs settings that exist', () => {
  const met = metNeeds(readConfig({ SAGASU_CONTACT: 'a@b', SAGASU_MEDIA_CONCURRENCY: '0' }));
  const unmet = BOARD_SETTING_NAMES.flatMap((name) =>
    needsOf(name, () => true, met).flatMap((need) => (need.met ? [] : [needSentence(name, need)])),
  );
  expect(unmet).toEqual(
    ['files.op', 'files.reply', 'thumbs.op', 'thumbs.reply', 'concurrency'].map(
      (name) => `media.${name} has no effect until SAGASU_MEDIA_CONCURRENCY is above 0`,
    ),
  );
});
