import type { IndexKeeper } from '../live/ports.ts';
import { makeIndex, type MakeOptions } from './create-index.ts';
import type { RegisteredIndex } from './ports.ts';

export interface LiveIndicesOptions extends MakeOptions {
  readonly onMade: (name: string) => void;
  readonly onRestored: (name: string) => void;
  /** A building or standby index was lost, and has left the set. */
  readonly onGone: (name: string) => void;
}

/** Makes live indices when the first post of a slice asks for one, and again when Elasticsearch has lost one. */
export class LiveIndices implements IndexKeeper {
  readonly #options: LiveIndicesOptions;

  constructor(options: LiveIndicesOptions) {
    this.#options = options;
  }

  async ensureLive(boardId: number, slice: number): Promise<void> {
    const { sets, onMade } = this.#options;
    const made = await sets.change(boardId, async (set) => {
      if (set.indices.some((index) => index.slice === slice && index.state === 'live')) return null;
      const index = await makeIndex(this.#options, set, slice, 'serving');
      await set.addLive(index);
      return index.name;
    });
    if (made !== null) onMade(made);
  }

  /**
   * Marks first, makes the index after: the other way round a process that dies between would leave an empty index that
   * nothing tells from a complete one.
   */
  async restoreLost(boardId: number): Promise<void> {
    const { sets, store, onRestored, onGone } = this.#options;
    const lost = await sets.change(boardId, async (set) => {
      const missing = new Set(
        await store.findMissing(
          set.board,
          set.indices.map(({ name }) => name),
        ),
      );
      const missed = set.indices.filter(({ name }) => missing.has(name));
      const [live, others] = [missed.filter(isLive), missed.filter((index) => !isLive(index))];
      for (const { slice } of live) await set.markSlice(slice);
      // Nothing in them is missed by a reader: the rebuild fails, or there is nothing to roll back to.
      if (others.length > 0) await set.retire(others.map(({ name }) => name));
      return { live, others };
    });
    for (const { name } of lost.others) onGone(name);
    if (lost.live.length === 0) return;
    await sets.change(boardId, async (set) => {
      // A rebuild may have taken its place meanwhile; then it must not come back.
      const wanted = lost.live.filter(({ name }) => set.indices.some((index) => index.name === name && isLive(index)));
      for (const { name } of wanted) {
        if (!(await store.create(name, set.board, 'serving'))) continue;
        await set.remade(name);
        onRestored(name);
      }
    });
  }
}

function isLive({ state }: RegisteredIndex): boolean {
  return state === 'live';
}
