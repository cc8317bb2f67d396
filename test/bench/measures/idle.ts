/** Processor time of an archive in which nothing happens: sources answer 304, nobody reads. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { upsertBoard } from '../../../store/boards/boards.ts';
import { freePort } from '../../support/ports.ts';
import type { World } from '../../support/world.ts';
import { round, toMeasure, type Measure } from '../measure.ts';
import { childrenOf, statOf, storeProcesses } from '../store-processes.ts';
import { withProcess } from '../with-process.ts';

const BOARDS = 4;
const GOAL_PERCENT = 5;
/** Until the processes have started, the compiler is done with what runs every second, and polls of quiet boards are rare. */
const SETTLE_MS = 120_000;
const MEASURE_MS = 60_000;
/** USER_HZ of Linux. */
const TICKS_PER_SECOND = 100;
/** Positions in /proc/PID/stat, counted from the state. */
const USER_TIME = 11;
const SYSTEM_TIME = 12;

interface Watched {
  readonly name: string;
  readonly pid: number;
}

/** The stores' own share, without our processes, is measured first and subtracted. Other users of the stores falsify it. */
export async function measureIdle(world: World, say: (line: string) => void): Promise<Measure> {
  const stores = await storeProcesses(world);
  if (stores.length === 0) throw new Error('idle needs stores on this machine, under Linux');
  const site = createServer((_, response) => response.writeHead(304).end());
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  try {
    say(`the stores alone, for ${(SETTLE_MS + MEASURE_MS) / 1000} s`);
    await sleep(SETTLE_MS);
    const alone = await percentages(stores);
    for (let board = 0; board < BOARDS; board++) {
      const name = `b${board}`;
      await upsertBoard(world.pool, { name, title: name, worksafe: true, source: '4chan', url, mediaUrl: url });
    }
    const port = await freePort();
    const measured = await withProcess('indexer/main.ts', world, {}, (indexer) =>
      withProcess('scraper/main.ts', world, {}, (scraper) =>
        withProcess('server/main.ts', world, { SAGASU_PORT: String(port) }, async (server) => {
          say(`with our processes, for ${(SETTLE_MS + MEASURE_MS) / 1000} s`);
          await sleep(SETTLE_MS);
          const ours = Object.entries({ indexer, scraper, server }).map(([name, { pid }]) => ({ name, pid: pid ?? 0 }));
          return percentages([...ours, ...stores]);
        }),
      ),
    );
    const shares = [...measured].map(([name, value]) => ({ name, value: value - (alone.get(name) ?? 0) }));
    for (const { name, value } of shares) say(`${name}: ${round(value)} % (alone: ${round(alone.get(name) ?? 0)} %)`);
    const sum = shares.reduce((total, { value }) => total + value, 0);
    const name = 'idle archive: processor time of our processes, and of the stores because of them';
    return toMeasure(name, [[sum, GOAL_PERCENT]], { at: 'most', ratio: 1 }, '% of a core', 'the limit');
  } finally {
    site.closeAllConnections();
    await new Promise<void>((resolve) => site.close(() => resolve()));
  }
}

/** Percentages of a core while MEASURE_MS pass; those of PostgreSQL include its backends. */
async function percentages(watched: readonly Watched[]): Promise<ReadonlyMap<string, number>> {
  const before = new Map(watched.map(({ name, pid }) => [name, ticksOf(pid)]));
  const began = performance.now();
  await sleep(MEASURE_MS);
  const seconds = (performance.now() - began) / 1000;
  return new Map(
    watched.map(({ name, pid }) => {
      const ticks = ticksOf(pid) - (before.get(name) ?? 0);
      return [name, (100 * ticks) / TICKS_PER_SECOND / seconds];
    }),
  );
}

function ticksOf(pid: number): number {
  return [pid, ...childrenOf(pid)].reduce((sum, one) => {
    const stat = statOf(one) ?? [];
    return sum + Number(stat[USER_TIME] ?? 0) + Number(stat[SYSTEM_TIME] ?? 0);
  }, 0);
}
