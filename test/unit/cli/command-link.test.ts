/** `npx sagasu` for accounts that do not own the checkout, such as that of the services. */
import { execFileSync } from 'node:child_process';
import {
  accessSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

test('an installation links the command, because npm would have to change its permissions for each account', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const folder = mkdtempSync(join(tmpdir(), 'sagasu-link-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  symlinkSync(join(ROOT, 'cli'), join(folder, 'cli'));
  // A second installation finds the link of the first.
  for (let times = 0; times < 2; times++) execFileSync('sh', ['-c', scripts['prepare'] ?? ''], { cwd: folder });
  const command = join(folder, 'node_modules/.bin/sagasu');
  expect(realpathSync(command)).toBe(realpathSync(join(ROOT, 'cli/main.ts')));
  accessSync(command, constants.X_OK);
});
