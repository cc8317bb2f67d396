/** Limits the log files of stores and processes, which append to them for as long as they run. */
import { copyFile, readdir, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Each log and its one older part take at most about twice this much. */
export const LOG_LIMIT_BYTES = 16 * 1024 * 1024;
const CHECK_MS = 30_000;

/** Shortens the logs in the folder from time to time, until the signal aborts. */
export async function limitLogs(folder: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await shortenLogs(folder, LOG_LIMIT_BYTES).catch(() => undefined);
    await sleep(CHECK_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/**
 * Moves the content of each longer log to `.1`, which replaces the older one. Programs keep the file open and append at its new end, so lines
 * that are written between the two steps are lost.
 */
export async function shortenLogs(folder: string, limitBytes: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    if (!name.endsWith('.log') || (await stat(file)).size <= limitBytes) continue;
    await copyFile(file, `${file}.1`);
    await truncate(file);
  }
}
