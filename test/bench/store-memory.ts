/** Samples the memory of the stores' processes repeatedly, if they run on this machine under Linux. */
import { readFileSync } from 'node:fs';
import type { World } from '../support/world.ts';
import { childrenOf, storeProcesses } from './store-processes.ts';

const LOOK_MS = 500;

export interface StoreMemory {
  readonly name: string;
  /** MB at the start, and the maximum since. */
  readonly rest: number;
  readonly most: number;
}

export async function watchStores(world: World): Promise<{ end(): readonly StoreMemory[] }> {
  const watched = (await storeProcesses(world)).flatMap(({ name, pid }) => {
    const rest = megabytesOfAll(pid);
    return rest === null ? [] : [{ name, pid, rest, most: rest }];
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

/** Memory of a process and its children; memory that they share is counted once. null if it cannot be read. */
export function megabytesOfAll(pid: number): number | null {
  const sizes = [pid, ...childrenOf(pid)].map((one) => shareOf(one));
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
