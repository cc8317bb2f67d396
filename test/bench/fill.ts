import { startTasks } from '../../server/admin/tasks/start.ts';
import type { World } from '../support/world.ts';
import { FOUR_BOARDS } from './corpus.ts';
import { loadCorpus } from './load.ts';
import { until, untilLive } from './until.ts';
import { WITHOUT_SCHEDULE, withProcess } from './with-process.ts';

/** Loads the four boards and rebuilds their indices. Reports the times. */
export async function fillWorld(world: World, posts: number, say: (line: string) => void): Promise<void> {
  const began = performance.now();
  const boards = await loadCorpus(world, FOUR_BOARDS, posts);
  const loaded = performance.now();
  say(`loaded ${posts} posts in ${seconds(loaded - began)} s`);
  await withProcess('indexer/main.ts', world, WITHOUT_SCHEDULE, async () => {
    for (const { id } of boards) await untilLive(world, id);
    await rebuildAll(
      world,
      boards.map(({ name }) => name),
    );
  });
  say(`indexed them in ${seconds(performance.now() - loaded)} s`);
}

/** Rebuilds the boards by the indexers that are running. */
export async function rebuildAll(world: Pick<World, 'pool'>, boards: readonly string[]): Promise<void> {
  await runTasks(world, { kind: 'reindex', boards, requestedBy: 'bench' });
}

/** Verifies the boards, with repair. */
export async function verifyAll(world: World, boards: readonly string[]): Promise<void> {
  await runTasks(world, { kind: 'verify', boards, options: { repair: true }, requestedBy: 'bench' });
}

async function runTasks(world: Pick<World, 'pool'>, request: Parameters<typeof startTasks>[1]): Promise<void> {
  const tasks = await startTasks(world.pool, request);
  const ids = tasks.map(({ id }) => id);
  await until(async () => {
    const { rows } = await world.pool.query<{ status: string; left: number }>(
      `select status, count(*)::int as left from tasks where id = any($1) and status <> 'succeeded' group by status`,
      [ids],
    );
    const ended = rows.find(({ status }) => status === 'failed' || status === 'cancelled');
    if (ended !== undefined) throw new Error(`a task ended ${ended.status}`);
    return rows.length === 0;
  });
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1);
}
