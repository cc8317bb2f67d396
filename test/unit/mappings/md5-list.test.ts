import { expect, test } from 'vitest';
import { readMd5List } from '../../../mappings/md5-list.ts';
import { parseMd5 } from '../../../mappings/md5.ts';

const HEX = '0123456789abcdef0123456789abcdef';
const BASE64 = 'ASNFZ4mrze8BI0VniavN7w==';

test.each([
  [`${HEX}\n# a comment\n\n${BASE64}  # and another\nnonsense\n`, 2, 1],
  [`{"banned_hashes": ["${BASE64}", "nonsense", 5], "total_count": 3}`, 1, 2],
  [`["${HEX}", "${HEX}"]`, 1, 0],
  [`{"banned_hashes": ["${HEX}"`, 0, 1],
  ['', 0, 0],
])('%j has %i MD5s and %i other entries', (text, files, refused) => {
  const list = readMd5List(text);
  expect([list.files.length, list.refused]).toEqual([files, refused]);
});

test('each spelling of an MD5 is the same MD5', () => {
  for (const text of [HEX, HEX.toUpperCase(), BASE64, BASE64.slice(0, 22), BASE64.replaceAll('/', '_')])
    expect(parseMd5(text)?.toString('hex')).toBe(HEX);
  expect(parseMd5('0123')).toBeNull();
});
