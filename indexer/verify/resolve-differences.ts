import { confirm, type ConfirmPorts, type Confirmed, type Pending } from './confirm.ts';
import { IndexGoneError } from './errors.ts';
import type { IndexPlace } from './judge.ts';
import { repair } from './repair.ts';
import type { Tally } from './tally.ts';

const REPAIRS = 3;

export interface SettlementOptions extends ConfirmPorts {
  readonly index: IndexPlace;
  readonly isRepaired: boolean;
  readonly tally: Tally;
}

/** What becomes of the documents of one index that looked odd: confirmed, counted and mended, each of them once. */
export class Settlement {
  /** The lowest sequence number of a document that is not in order. */
  openFrom: number | null = null;
  readonly #options: SettlementOptions;
  /** Found, or in quarantine: a document may look odd to several questions. */
  readonly #known = new Set<string>();
  /** Not judged yet, with their sequence numbers. */
  readonly #pending = new Map<string, number | null>();

  constructor(options: SettlementOptions) {
    this.#options = options;
  }

  /** Answers what it has found. Documents whose rows are being written right now wait for `settlePending`. */
  async settle(candidates: readonly string[]): Promise<readonly Confirmed[]> {
    const ids = candidates.filter((id) => !this.#known.has(id));
    if (ids.length === 0) return [];
    const { drift, pending } = await this.#confirm(ids, 'once');
    this.#postpone(pending);
    await this.#mend(drift);
    return drift;
  }

  /** By now most of them are not written any more. Call it once, at the end. */
  async settlePending(): Promise<void> {
    const { drift, pending } = await this.#confirm([...this.#pending.keys()], 'patiently');
    this.#pending.clear();
    this.#postpone(pending);
    await this.#mend(drift);
    this.#options.tally.pending(this.#pending.size);
    this.openFrom = this.lowestOpen();
  }

  /** With what is not judged yet: who goes on from here does not know of it. */
  lowestOpen(): number | null {
    const open = [this.openFrom, ...this.#pending.values()].filter((seqNo) => seqNo !== null);
    return open.length === 0 ? null : open.reduce((least, seqNo) => Math.min(least, seqNo));
  }

  /** Counts what was found, and with repair mends it. */
  async #mend(drift: readonly Confirmed[]): Promise<void> {
    const { index, isRepaired, tally } = this.#options;
    for (const { id, kind } of drift) {
      if (!this.#known.has(id)) tally.found({ kind, index: index.name, id });
      this.#known.add(id);
    }
    let open = drift;
    for (let left = isRepaired ? REPAIRS : 0; left > 0 && open.length > 0; left--) {
      await repair(this.#options, index, open);
      const ids = open.map(({ id }) => id);
      const again = await this.#confirm(ids, 'patiently');
      this.#postpone(again.pending);
      open = again.drift;
    }
    tally.left(open.length);
    for (const { found } of open) {
      if (found !== null) this.openFrom = Math.min(this.openFrom ?? found.seqNo, found.seqNo);
    }
  }

  #postpone(pending: readonly Pending[]): void {
    for (const { id, found } of pending) this.#pending.set(id, found?.seqNo ?? null);
  }

  async #confirm(ids: readonly string[], how: 'once' | 'patiently') {
    const { index, tally } = this.#options;
    const answer = await confirm(this.#options, index, ids, how);
    if (answer.isGone) throw new IndexGoneError(index.name);
    for (const id of answer.quarantined) this.#known.add(id);
    tally.quarantined(answer.quarantined.length);
    return answer;
  }
}
