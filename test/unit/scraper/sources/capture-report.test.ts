/** Reads captured documents, if SAGASU_CAPTURES names their folder. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCaptures } from '../../../support/capture-report.ts';

const folder = process.env['SAGASU_CAPTURES'];

const lines = () => readCaptures(join(folder ?? '', '4chan'));

describe.skipIf(folder === undefined)('captured boards', () => {
  test('every entry of a captured document is accepted, except the stump of an opener before the end of a thread', () => {
    const refused = lines().filter(({ refusal }) => refusal !== null);
    expect(refused.filter(({ file }) => !file.endsWith('-tail.json'))).toEqual([]);
    expect(refused.map(({ refusal }) => refusal)).toEqual(
      refused.map(() => expect.stringMatching(/^missing_field: posts\[0\]\./) as unknown),
    );
  });

  test('captured posts have only known fields', () => {
    expect(lines().filter(({ warnings }) => warnings.length > 0)).toEqual([]);
  });

  test('known values of captured posts are neither empty nor zero', () => {
    const posts = lines().flatMap((line) => line.posts);
    expect(posts.length).toBeGreaterThan(0);
    const empty = posts.flatMap(({ fields }) =>
      Object.entries(fields).filter(([name, value]) => value === '' || (value === 0 && !/subnum|replies/.test(name))),
    );
    expect(empty).toEqual([]);
  });
});
