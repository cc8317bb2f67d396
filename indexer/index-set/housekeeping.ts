import type { IndexSetStore, IndexStore } from './ports.ts';

/** Searches that began before an index lost its aliases may still read it for this long. */
export const READER_GRACE_MS = 15_000;

export interface HousekeepingPorts {
  readonly sets: IndexSetStore;
  readonly store: IndexStore;
  readonly boards: () => Promise<readonly { readonly boardId: number }[]>;
  /** How long standby indices are kept, in milliseconds. */
  readonly keepMs: number;
  readonly onDropped: (name: string) => void;
}

/**
 * Retires standby indices after `keepMs`, and deletes retired indices and empty indices that a killed process did not register. An index
 * leaves the set before it is deleted, so after a kill in between, the next sweep finds it.
 */
export async function sweepBoard(ports: Omit<HousekeepingPorts, 'boards'>, boardId: number): Promise<void> {
  const { sets, store, keepMs, onDropped } = ports;
  const toDrop = await sets.change(boardId, async (set) => {
    const expired = set.indices
      .filter(({ state, ageMs }) => state === 'standby' && ageMs >= Math.max(keepMs, READER_GRACE_MS))
      .map(({ name }) => name);
    if (expired.length > 0) await set.retire(expired);
    const retired = await set.retired();
    // Shared indices are swept for all boards together (sweep-shared.ts).
    const left = retired.filter(({ ageMs, isShared }) => !isShared && ageMs >= READER_GRACE_MS).map(({ name }) => name);
    const known = new Set([...set.indices, ...retired].map(({ name }) => name));
    const present = new Set(await store.list(set.board));
    // Unregistered indices are deleted under the lock of the set, because the next index to be created may take their
    // names. An index with documents belongs to another database.
    for (const name of present) {
      if (known.has(name) || (await store.countDocuments(name)) > 0) continue;
      await store.drop([name]);
      onDropped(name);
    }
    return [...expired, ...left].filter((name) => present.has(name));
  });
  await store.drop(toDrop);
  for (const name of toDrop) onDropped(name);
}

/** Sweeps every board, unless the process closes. */
export async function sweepBoards(ports: HousekeepingPorts, closing: AbortSignal): Promise<void> {
  for (const { boardId } of await ports.boards()) {
    if (closing.aborted) return;
    await sweepBoard(ports, boardId);
  }
}
