import { indexName } from '../../mappings/elasticsearch/index-names.ts';
import type { IndexKeeper } from '../ports.ts';
import type { IndexSetStore, IndexStore } from './ports.ts';

export interface LiveIndicesOptions {
  readonly sets: IndexSetStore;
  readonly store: IndexStore;
  readonly indexPrefix: string;
  readonly onMade: (name: string) => void;
  /** An index of that name was there already, with documents of somebody else's. */
  readonly onForeign: (name: string) => void;
  readonly onRestored: (name: string) => void;
}

/** Makes live indices when the first post of a slice asks for one, and again when Elasticsearch has lost one. */
export class LiveIndices implements IndexKeeper {
  readonly #options: LiveIndicesOptions;

  constructor(options: LiveIndicesOptions) {
    this.#options = options;
  }

  /**
   * The index is made before its row commits: a process that dies between leaves an empty index, which the next one
   * adopts, and never a set with an index that was not made.
   */
  async ensureLive(boardId: number, slice: number): Promise<void> {
    const { sets, indexPrefix, onMade } = this.#options;
    const made = await sets.change(boardId, async (set) => {
      if (set.indices.some((index) => index.slice === slice && index.state === 'live')) return null;
      for (let build = (await set.highestBuild(slice)) + 1; ; build++) {
        const name = indexName(indexPrefix, { board: set.board, slice, build });
        if (!(await this.#createEmpty(name, set.board))) continue;
        await set.addLive({ name, slice, build });
        return name;
      }
    });
    if (made !== null) onMade(made);
  }

  /**
   * Marks first, makes the index after: the other way round a process that dies between would leave an empty index that
   * nothing tells from a complete one.
   */
  async restoreLost(boardId: number): Promise<void> {
    const { sets, store, onRestored } = this.#options;
    const lost = await sets.change(boardId, async (set) => {
      const live = set.indices.filter(({ state }) => state === 'live');
      const missing = new Set(
        await store.findMissing(
          set.board,
          live.map(({ name }) => name),
        ),
      );
      const missed = live.filter(({ name }) => missing.has(name));
      for (const { slice } of missed) await set.markSlice(slice);
      return missed;
    });
    if (lost.length === 0) return;
    await sets.change(boardId, async (set) => {
      // A rebuild may have retired it meanwhile; then it must not come back.
      const wanted = lost.filter(({ name }) =>
        set.indices.some((index) => index.name === name && index.state === 'live'),
      );
      for (const { name } of wanted) if (await store.create(name, set.board)) onRestored(name);
    });
  }

  /**
   * A foreign index holds versions of a database that is not this one, and would refuse ours as old. It is left alone,
   * out of every search.
   */
  async #createEmpty(name: string, board: string): Promise<boolean> {
    const { store, onForeign } = this.#options;
    if (await store.create(name, board)) return true;
    if ((await store.countDocuments(name)) === 0) return true;
    await store.removeAliases(name);
    onForeign(name);
    return false;
  }
}
