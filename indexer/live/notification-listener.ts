import pg from 'pg';
import { directAddress } from '../../platform/direct-address.ts';
import { backoffMs, type Clock, type Random } from '../runtime/clock.ts';

export interface ListenerOptions {
  readonly databaseUrl: string;
  /** PostgreSQL channels, each with the function to call on a notification. */
  readonly channels: Readonly<Record<string, () => void>>;
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * Listens to PostgreSQL's notifications on a connection of its own, and reconnects when that is lost, until the signal
 * aborts. Notifications only save time: every loop that they wake polls as well. A new connection calls all functions, for the
 * notifications that were missed.
 */
export async function listen(options: ListenerOptions, closing: AbortSignal): Promise<void> {
  let failures = 0;
  while (!closing.aborted) {
    const client = new pg.Client({
      connectionString: directAddress(options.databaseUrl),
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      application_name: 'sagasu_indexer_listen',
    });
    const lost = new Promise<void>((resolve) => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
      closing.addEventListener('abort', () => resolve(), { once: true });
    });
    try {
      await client.connect();
      client.on('notification', ({ channel }) => options.channels[channel]?.());
      for (const channel of Object.keys(options.channels)) await client.query(`listen ${channel}`);
      for (const call of Object.values(options.channels)) call();
      failures = 0;
      await lost;
    } catch {
      failures++;
    }
    // Not countAwaitingStubs: on a connection that hangs, `end` would hang too.
    void client.end().catch(() => undefined);
    if (!closing.aborted) await options.clock.wait(backoffMs(failures + 1, options.random), closing);
  }
}
