import { expect, test } from 'vitest';
import { proposeCharsets } from '../../../../scraper/backfill/propose-charset.ts';

/** Two short mails of a list, in the bytes of a charset. */
const LISTS: readonly (readonly [charset: string, hex: readonly string[], sample: string])[] = [
  [
    'koi8-r',
    [
      'f0d2c9d7c5d42c20dcd4cf20d0c9d3d8cdcf20cf20d0dec5ccc1c820c920cfc220d5ccd8d1c82e',
      'fac1d7d4d2c120cdd920d3cdcfd4d2c9cd20d5ccd8c920d720d3c1c4d52e',
    ],
    'Привет, это письмо о пчелах и об ульях.',
  ],
  [
    'euc-jp',
    ['c6fccbdcb8eca4cea5e1a1bca5eba4c7a4b9a1a3a4b3a4cecab8a4cfc6c9a4e1a4dea4b9a4aba1a3'],
    '日本語のメールです。この文は読めますか。',
  ],
  [
    'shift_jis',
    ['93fa967b8cea82cc8381815b838b82c582b7814282b182cc95b682cd93c782df82dc82b782a98142'],
    '日本語のメールです。この文は読めますか。',
  ],
];

test.each(LISTS)('%s is the first proposal, with a decoded line', (charset, hex, sample) => {
  const messages = [
    { undeclared: '' },
    ...hex.map((one) => ({ undeclared: Buffer.from(one, 'hex').toString('latin1') })),
  ];
  const [first] = proposeCharsets(messages);
  expect(first).toMatchObject({ charset, messages: hex.length, sample });
  expect(first?.share).toBeGreaterThan(0);
});

test('without such messages there is no proposal', () => {
  expect(proposeCharsets([{ undeclared: '' }])).toEqual([]);
});
