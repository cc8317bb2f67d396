import pg from 'pg';
import { backoffMs, type Clock, type Random } from '../runtime/clock.ts';

export interface ListenerOptions {
  readonly databaseUrl: string;
  /** What to do when something is said on a channel. */
  readonly channels: Readonly<Record<string, () => void>>;
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * Listens on one connection of its own and opens another when that one is lost, until the signal aborts. Nothing depends
 * on it but speed: whoever is told looks by itself as well.
 */
export async function listen(options: ListenerOptions, signal: AbortSignal): Promise<void> {
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
      client.on('notification', ({ channel }) => options.channels[channel]?.());
      for (const channel of Object.keys(options.channels)) await client.query(`listen ${channel}`);
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
