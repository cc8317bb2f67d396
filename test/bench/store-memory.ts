/** Samples the memory of the stores' processes repeatedly, if they run on this machine under Linux. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRedis } from '../../platform/redis.ts';
import type { World } from '../support/world.ts';

const LOOK_MS = 500;

export interface StoreMemory {
  readonly name: string;
  /** MB at the start, and the maximum since. */
  readonly rest: number;
  readonly most: number;
}

export async function watchStores(world: World): Promise<{ end(): readonly StoreMemory[] }> {
  const stores = [
    { name: 'Elasticsearch', pid: await elasticsearchPid(world) },
    { name: 'PostgreSQL with its backends', pid: await postmasterPid(world) },
    { name: 'Redis', pid: await redisPid(world) },
  ];
  const watched = stores.flatMap(({ name, pid }) => {
    const rest = pid === null ? null : megabytesOfAll(pid);
    return pid === null || rest === null ? [] : [{ name, pid, rest, most: rest }];
  });
  const look = setInterval(() => {
    for (const store of watched) store.most = Math.max(store.most, megabytesOfAll(store.pid) ?? 0);
  }, LOOK_MS);
  return {
    end() {
      clearInterval(look);
      return watched;
    },
  };
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

/** Memory of a process and its children; memory that they share is counted once. null if it cannot be read. */
function megabytesOfAll(pid: number): number | null {
  const children = readdirSync('/proc')
    .map(Number)
    .filter((other) => other > 0 && parentOf(other) === pid);
  const sizes = [pid, ...children].map((one) => shareOf(one));
  return sizes[0] === null ? null : sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
}

/** null if the process has ended or belongs to another user. */
function shareOf(pid: number): number | null {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1]) / 1024;
  } catch {
    return null;
  }
}

function parentOf(pid: number): number | null {
  try {
    // The program's name, which comes before, may contain any character.
    const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return parent === undefined ? null : Number(parent);
  } catch {
    return null;
  }
}
