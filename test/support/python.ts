/** Unmodified third-party programs from PyPI, in a virtual environment that later runs reuse. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const INSTALL_TIMEOUT_MS = 180_000;

/**
 * Returns the path of the interpreter that has the packages.
 * @throws Error with the reason why they cannot be installed
 */
export async function pythonPrograms(packages: readonly string[]): Promise<string> {
  const name = createHash('sha256').update(packages.join('\n')).digest('hex').slice(0, 12);
  const folder = join(tmpdir(), `sagasu-python-${name}`);
  const python = join(folder, 'bin', 'python');
  if (existsSync(folder)) return python;
  const building = await mkdtemp(`${folder}-`);
  try {
    await run('python3', ['-m', 'venv', building], { timeout: INSTALL_TIMEOUT_MS });
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages];
    await run(join(building, 'bin', 'python'), pip, { timeout: INSTALL_TIMEOUT_MS });
    await rename(building, folder);
  } catch (cause) {
    await rm(building, { recursive: true, force: true });
    // Another test file may have built the same environment since.
    if (!existsSync(folder)) throw new Error(`${packages.join(', ')} cannot be installed from PyPI`, { cause });
  }
  return python;
}
