import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { SETTING_GROUPS } from '../../../platform/settings.ts';

const PATH = fileURLToPath(new URL('../../../docs/CONFIG.md', import.meta.url));

function tables(): string {
  const groups = Object.entries(SETTING_GROUPS).map(([title, settings]) => {
    const rows = Object.values(settings).map(({ name, fallback, meaning }) => {
      const shown = fallback === null ? '–' : fallback === '' ? 'empty' : `\`${fallback}\``;
      return `| \`${name}\` | ${shown} | ${meaning} |`;
    });
    return [`## ${title}`, '', '| name | default | meaning |', '|---|---|---|', ...rows].join('\n');
  });
  return `${groups.join('\n\n')}\n`;
}

test('docs/CONFIG.md lists every setting with its default and meaning; -u rewrites it', async () => {
  const page = readFileSync(PATH, 'utf8');
  const introduction = page.slice(0, page.indexOf('## '));
  await expect(`${introduction}${tables()}`).toMatchFileSnapshot(PATH);
});
