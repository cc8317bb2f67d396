import { isUnfinished } from '../../../mappings/task.ts';
import { eventually } from '../../support/archive.ts';
import { enqueue, readTask } from '../../support/tasks.ts';
import type { Scenario } from '../scenario.ts';
import { drain } from '../judge.ts';
import { round, type Figures, type Stage } from '../stage.ts';
import { SUPERVISED, type SupervisedName, type SupervisedStack } from '../supervised-stack.ts';

/** The scenario starts nothing itself: the stack restarts killed stores while indexers and writers continue. */
async function crashInTurn(stage: Stage, stack: SupervisedStack): Promise<Figures> {
  const { world, load, params, reportFailure } = stage;
  const settings = { ELASTICSEARCH_URL: world.elasticsearchUrls.join(','), SAGASU_INDEX_REPLICAS: '1' };
  await load.write(params.posts);
  await Promise.all([stage.indexer(settings), stage.indexer(settings)]);
  load.start();
  const slowest = new Map<SupervisedName, number>();
  for (let turn = 0; turn < params.rounds; turn++) {
    for (const name of Object.keys(SUPERVISED) as SupervisedName[]) {
      const seconds = await stack.crash(name);
      slowest.set(name, Math.max(slowest.get(name) ?? 0, round(seconds)));
    }
  }
  await load.stop();
  for (const fault of (await drain(world)).faults) reportFailure(fault);
  for (const board of load.boards) {
    const task = await enqueue(world, 'verify', board);
    const hasEnded = async () => !isUnfinished(await readTask(world, task));
    await eventually(`the verification of ${board.name} has ended`, hasEnded, VERIFY_LIMIT_MS);
    const { status, details } = await readTask(world, task);
    const { drift, documents } = details as { drift?: number; documents?: number };
    if (status !== 'succeeded' || drift !== 0 || documents === 0) {
      reportFailure(`the verification of ${board.name} ended as ${status}: ${JSON.stringify(details)}`);
    }
  }
  return Object.fromEntries([...slowest].map(([name, seconds]) => [`${name}SlowestSeconds`, seconds]));
}

const VERIFY_LIMIT_MS = 180_000;

export const SUPERVISED_KILL: Scenario = {
  name: 'supervised-kill',
  claim: 'PostgreSQL, Redis and each of three Elasticsearch nodes are restarted by themselves, and nothing is lost',
  // A fifth failure of one store within ten minutes would end the stack.
  params: { rounds: 2, posts: 5_000, rate: 60 },
  isSupervised: true,
  run: async (stage, { supervised }) => {
    if (supervised === undefined) throw new Error('this scenario needs supervised stores');
    return crashInTurn(stage, supervised);
  },
};
