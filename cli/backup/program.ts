/** The commands that PostgreSQL runs, with the paths of this program. */
import { fileURLToPath } from 'node:url';
import { commandOf } from '../../backup/base/wal-settings.ts';

const PROGRAM = [process.execPath, fileURLToPath(new URL('../main.ts', import.meta.url))];

export function archiveCommandFor(folder: string, recipients: readonly string[]): string {
  return commandOf(PROGRAM, ['backup', 'wal', '%p', folder, '--recipient', ...recipients]);
}

export function restoreCommandFor(folder: string, system: string, keyFile: string): string {
  return commandOf(PROGRAM, ['restore', 'wal', folder, '%f', '%p', '--system', system, '--key', keyFile]);
}
