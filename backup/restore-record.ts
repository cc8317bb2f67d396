/** The record of restores beside the backups. A backup that was never restored is not proven to be whole. */
import { text } from 'node:stream/consumers';
import type { BackupPlace } from './place.ts';

export interface RestoreRecord {
  /** Name of the backup. */
  readonly backup: string;
  readonly at: string;
}

const RECORD = 'restores.ndjson';

/** Does nothing if the place is not writable: a restore has then still succeeded. */
export async function recordRestore(place: BackupPlace, record: RestoreRecord): Promise<void> {
  try {
    await place.write(RECORD, [Buffer.from(`${await readText(place)}${JSON.stringify(record)}\n`)]);
  } catch {}
}

/** In the order of the restores. */
export async function readRestores(place: BackupPlace): Promise<readonly RestoreRecord[]> {
  return (await readText(place))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RestoreRecord);
}

async function readText(place: BackupPlace): Promise<string> {
  const content = await place.open(RECORD);
  return content === null ? '' : text(content);
}
