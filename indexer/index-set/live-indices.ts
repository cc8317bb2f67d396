import type { IndexProvisioner } from '../live/ports.ts';
import { createIndex, type CreateIndexOptions } from './create-index.ts';
import type { RegisteredIndex } from './ports.ts';

export interface LiveIndicesOptions extends CreateIndexOptions {
  readonly onCreated: (name: string) => void;
  /** Called with a lost live index that was created again. */
  readonly onRestored: (name: string) => void;
  /** Called with a lost building or standby index that has left the set. */
  readonly onRetired: (name: string) => void;
}

/** Creates live indices when a slice gets its first post, and again when Elasticsearch has lost one. */
export class LiveIndices implements IndexProvisioner {
  readonly #options: LiveIndicesOptions;

  constructor(options: LiveIndicesOptions) {
    this.#options = options;
  }

  async ensureLive(boardId: number, slice: number): Promise<void> {
    const { sets, onCreated } = this.#options;
    const made = await sets.change(boardId, async (set) => {
      if (set.indices.some((index) => index.slice === slice && index.state === 'live')) return null;
      const index = await createIndex(this.#options, set, slice, 'serving');
      await set.addLive(index);
      return index.name;
    });
    if (made !== null) onCreated(made);
  }

  /**
   * Makes the threads dirty first and creates the index afterwards. In the other order, a process that dies in between would leave an
   * empty index that cannot be distinguished from a complete one.
   */
  async restoreLost(boardId: number): Promise<void> {
    const { sets, store, onRestored, onRetired } = this.#options;
    const lost = await sets.change(boardId, async (set) => {
      const missing = new Set(
        await store.findMissing(
          set.board,
          set.indices.map(({ name }) => name),
        ),
      );
      const missed = set.indices.filter(({ name }) => missing.has(name));
      const live = missed.filter((index) => isLive(index) && !index.isShared);
      const shared = missed.filter((index) => isLive(index) && index.isShared);
      const others = missed.filter((index) => !isLive(index));
      for (const index of live) await set.startRefill(index);
      // Searches never read these indices: a rebuild fails without its index, and a rollback is no longer possible.
      const leaving = [...others, ...shared];
      if (leaving.length > 0) await set.retire(leaving.map(({ name }) => name));
      // Each of the boards that have lost a shared index joins another one, or gets an index of its own.
      for (const { name, slice } of shared) {
        const index = await createIndex(this.#options, set, slice, 'serving');
        await set.addLive(index);
        await set.startRefill(index);
        onRestored(name);
      }
      return { live, others };
    });
    for (const { name } of lost.others) onRetired(name);
    if (lost.live.length === 0) return;
    await sets.change(boardId, async (set) => {
      // A rebuild may have replaced the index in the meantime; then it must not be created again.
      const wanted = lost.live.filter(({ name }) => set.indices.some((index) => index.name === name && isLive(index)));
      for (const { name, hasDocuments } of wanted) {
        if (!(await store.create(name, set.board, 'serving', hasDocuments))) continue;
        await set.setCurrentMapping(name);
        onRestored(name);
      }
    });
  }
}

function isLive({ state }: RegisteredIndex): boolean {
  return state === 'live';
}
