import type { Clock, Random } from '../runtime/clock.ts';
import type { IndexSetStore, IndexStore } from './ports.ts';

const EVERY_MS = 20_000;
/** A search that began before an index left the aliases may still be reading it. */
export const READERS_LEFT_MS = 15_000;

export interface HousekeepingPorts {
  readonly sets: IndexSetStore;
  readonly store: IndexStore;
  readonly boards: () => Promise<readonly { readonly boardId: number }[]>;
  /** How long standby indices are kept. */
  readonly keepMs: number;
  readonly onDropped: (name: string) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Standby indices that are past their time leave the set; whatever has left it, and what a killed process made and did
 * not register, is deleted. First the registry, then the index: a kill between leaves what the next round finds.
 */
export async function sweepBoard(ports: HousekeepingPorts, boardId: number): Promise<void> {
  const { sets, store, keepMs, onDropped } = ports;
  const doomed = await sets.change(boardId, async (set) => {
    const expired = set.indices
      .filter(({ state, ageMs }) => state === 'standby' && ageMs >= Math.max(keepMs, READERS_LEFT_MS))
      .map(({ name }) => name);
    if (expired.length > 0) await set.retire(expired);
    const retired = await set.retired();
    const left = retired.filter(({ ageMs }) => ageMs >= READERS_LEFT_MS).map(({ name }) => name);
    const known = new Set([...set.indices, ...retired].map(({ name }) => name));
    const present = new Set(await store.list(set.board));
    // Their names are free: whoever makes the next index takes them. That needs the lock which this holds, so they go
    // now and not when it is given up. One with documents is somebody else's.
    for (const name of present) {
      if (known.has(name) || (await store.countDocuments(name)) > 0) continue;
      await store.drop([name]);
      onDropped(name);
    }
    return [...expired, ...left].filter((name) => present.has(name));
  });
  await store.drop(doomed);
  for (const name of doomed) onDropped(name);
}

/** Sweeps every board again and again until the signal aborts. */
export async function runHousekeeping(
  ports: HousekeepingPorts,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
  closing: AbortSignal,
): Promise<void> {
  while (!closing.aborted) {
    try {
      for (const { boardId } of await ports.boards()) {
        if (closing.aborted) return;
        await sweepBoard(ports, boardId);
      }
    } catch (error) {
      ports.onError(error);
    }
    // Several processes do this; chance keeps them apart.
    await clock.wait(EVERY_MS * (0.5 + random()), closing);
  }
}
