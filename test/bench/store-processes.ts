/** Finds the stores' processes, if they run on this machine under Linux. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRedis } from '../../platform/redis.ts';
import type { World } from '../support/world.ts';

export interface StoreProcess {
  readonly name: string;
  readonly pid: number;
}

export async function storeProcesses(world: World): Promise<readonly StoreProcess[]> {
  const stores = [
    { name: 'Elasticsearch', pid: await elasticsearchPid(world) },
    { name: 'PostgreSQL with its backends', pid: await postmasterPid(world) },
    { name: 'Redis', pid: await redisPid(world) },
  ];
  return stores.flatMap(({ name, pid }) => (pid === null ? [] : [{ name, pid }]));
}

async function elasticsearchPid({ elasticsearch }: World): Promise<number | null> {
  const { nodes } = await elasticsearch.nodes.info({ metric: 'process' });
  return Object.values(nodes)[0]?.process?.id ?? null;
}

async function postmasterPid({ pool }: World): Promise<number | null> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const [backend] = rows;
  return backend === undefined ? null : parentOf(backend.pid);
}

async function redisPid({ redisUrl }: World): Promise<number | null> {
  const redis = createRedis(redisUrl);
  try {
    const pid = /^process_id:(\d+)/m.exec(await redis.info('server'))?.[1];
    return pid === undefined ? null : Number(pid);
  } finally {
    redis.disconnect();
  }
}

export function childrenOf(pid: number): readonly number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((other) => other > 0 && parentOf(other) === pid);
}

function parentOf(pid: number): number | null {
  const [, parent] = statOf(pid) ?? [];
  return parent === undefined ? null : Number(parent);
}

/** The fields of /proc/PID/stat from the state on; null if the process has ended. */
export function statOf(pid: number): readonly string[] | null {
  try {
    // The program's name, which comes before, may contain any character.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? null;
  } catch {
    return null;
  }
}
