import {
  PARTIAL_REASON_NAMES,
  PARTIAL_REASONS,
  type PartialReason,
  type PartialReasonName,
} from '../../mappings/contract/partial.ts';

/** Collects the reasons why the answer of one HTTP request lacks posts. Each of its requests to Elasticsearch adds its own. */
export class PartialReasons {
  readonly #boards = new Map<PartialReasonName, Set<string>>();

  /** `boards`: boards with incomplete coverage; empty if any board may lack posts. */
  add(reason: PartialReasonName, boards: readonly string[] = []): void {
    const known = this.#boards.get(reason) ?? new Set();
    for (const board of boards) known.add(board);
    this.#boards.set(reason, known);
  }

  addAll(reasons: readonly PartialReason[]): void {
    for (const { reason, boards } of reasons) this.add(reason, boards);
  }

  get isEmpty(): boolean {
    return this.#boards.size === 0;
  }

  /** Each reason once, in the order of PARTIAL_REASONS; boards by name. */
  list(): PartialReason[] {
    return PARTIAL_REASON_NAMES.flatMap((reason) => {
      const boards = this.#boards.get(reason);
      return boards === undefined ? [] : [{ reason, boards: [...boards].sort() }];
    });
  }
}

/** For answers that show one sentence instead of a list. */
export function partialSentence(reasons: readonly PartialReason[]): string {
  const sentences = reasons.map(({ reason, boards }) =>
    boards.length === 0
      ? PARTIAL_REASONS[reason].sentence.replace(/[^.]$/, '$&.')
      : `${PARTIAL_REASONS[reason].sentence}: ${boards.join(', ')}.`,
  );
  return sentences.length === 0 ? PARTIAL_REASONS.shard_failed.sentence : sentences.join(' ');
}
