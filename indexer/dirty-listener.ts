import pg from 'pg';
import { DIRTY_CHANNEL } from '../mappings/queues.ts';
import { backoffMs } from './backoff.ts';
import type { Clock, Random } from './ports.ts';

export interface DirtyListenerOptions {
  readonly databaseUrl: string;
  readonly onNotify: () => void;
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * Listens on one connection of its own and opens another when that one is lost, until the signal aborts. Nothing depends
 * on it but speed: the relay looks by itself as well.
 */
export async function listenForDirty(options: DirtyListenerOptions, signal: AbortSignal): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    const client = new pg.Client({
      connectionString: options.databaseUrl,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      application_name: 'sagasu_indexer_listen',
    });
    const lost = new Promise<void>((resolve) => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    try {
      await client.connect();
      client.on('notification', () => options.onNotify());
      await client.query(`listen ${DIRTY_CHANNEL}`);
      failures = 0;
      await lost;
    } catch {
      failures++;
    }
    // Not awaited: a connection that hangs would hang its end too.
    void client.end().catch(() => undefined);
    if (!signal.aborted) await options.clock.wait(backoffMs(failures + 1, options.random), signal);
  }
}
