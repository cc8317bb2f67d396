import type { BulkRequest } from './bulk-request.ts';
import type { SearchStore, WriteOutcome } from './ports.ts';
import type { WrittenRange } from './posted-range.ts';

export interface RangeRegistry {
  /** Returns when the registered range of each index includes the written one. @throws UnavailableError */
  widen(ranges: readonly WrittenRange[]): Promise<void>;
}

/**
 * Registers the times of documents before it writes them, so that no index has a document outside of its registered range. Servers leave
 * out indices whose range a search does not meet. Every write of the live path and of rebuilds passes here.
 */
export class RangedSearch implements SearchStore {
  readonly #ranges: RangeRegistry;
  readonly #search: SearchStore;

  constructor(ranges: RangeRegistry, search: SearchStore) {
    this.#ranges = ranges;
    this.#search = search;
  }

  async write(request: BulkRequest): Promise<readonly WriteOutcome[]> {
    await this.#ranges.widen(request.ranges());
    return this.#search.write(request);
  }
}
