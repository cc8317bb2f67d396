/** A cgroup that limits the memory of an archive. Creating one needs root under Linux. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = '/sys/fs/cgroup';
const PREFIX = 'sagasu-small-server-';

export interface MemoryGroup {
  /** The file that a process writes its number to in order to enter the group. */
  readonly procsFile: string;
  /** Processes that the kernel has killed for want of memory. */
  kills(): number;
  /** How often memory had to be reclaimed because the group was full. */
  reclaims(): number;
  pids(): readonly number[];
  /** The group's memory by kind in MiB: of processes, and of files in the cache. */
  memory(): { readonly processes: number; readonly cache: number };
  /** Only after the last process has ended. */
  remove(): void;
}

/** The files of version 1 and version 2 of cgroups. */
interface Files {
  readonly limit: string;
  readonly swap: readonly [name: string, value: (bytes: number) => string];
  readonly events: string;
  /** Reads how often the group was full. */
  readonly full: (folder: string) => number;
  readonly processes: string;
  readonly cache: string;
}

const VERSION_1: Files = {
  limit: 'memory.limit_in_bytes',
  // Memory and swap together.
  swap: ['memory.memsw.limit_in_bytes', String],
  events: 'memory.oom_control',
  full: (folder) => Number(readFileSync(join(folder, 'memory.failcnt'), 'utf8')),
  processes: 'total_rss',
  cache: 'total_cache',
};
const VERSION_2: Files = {
  limit: 'memory.max',
  swap: ['memory.swap.max', () => '0'],
  events: 'memory.events',
  full: (folder) => fieldOf(folder, 'memory.events', 'max'),
  processes: 'anon',
  cache: 'file',
};

/** @throws Error if the machine lets nobody create cgroups for memory. */
export function createMemoryGroup(megabytes: number): MemoryGroup {
  const { parent, files } = findParent();
  removeLeftovers(parent);
  const folder = join(parent, `${PREFIX}${process.pid}`);
  mkdirSync(folder);
  const bytes = megabytes * 1024 ** 2;
  writeFileSync(join(folder, files.limit), String(bytes));
  const [swap, value] = files.swap;
  if (existsSync(join(folder, swap))) writeFileSync(join(folder, swap), value(bytes));
  const megabytesOf = (field: string) => fieldOf(folder, 'memory.stat', field) / 1024 ** 2;
  return {
    procsFile: join(folder, 'cgroup.procs'),
    kills: () => fieldOf(folder, files.events, 'oom_kill'),
    reclaims: () => files.full(folder),
    pids: () => readFileSync(join(folder, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean).map(Number),
    memory: () => ({ processes: megabytesOf(files.processes), cache: megabytesOf(files.cache) }),
    remove: () => rmdirSync(folder),
  };
}

/** Groups without processes, which interrupted runs have left. */
function removeLeftovers(parent: string): void {
  for (const name of readdirSync(parent).filter((one) => one.startsWith(PREFIX))) {
    const isEmpty = readFileSync(join(parent, name, 'cgroup.procs'), 'utf8') === '';
    if (isEmpty) rmdirSync(join(parent, name));
  }
}

/** A group inside that of this process: the limits of the machine stay in force. */
function findParent(): { readonly parent: string; readonly files: Files } {
  const own = readFileSync('/proc/self/cgroup', 'utf8');
  const first = /^\d+:(?:[\w=,]+,)?memory(?:,[\w=,]+)?:(.*)$/m.exec(own)?.[1];
  if (first !== undefined) return { parent: join(ROOT, 'memory', first), files: VERSION_1 };
  // A group with processes cannot limit its children, except the root.
  if (readFileSync(join(ROOT, 'cgroup.controllers'), 'utf8').includes('memory')) {
    writeFileSync(join(ROOT, 'cgroup.subtree_control'), '+memory');
    return { parent: ROOT, files: VERSION_2 };
  }
  throw new Error('this machine has no cgroups for memory');
}

function fieldOf(folder: string, file: string, field: string): number {
  const text = readFileSync(join(folder, file), 'utf8');
  return Number(new RegExp(`^${field} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
}
