/** Checks the machine before anything is started. Reports every problem at the same time, each as a sentence with a solution. */
import { statfs } from 'node:fs/promises';
import { portProblem, sharedPorts, type PortUse } from '../platform/ports.ts';
import { planNodes, sizeProblem } from './elasticsearch.ts';
import { distributionProblem } from './elasticsearch-distribution.ts';
import { findJdk, type Jdk } from './java.ts';
import type { StoreName } from './layout.ts';
import { portsOfNode } from './elasticsearch-node.ts';
import { clientPortRange, clientPorts, storePort } from './ports.ts';
import { PrerequisiteError } from './problems.ts';
import { findRedis } from './redis.ts';
import type { StartContext } from './start-context.ts';

/** Elasticsearch creates no index with less than 2 GiB free (settings.ts), and the stores write a few hundred MB when they start. */
const MIN_DISK_BYTES = 3 * 1024 ** 3;
const MIN_HEAP_MB = 256;
/** Memory of Elasticsearch beside its heap: 240 MiB after a start, 110 MiB for its launcher, and some reserve. */
const BESIDE_HEAP_MB = 450;

/** Programs that the check has found. The methods throw for a store that was not checked. */
export interface Machine {
  jdk(): Jdk;
  /** The server program. */
  redis(): string;
}

/**
 * Checks only what `stores` need.
 * @throws PrerequisiteError with every problem, one per line.
 */
export async function checkMachine(
  context: Omit<StartContext, 'account' | 'onGivenUp'>,
  stores: readonly StoreName[],
): Promise<Machine> {
  const { config, places, env } = context;
  const problems: string[] = [];
  const note = (problem: string | null) => {
    if (problem !== null) problems.push(problem);
  };
  const look = async <T>(find: () => T | Promise<T>): Promise<T | null> => {
    try {
      return await find();
    } catch (error) {
      if (!(error instanceof PrerequisiteError)) throw error;
      problems.push(error.message);
      return null;
    }
  };
  if (process.platform === 'win32')
    note('These stores do not run on Windows: use WSL 2, or Docker (docker-compose.yml).');
  const uses = portsOf(context, stores);
  for (const use of uses) note(await portProblem(use));
  problems.push(...sharedPorts(uses));
  for (const warning of clientPorts(uses, clientPortRange())) context.onProgress(warning);
  const disk = await statfs(places.data);
  note(diskProblem(places.data, disk.bavail * disk.bsize));
  let jdk: Jdk | null = null;
  if (stores.includes('elasticsearch')) {
    note(memoryProblem(config.elasticsearchHeapMb, process.availableMemory(), config.elasticsearchNodes));
    note(sizeProblem(places.elasticsearch, config.elasticsearchNodes));
    note(distributionProblem(env));
    jdk = await look(() => findJdk(env));
  }
  const redis = stores.includes('redis') ? await look(async () => findRedis(context)) : null;
  if (problems.length > 0) throw new PrerequisiteError(problems.join('\n'));
  return { jdk: () => found(jdk, 'JDK'), redis: () => found(redis, 'Redis') };
}

function found<T>(value: T | null, what: string): T {
  if (value === null) throw new Error(`${what} was not checked`);
  return value;
}

export function portsOf(context: Pick<StartContext, 'config' | 'places'>, stores: readonly StoreName[]): PortUse[] {
  const { config } = context;
  const uses: Record<StoreName, PortUse[]> = {
    postgres: [storePort('postgres', config.postgresPort)],
    redis: [storePort('redis', config.redisPort)],
    elasticsearch: planNodes(context, true).flatMap(portsOfNode),
  };
  return stores.flatMap((store) => uses[store]);
}

export function diskProblem(folder: string, freeBytes: number): string | null {
  if (freeBytes >= MIN_DISK_BYTES) return null;
  const free = (freeBytes / 1024 ** 3).toFixed(1);
  return `Only ${free} GiB are free on the disk of ${folder} and 3 GiB are needed: free some space, or set SAGASU_DATA to a folder on a larger disk.`;
}

export function memoryProblem(heapMb: number, freeBytes: number, nodes = 1): string | null {
  if (heapMb < MIN_HEAP_MB) {
    return `Elasticsearch cannot run with a heap of ${heapMb} MiB: set SAGASU_ELASTICSEARCH_HEAP_MB to ${MIN_HEAP_MB} or more.`;
  }
  const free = Math.floor(freeBytes / 1024 ** 2);
  const needed = (heapMb + BESIDE_HEAP_MB) * nodes;
  if (free >= needed) return null;
  const fits = Math.floor(free / nodes) - BESIDE_HEAP_MB;
  const advice =
    fits >= MIN_HEAP_MB
      ? `set SAGASU_ELASTICSEARCH_HEAP_MB to ${fits} or less`
      : 'close other programs, or set ELASTICSEARCH_URL to an Elasticsearch on another machine';
  const what = nodes === 1 ? 'Elasticsearch needs' : `${nodes} nodes of Elasticsearch need`;
  return `${what} ${needed} MiB of memory and ${free} MiB are free: ${advice}.`;
}
