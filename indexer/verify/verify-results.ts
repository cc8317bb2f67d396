import type { Difference, DriftKind, IndexState, Verification, VerifyState } from './verification.ts';

const SAMPLES = 20;

/** Counts what a verification has found so far; its state can be stored and resumed. */
export class VerifyResults {
  current: IndexState | null = null;
  documents = 0;
  ranges = 0;
  rewritten = 0;
  uncompared = 0;
  unindexed: readonly number[] = [];
  #found = 0;
  #drift = 0;
  #pending = 0;
  #quarantined = 0;
  readonly #kinds: Partial<Record<DriftKind, number>>;
  readonly #samples: Difference[];
  readonly #outdated: string[];
  readonly #replaced: string[];
  readonly #finished: string[];

  constructor(state: VerifyState | null) {
    this.current = state?.current ?? null;
    this.documents = state?.documents ?? 0;
    this.ranges = state?.ranges ?? 0;
    this.rewritten = state?.rewritten ?? 0;
    this.uncompared = state?.uncompared ?? 0;
    this.#found = state?.found ?? 0;
    this.#drift = state?.drift ?? 0;
    this.#pending = state?.pending ?? 0;
    this.#quarantined = state?.quarantined ?? 0;
    this.#kinds = { ...state?.kinds };
    this.#samples = [...(state?.samples ?? [])];
    this.#outdated = [...(state?.outdated ?? [])];
    this.#replaced = [...(state?.replaced ?? [])];
    this.#finished = [...(state?.finished ?? [])];
  }

  found(difference: Difference): void {
    this.#found++;
    this.#kinds[difference.kind] = (this.#kinds[difference.kind] ?? 0) + 1;
    if (this.#samples.length < SAMPLES) this.#samples.push(difference);
  }

  /** Adds differences that were not repaired. */
  left(documents: number): void {
    this.#drift += documents;
  }

  pending(documents: number): void {
    this.#pending += documents;
  }

  quarantined(documents: number): void {
    this.#quarantined += documents;
  }

  finish(index: string): void {
    this.#finished.push(index);
    this.current = null;
  }

  outdate(index: string): void {
    this.#outdated.push(index);
    this.finish(index);
  }

  replace(index: string): void {
    this.#replaced.push(index);
  }

  hasFinished(index: string): boolean {
    return this.#finished.includes(index);
  }

  /** True if nothing was compared yet. */
  get isFresh(): boolean {
    return this.#finished.length === 0 && this.current === null;
  }

  verification(): Verification {
    return {
      found: this.#found,
      drift: this.#drift,
      documents: this.documents,
      ranges: this.ranges,
      pending: this.#pending,
      quarantined: this.#quarantined,
      rewritten: this.rewritten,
      uncompared: this.uncompared,
      kinds: { ...this.#kinds },
      samples: [...this.#samples],
      outdated: [...this.#outdated],
      replaced: [...this.#replaced],
      unindexed: this.unindexed,
    };
  }

  state(): VerifyState {
    return { ...this.verification(), finished: [...this.#finished], current: this.current };
  }
}
