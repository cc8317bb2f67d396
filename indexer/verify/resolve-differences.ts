import { AppError } from '../../platform/errors.ts';
import { confirm, type ConfirmPorts, type Confirmed, type Pending } from './confirm.ts';
import type { IndexPlace } from './classify.ts';
import { repair } from './repair.ts';
import type { VerifyResults } from './verify-results.ts';

/** The index left the board's set while it was compared. */
export class IndexGoneError extends AppError {
  constructor(name: string) {
    super('index_gone', `${name} is no longer in its board's index set`);
  }
}

/** Attempts to repair a difference. */
const REPAIRS = 3;

export interface ResolverOptions extends ConfirmPorts {
  readonly index: IndexPlace;
  readonly isRepaired: boolean;
  readonly results: VerifyResults;
}

/** Confirms, counts and repairs the candidates of one index, each document once. */
export class DifferenceResolver {
  /** The lowest sequence number of a document that still differs; null when none does. */
  openFrom: number | null = null;
  readonly #options: ResolverOptions;
  /** Ids that were counted as drift or quarantined: several comparisons may find the same document. */
  readonly #known = new Set<string>();
  /** Documents that could not be judged yet, with their sequence numbers. */
  readonly #pending = new Map<string, number | null>();

  constructor(options: ResolverOptions) {
    this.#options = options;
  }

  /** Resolves candidates; returns the confirmed differences. Documents with dirty rows are left to `resolvePending`. */
  async resolve(candidates: readonly string[]): Promise<readonly Confirmed[]> {
    const ids = candidates.filter((id) => !this.#known.has(id));
    if (ids.length === 0) return [];
    const { drift, pending } = await this.#confirm(ids, 'once');
    this.#postpone(pending);
    await this.#countAndRepair(drift);
    return drift;
  }

  /** Resolves the remaining documents, most of whose rows are no longer dirty. Call it once, at the end. */
  async resolvePending(): Promise<void> {
    const { drift, pending } = await this.#confirm([...this.#pending.keys()], 'repeatedly');
    this.#pending.clear();
    this.#postpone(pending);
    await this.#countAndRepair(drift);
    this.#options.results.pending(this.#pending.size);
    this.openFrom = this.lowestOpen();
  }

  /** Like `openFrom`, including documents that were not judged yet: a worker that resumes from here does not have them. */
  lowestOpen(): number | null {
    const open = [this.openFrom, ...this.#pending.values()].filter((seqNo) => seqNo !== null);
    return open.length === 0 ? null : open.reduce((least, seqNo) => Math.min(least, seqNo));
  }

  /** Counts the differences, and repairs them if that was requested. */
  async #countAndRepair(drift: readonly Confirmed[]): Promise<void> {
    const { index, isRepaired, results } = this.#options;
    for (const { id, kind } of drift) {
      if (!this.#known.has(id)) results.found({ kind, index: index.name, id });
      this.#known.add(id);
    }
    let open = drift;
    for (let left = isRepaired ? REPAIRS : 0; left > 0 && open.length > 0; left--) {
      await repair(this.#options, index, open);
      const ids = open.map(({ id }) => id);
      const again = await this.#confirm(ids, 'repeatedly');
      this.#postpone(again.pending);
      open = again.drift;
    }
    results.left(open.length);
    for (const { found } of open) {
      if (found !== null) this.openFrom = Math.min(this.openFrom ?? found.seqNo, found.seqNo);
    }
  }

  #postpone(pending: readonly Pending[]): void {
    for (const { id, found } of pending) this.#pending.set(id, found?.seqNo ?? null);
  }

  async #confirm(ids: readonly string[], how: 'once' | 'repeatedly') {
    const { index, results } = this.#options;
    const confirmation = await confirm(this.#options, index, ids, how);
    if (confirmation.isGone) throw new IndexGoneError(index.name);
    for (const id of confirmation.quarantined) this.#known.add(id);
    results.quarantined(confirmation.quarantined.length);
    return confirmation;
  }
}
