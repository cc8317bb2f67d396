/** Another version of Sagasu, from the history of this repository. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));
/** The commit "Release 0.1.1", which has no tag. */
const COMMIT = '661da99872a90208f38c081cae9b8e7979801124';
const COMPLETE = '.complete';
const ARCHIVE_BYTES = 1024 ** 3;

/**
 * Unpacks and installs version 0.1.1 in `folder`, unless an earlier run did. Both versions use the same downloaded stores.
 * @throws Error if the history of this repository does not reach back to it
 */
export function installOldVersion(folder: string, say: (line: string) => void): void {
  if (existsSync(join(folder, COMPLETE))) return;
  say('installing version 0.1.1');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync('git', ['archive', COMMIT], { cwd: REPOSITORY, maxBuffer: ARCHIVE_BYTES });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  execFileSync('npm', ['ci'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  mkdirSync(join(REPOSITORY, 'data/cache'), { recursive: true });
  mkdirSync(join(folder, 'data'), { recursive: true });
  symlinkSync(join(REPOSITORY, 'data/cache'), join(folder, 'data/cache'));
  writeFileSync(join(folder, COMPLETE), '');
}
