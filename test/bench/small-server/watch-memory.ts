/** Samples the memory of all processes in a cgroup. */
import { readFileSync } from 'node:fs';
import type { MemoryGroup } from './memory-group.ts';

const LOOK_MS = 5_000;

export interface MemoryPeaks {
  /** The group's processes without the cache of files, in MiB. */
  readonly total: number;
  /** Peak of each program in MiB: pages that several processes share are divided among them. */
  readonly programs: ReadonlyMap<string, number>;
}

export function watchMemory(group: MemoryGroup): { end(): MemoryPeaks } {
  let total = 0;
  const programs = new Map<string, number>();
  const look = setInterval(() => {
    total = Math.max(total, group.memory().processes);
    const sums = new Map<string, number>();
    for (const pid of group.pids()) {
      const [name, size] = [nameOf(pid), sizeOf(pid)];
      sums.set(name, (sums.get(name) ?? 0) + size);
    }
    for (const [name, size] of sums) programs.set(name, Math.max(programs.get(name) ?? 0, size));
  }, LOOK_MS);
  return {
    end() {
      clearInterval(look);
      return { total, programs };
    },
  };
}

function nameOf(pid: number): string {
  const words = read(`/proc/${pid}/cmdline`).split('\0');
  if (/^postgres|\/bin\/postgres$/.test(words[0] ?? '')) return 'PostgreSQL';
  if (words[0]?.includes('java') === true)
    return words.some((word) => word.includes('Xmx64m')) ? 'launcher of Elasticsearch' : 'Elasticsearch';
  if (/redis-server|valkey-server/.test(words[0] ?? '')) return 'Redis';
  const name = words.map((word) => /(\w+)\/main\.ts$/.exec(word)?.[1]).find(Boolean);
  return name === 'cli' ? 'npm start' : (name ?? 'others');
}

/** Memory of the process itself, without files that the kernel may drop from memory. */
function sizeOf(pid: number): number {
  const rollup = read(`/proc/${pid}/smaps_rollup`);
  const kilobytes = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(rollup)?.[1] ?? 0);
  return (kilobytes('Pss_Anon') + kilobytes('Pss_Shmem')) / 1024;
}

/** Empty if the process has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
