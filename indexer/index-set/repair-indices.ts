/**
 * Checks all indices periodically, and repairs those that cannot be searched: it opens a closed index, creates and refills a missing one,
 * restores missing aliases, and replaces a red index whose documents no node has. Writes would notice a missing index too, but a board
 * may have none for days.
 */
import type { IndexProvisioner } from '../live/ports.ts';
import type { ElasticsearchIndices, IndexState } from './elasticsearch-indices.ts';
import type { IndexSetStore, RegisteredIndex } from './ports.ts';

/** A node that restarts brings its copies back; without them an index is red. */
export const RED_TIMEOUT_MS = 40_000;

export type RepairAction = 'opened' | 'restored' | 'aliased' | 'replaced';

export interface RepairPorts {
  readonly sets: IndexSetStore;
  readonly store: ElasticsearchIndices;
  readonly provisioner: IndexProvisioner;
  readonly boards: () => Promise<readonly { readonly boardId: number; readonly board: string }[]>;
  /** Ends refills that are complete; returns the names of their indices. */
  readonly endRefills: () => Promise<readonly string[]>;
  /** Called before each repair. */
  readonly onRepair: (action: RepairAction, index: string) => void;
  readonly onRefilled: (index: string) => void;
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number;
}

export class IndexRepair {
  readonly #ports: RepairPorts;
  /** When each red index was first seen red, by name. */
  readonly #redSince = new Map<string, number>();

  constructor(ports: RepairPorts) {
    this.#ports = ports;
  }

  /** Looks at every board once, unless the process closes. @throws UnavailableError */
  async run(closing: AbortSignal): Promise<void> {
    const { sets, store, boards, endRefills, onRefilled } = this.#ports;
    const states = await store.states();
    for (const name of this.#redSince.keys()) if (states.get(name)?.isRed !== true) this.#redSince.delete(name);
    for (const one of await boards()) {
      if (closing.aborted) return;
      await this.#repairBoard(one, await sets.read(one.boardId), states);
    }
    for (const name of await endRefills()) onRefilled(name);
  }

  async #repairBoard(
    { boardId, board }: { readonly boardId: number; readonly board: string },
    indices: readonly RegisteredIndex[],
    states: ReadonlyMap<string, IndexState>,
  ): Promise<void> {
    const { store, provisioner, onRepair } = this.#ports;
    const live = indices.filter(({ state }) => state === 'live');
    for (const { name } of indices) {
      if (states.get(name)?.isOpen !== false) continue;
      onRepair('opened', name);
      await store.open(name);
    }
    for (const { name } of live) {
      if (states.get(name)?.isRed !== true || !(await this.#isLostForGood(name))) continue;
      onRepair('replaced', name);
      await store.drop([name]);
      await provisioner.restoreLost(boardId);
    }
    const missing = live.filter(({ name }) => !states.has(name));
    if (missing.length > 0) {
      for (const { name } of missing) onRepair('restored', name);
      await provisioner.restoreLost(boardId);
    }
    const isUnsearched = ({ name }: RegisteredIndex) => {
      const state = states.get(name);
      return state !== undefined && state.isOpen && !state.boards.has(board);
    };
    if (live.some(isUnsearched)) await this.#addAliases(boardId, live.filter(isUnsearched));
  }

  /** Runs with the set locked, so that no rebuild can swap these indices. */
  async #addAliases(boardId: number, unsearched: readonly RegisteredIndex[]): Promise<void> {
    const { sets, store, onRepair } = this.#ports;
    await sets.change(boardId, async (set) => {
      const add = unsearched
        .map(({ name }) => name)
        .filter((name) => set.indices.some((index) => index.name === name && index.state === 'live'));
      for (const name of add) onRepair('aliased', name);
      await store.moveAliases(set.board, { add, remove: [] });
    });
  }

  async #isLostForGood(name: string): Promise<boolean> {
    const { store, now } = this.#ports;
    const since = this.#redSince.get(name) ?? now();
    this.#redSince.set(name, since);
    return now() - since >= RED_TIMEOUT_MS && (await store.hasLostItsDocuments(name));
  }
}
