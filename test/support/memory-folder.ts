/** A folder in memory for the stores of a run, so that they do not wait for a disk: each test file creates and removes databases and indices. */
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning, processStart, type ProcessIdentity } from '../../dev-stores/process-identity.ts';

export const MEMORY = '/dev/shm';
/** Size in bytes; the stores of a run take a third. */
const ROOM = 8 * 2 ** 30;
/** The names contain the process that created the folder, and when it started. */
const NAME = /^sagasu-tests-(?<pid>\d+)-(?<started>\w+)-/;

/** null without enough space. Also removes the folders of runs that were killed. */
export function folderInMemory(memory = MEMORY, room = ROOM): string | null {
  if (!existsSync(memory)) return null;
  removeAbandoned(memory);
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize < room || process.availableMemory() < room) return null;
  const folder = mkdtempSync(join(memory, `sagasu-tests-${process.pid}-${processStart(process.pid)}-`));
  // The stores run as another user.
  chmodSync(folder, 0o711);
  return folder;
}

function removeAbandoned(memory: string): void {
  for (const name of readdirSync(memory)) {
    const { pid, started } = NAME.exec(name)?.groups ?? {};
    if (pid === undefined || started === undefined || isRunning({ pid: Number(pid), started })) continue;
    const folder = join(memory, name);
    const owner = ownerOf(folder);
    // vitest may continue after a kill of the process that started it.
    if (owner === null || !isRunning(owner)) rmSync(folder, { recursive: true, force: true });
  }
}

/** The process that runs the stores in the folder. */
function ownerOf(folder: string): ProcessIdentity | null {
  try {
    return JSON.parse(readFileSync(join(folder, 'run/owner.json'), 'utf8')) as ProcessIdentity;
  } catch {
    return null;
  }
}
