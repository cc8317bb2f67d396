/** Processor time of one answer to one of eight readers, by process. Unlike latency it does not depend on what else the machine does. */
import type { Contender } from '../contenders/contender.ts';
import { toMeasure, type Measure } from '../measure.ts';
import type { BenchQuery } from '../query-classes.ts';
import { runThroughput, warmUp } from '../rounds.ts';
import { childrenOf, statOf, storeProcesses, type StoreProcess } from '../store-processes.ts';
import type { World } from '../../support/world.ts';

/** Of /proc/PID/stat, in hundredths of a second: own time, and that of children that have ended; as user and as kernel. */
const TIMES = { user: 11, kernel: 12, endedUser: 13, endedKernel: 14 } as const;
const TICK_MS = 10;

export interface AnswerCostOptions {
  readonly rounds: number;
  readonly seconds: number;
}

export async function measureAnswerCost(
  world: World,
  server: number,
  contenders: readonly Contender[],
  queries: readonly BenchQuery[],
  { rounds, seconds }: AnswerCostOptions,
): Promise<readonly Measure[]> {
  const processes: readonly StoreProcess[] = [{ name: 'server', pid: server }, ...(await storeProcesses(world))];
  const measures: Measure[] = [];
  for (const contender of contenders) {
    await warmUp(contender, queries);
    const costs: (readonly number[])[] = [];
    for (let round = 0; round < rounds; round++) costs.push(await costsOf(contender, processes, queries, seconds));
    const names = [...processes.map(({ name }) => name), 'load generator'];
    for (const [at, name] of names.entries()) {
      measures.push(
        toMeasure(
          `processor time of an answer, ${contender.name}: ${name}`,
          costs.map((one): [number, number] => [one[at] ?? 0, one.reduce((sum, each) => sum + each, 0)]),
          null,
          'ms',
          'all processes',
        ),
      );
    }
  }
  return measures;
}

/** Milliseconds of each process and of this one for one answer. */
async function costsOf(
  contender: Contender,
  processes: readonly StoreProcess[],
  queries: readonly BenchQuery[],
  seconds: number,
): Promise<readonly number[]> {
  let answers = 0;
  const counted: Contender = {
    ...contender,
    async ask(query) {
      answers += 1;
      return contender.ask(query);
    },
  };
  const clocks = () => [...processes.map(({ pid }) => processorTime(pid)), ownTime()];
  const before = clocks();
  await runThroughput([counted], queries, 1, seconds);
  return clocks().map((after, at) => (after - (before[at] ?? 0)) / answers);
}

/** Milliseconds of a process with its children. */
export function processorTime(pid: number): number {
  const own = statOf(pid);
  const ended = time(own, TIMES.endedUser) + time(own, TIMES.endedKernel);
  return [own, ...childrenOf(pid).map((child) => statOf(child))].reduce(
    (sum, stat) => sum + time(stat, TIMES.user) + time(stat, TIMES.kernel),
    ended,
  );
}

function time(stat: readonly string[] | null, field: number): number {
  return TICK_MS * Number(stat?.[field] ?? 0);
}

/** Milliseconds of this process. */
export function ownTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
