import type { ChildProcess } from 'node:child_process';
import { startProcess, stopProcess } from '../support/processes.ts';
import type { World } from '../support/world.ts';

/** Runs one of our processes during `work`. If the process ends early, `work` fails immediately. */
export async function withProcess<T>(
  main: string,
  world: World,
  settings: Readonly<Record<string, string>>,
  work: (child: ChildProcess) => Promise<T>,
): Promise<T> {
  const child = startProcess(main, world, settings);
  const end = () => child.kill('SIGTERM');
  process.once('exit', end);
  try {
    const ended = new Promise<never>((_, reject) => {
      child.once('exit', (code, signal) => reject(new Error(`${main} ended by itself (${signal ?? `code ${code}`})`)));
    });
    return await Promise.race([work(child), ended]);
  } finally {
    child.removeAllListeners('exit');
    process.off('exit', end);
    await stopProcess(child);
  }
}

/** Settings of a server for measures: no rate limits, and slow answers are measured instead of cut off. */
export function readingServer(port: number): Readonly<Record<string, string>> {
  return {
    SAGASU_PORT: String(port),
    SAGASU_RATE_LIMIT: '0',
    SAGASU_SEARCH_TIMEOUT_MS: '30000',
    SAGASU_EXPORT_ROWS: '1000000',
  };
}

/**
 * Settings of an indexer for measures: scheduled verifications would take processor time and task slots from a rebuild.
 */
export const WITHOUT_SCHEDULE = { SAGASU_VERIFY_INTERVAL_HOURS: '0' };
