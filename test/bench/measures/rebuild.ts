import type { ChildProcess } from 'node:child_process';
import { BENCH_BOARD } from '../corpus.ts';
import { toMeasure, type Measure } from '../measure.ts';
import { prebuildBodies, rawCeiling } from '../raw-bulk.ts';
import { timeCancel, timeTask, type TimedTask } from '../task-clock.ts';
import { untilMerged } from '../until.ts';
import { startProcess, stopProcess } from '../../support/processes.ts';
import type { World } from '../../support/world.ts';

const ROUNDS = 3;
/** Promised time until a cancelled rebuild has ended. */
const CANCELLED_WITHIN_S = 2;

export interface RebuildOptions {
  readonly posts: number;
  readonly indexers: number;
  readonly settings: Readonly<Record<string, string>>;
  readonly say: (line: string) => void;
}

/**
 * Measures a whole rebuild by real indexer processes, and a verification of the result. The copy is compared with the
 * upper limit: the same documents as prebuilt bodies to `_bulk`, into an index with the settings of an index under
 * construction. Neither includes a refresh, which the rebuild does in a later step.
 */
export async function measureRebuild(
  world: World,
  boardId: number,
  { posts, indexers, settings, say }: RebuildOptions,
): Promise<readonly Measure[]> {
  const index = `${world.indexPrefix}raw`;
  const bodies = await prebuildBodies(world, boardId, index);
  const running: ChildProcess[] = Array.from({ length: indexers }, () =>
    startProcess('indexer/main.ts', world, settings),
  );
  const copies: [number, number][] = [];
  const wholes: [number, number][] = [];
  const verifications: [number, number][] = [];
  const cancels: [number, number][] = [];
  try {
    // The posts were loaded without marks, so the indexer's first index is empty. It must not become the standby index
    // of the first measured rebuild: its verification would find every document missing there.
    await timeTask(world, 'reindex', BENCH_BOARD);
    await untilMerged(world);
    // An index that was never compared would be part of the first measured verification.
    await timeTask(world, 'verify', BENCH_BOARD);
    for (let round = 0; round < ROUNDS; round++) {
      const ceiling = posts / (await rawCeiling(world, index, bodies));
      const rebuild = await timeTask(world, 'reindex', BENCH_BOARD);
      say(`rebuild: ${stepsOf(rebuild)}`);
      await untilMerged(world);
      const verification = await timeTask(world, 'verify', BENCH_BOARD);
      say(`verification: ${stepsOf(verification)}`);
      if (verification.details['found'] !== 0) throw new Error('the verification found what was not to be found');
      await untilMerged(world);
      copies.push([posts / (rebuild.steps.get('copy') ?? Number.NaN), ceiling]);
      wholes.push([posts / rebuild.seconds, ceiling]);
      verifications.push([verification.seconds, rebuild.seconds]);
      cancels.push([await timeCancel(world, BENCH_BOARD, posts), CANCELLED_WITHIN_S]);
      await untilMerged(world);
    }
  } finally {
    for (const indexer of running) await stopProcess(indexer);
  }
  const against = 'raw _bulk of the same documents';
  const goal = { at: 'least', ratio: indexers === 1 ? 0.75 : 0.95 } as const;
  const by = indexers === 1 ? '' : ` by ${indexers} indexers`;
  return [
    toMeasure(`rebuild${by}: a rebuild's copy`, copies, goal, 'posts/s', against),
    toMeasure(`rebuild${by}: the whole task, verified and swapped`, wholes, null, 'posts/s', against),
    toMeasure(
      'verify: a whole board',
      verifications,
      { at: 'most', ratio: 0.33 },
      's',
      'the rebuild of the same posts',
    ),
    toMeasure('rebuild: cancelled during its copy', cancels, { at: 'most', ratio: 1 }, 's', 'the promised limit'),
  ];
}

function stepsOf({ seconds, steps }: TimedTask): string {
  const each = [...steps].map(([step, took]) => `${step} ${took.toFixed(1)} s`);
  return [`${seconds.toFixed(1)} s in all`, ...each].join(', ');
}
