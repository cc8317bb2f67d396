import type { ChildProcess } from 'node:child_process';
import { startProcess, stopProcess } from '../support/processes.ts';
import type { World } from '../support/world.ts';

/** Runs one of our processes while `work` goes on. One that ends by itself fails the work at once, which waits for it. */
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

/** Of a server of ours on a port of its own: no limits for callers, and a slow answer is measured rather than cut off. */
export function readingServer(port: number): Readonly<Record<string, string>> {
  return {
    SAGASU_PORT: String(port),
    SAGASU_RATE_LIMIT: '0',
    SAGASU_SEARCH_TIMEOUT_MS: '30000',
    SAGASU_EXPORT_ROWS: '1000000',
  };
}

/** Of an indexer: verifications that come due meanwhile would take processors, and the places of all tasks, from a rebuild. */
export const WITHOUT_SCHEDULE = { SAGASU_VERIFY_INTERVAL_HOURS: '0' };
