import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dumps } from '../../../web/src/locales/en/dumps.ts';
import { more } from '../../../web/src/locales/en/more.ts';

const ROOT = join(import.meta.dirname, '../../..');

test.each([
  ['more-messages.ts', more],
  ['dump-messages.ts', dumps],
])('who says something of the texts of %s loads them', (loader, texts) => {
  const later = Object.keys(texts);
  const areas = new Set(later.map((key) => key.slice(0, key.indexOf('.'))));
  const forgot = globSync('{web/src,modules/*/web}/**/*.{ts,tsx}', { cwd: ROOT })
    // The admin pages load every text.
    .filter((file) => !/^web\/src\/(?:locales|features\/admin)\/|\/web\/staff\//.test(file))
    .filter((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8');
      if (!/lib\/messages\.ts|\.\/messages\.ts/.test(text) || text.includes(`/${loader}`)) return false;
      const made = [...text.matchAll(/`([a-z-]+)\.\$\{/g)].map(([, area = '']) => area);
      return later.some((key) => text.includes(`'${key}'`)) || made.some((area) => areas.has(area));
    });
  expect(forgot).toEqual([]);
});
