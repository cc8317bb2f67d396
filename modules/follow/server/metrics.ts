import type pg from 'pg';
import { Gauge, type Registry } from 'prom-client';
import { COUNT_FOLLOWS } from './sql.ts';

/** The process knows nothing else about keys. The gauge keeps its last values while PostgreSQL is away. */
export function createFollowMetrics(registry: Registry, pool: pg.Pool): void {
  const follows: Gauge<'kind'> = new Gauge({
    name: 'sagasu_follows',
    help: 'Follow keys of readers (`keys`), and what they follow (`items`).',
    labelNames: ['kind'] as const,
    registers: [registry],
    async collect() {
      const counted = await pool.query<{ keys: number; items: number }>(COUNT_FOLLOWS).catch(() => null);
      const [row] = counted?.rows ?? [];
      if (row === undefined) return;
      follows.set({ kind: 'keys' }, row.keys);
      follows.set({ kind: 'items' }, row.items);
    },
  });
}
