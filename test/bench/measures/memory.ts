/** Memory of a server, an indexer and their stores: idle, and the maximum under full load. */
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../support/ports.ts';
import { processMemory } from '../../support/process-memory.ts';
import type { World } from '../../support/world.ts';
import { createSagasu } from '../contenders/sagasu.ts';
import { FOUR_BOARDS } from '../corpus.ts';
import { toMeasure, type Measure } from '../measure.ts';
import type { BenchQuery } from '../query-classes.ts';
import { runThroughput } from '../rounds.ts';
import { watchStores } from '../store-memory.ts';
import { timeTask } from '../task-clock.ts';
import { readingServer, WITHOUT_SCHEDULE, withProcess } from '../with-process.ts';
import { waitForServer } from './thread.ts';

/** Time after which a process has finished its start-up work and collected its garbage. */
const AT_REST_MS = 10_000;
const [REBUILT] = FOUR_BOARDS;

export async function measureMemory(
  world: World,
  queries: readonly BenchQuery[],
  seconds: number,
): Promise<readonly Measure[]> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const stores = await watchStores(world);
  const server = await withProcess('server/main.ts', world, readingServer(port), async ({ pid }) => {
    await waitForServer(url);
    return restAndPeak(pid, async () => {
      const sagasu = createSagasu(url);
      await sagasu.prepare?.(queries);
      await runThroughput([sagasu], queries, 1, seconds);
    });
  });
  const indexer = await withProcess('indexer/main.ts', world, WITHOUT_SCHEDULE, async ({ pid }) =>
    restAndPeak(pid, async () => timeTask(world, 'reindex', REBUILT?.name ?? '')),
  );
  return [
    toMeasure('memory: server, peak with 8 readers', [server], null, 'MB', 'the same when idle'),
    toMeasure('memory: indexer, peak during a rebuild', [indexer], null, 'MB', 'the same when idle'),
    ...stores
      .end()
      .map(({ name, rest, most }) =>
        toMeasure(`memory: ${name}, peak of both`, [[most, rest]], null, 'MB', 'the same when idle'),
      ),
  ];
}

async function restAndPeak(pid: number | undefined, work: () => Promise<unknown>): Promise<[number, number]> {
  await sleep(AT_REST_MS);
  const rest = processMemory(pid, 'VmRSS');
  await work();
  return [processMemory(pid, 'VmHWM'), rest];
}
