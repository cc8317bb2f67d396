/** The record of restores in the folder of backups. A backup that was never restored is not proven to be whole. */
import { appendFile, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface RestoreRecord {
  /** Name of the backup. */
  readonly backup: string;
  readonly at: string;
}

const pathIn = (folder: string): string => join(folder, 'restores.ndjson');

/** Does nothing if the folder is not writable: a restore has then still succeeded. */
export async function recordRestore(folder: string, record: RestoreRecord): Promise<void> {
  await appendFile(pathIn(folder), `${JSON.stringify(record)}\n`, { mode: 0o600 }).catch(() => undefined);
}

/** In the order of the restores; null if there is no such folder on this machine. */
export async function readRestores(folder: string): Promise<readonly RestoreRecord[] | null> {
  if ((await stat(folder).catch(() => null)) === null) return null;
  const text = await readFile(pathIn(folder), 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RestoreRecord);
}
