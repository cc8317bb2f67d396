import { PARTIAL_REASONS, type PartialReason, type PartialReasonName } from '../../mappings/contract/partial.ts';

/** Collects why the answer of one HTTP request lacks posts: each of its requests to Elasticsearch adds what it met. */
export class PartialReasons {
  readonly #boards = new Map<PartialReasonName, Set<string>>();

  /** `boards`: those that are not wholly covered; none if any may lack posts. */
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
    return PARTIAL_REASONS.flatMap((reason) => {
      const boards = this.#boards.get(reason);
      return boards === undefined ? [] : [{ reason, boards: [...boards].sort() }];
    });
  }
}

const SENTENCES: Readonly<Record<PartialReasonName, string>> = {
  timed_out: 'The search was stopped because it took too long.',
  shard_failed: 'A part of the search index did not answer.',
  board_missing: 'The search index of these boards is missing or broken',
  board_refilling: 'The search index of these boards is being filled again',
  field_missing: 'The search index of these boards lacks a field of this query until it is rebuilt',
  post_unreadable: 'Some posts cannot be read while the database is away.',
  documents_missing: 'The search index of these boards holds no posts, which cannot be read while the database is away',
};

/** For answers that have a sentence and no list. */
export function partialSentence(reasons: readonly PartialReason[]): string {
  const sentences = reasons.map(({ reason, boards }) =>
    boards.length === 0 ? SENTENCES[reason].replace(/[^.]$/, '$&.') : `${SENTENCES[reason]}: ${boards.join(', ')}.`,
  );
  return sentences.length === 0 ? SENTENCES.shard_failed : sentences.join(' ');
}
