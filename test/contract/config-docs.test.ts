import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { SETTINGS } from '../../platform/settings.ts';

const page = readFileSync(new URL('../../docs/CONFIG.md', import.meta.url), 'utf8');
const rows = new Map(
  [...page.matchAll(/^\| `(?<name>[A-Z0-9_]+)` \| (?<fallback>.*?) \| (?<meaning>.*) \|$/gm)].map((match) => [
    match.groups?.['name'] ?? '',
    { fallback: match.groups?.['fallback'], meaning: match.groups?.['meaning'] },
  ]),
);

describe('docs/CONFIG.md', () => {
  test('lists exactly the settings that exist', () => {
    expect([...rows.keys()].toSorted()).toEqual(Object.keys(SETTINGS).toSorted());
  });

  test.each(Object.entries(SETTINGS))('tells default and meaning of %s as the code has them', (name, setting) => {
    const fallback = setting.fallback === null ? '–' : setting.fallback === '' ? 'empty' : `\`${setting.fallback}\``;
    expect(rows.get(name)).toEqual({ fallback, meaning: setting.meaning });
  });
});
