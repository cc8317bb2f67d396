/** The ports of the stores. */
import { readFileSync } from 'node:fs';
import type { PortUse } from '../platform/ports.ts';
import { SETTINGS } from '../platform/settings.ts';
import type { StoreName } from './layout.ts';

const OF_STORES: Readonly<Record<StoreName, Omit<PortUse, 'port'>>> = {
  postgres: { title: 'PostgreSQL', setting: SETTINGS.postgresPort.name, url: SETTINGS.databaseUrl.name },
  redis: { title: 'Redis', setting: SETTINGS.redisPort.name, url: SETTINGS.redisUrl.name },
  elasticsearch: {
    title: 'Elasticsearch',
    setting: SETTINGS.elasticsearchPort.name,
    url: SETTINGS.elasticsearchUrls.name,
  },
};

export function storePort(store: StoreName, port: number): PortUse {
  return { port, ...OF_STORES[store] };
}

/**
 * A warning for each port that the system may give to any client as its own, so that a program may have it whenever the store restarts.
 * @param range Of the machine, as in `ip_local_port_range`.
 */
export function clientPorts(uses: readonly PortUse[], range: string | null): string[] {
  const [low = Infinity, high = 0] = range?.trim().split(/\s+/).map(Number) ?? [];
  return uses
    .filter(({ port }) => port >= low && port <= high)
    .map(
      ({ port, title, setting }) =>
        `Port ${port} of ${title} is one that this system gives to clients (${low} to ${high}), so another program may have it when ${title} starts: set ${setting} to a port below ${low}.`,
    );
}

/** null on systems other than Linux. */
export function clientPortRange(): string | null {
  try {
    return readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8');
  } catch {
    return null;
  }
}
