import type { Random } from '../runtime/clock.ts';
import { compareRange, compareSums, rangeOf } from './compare-sums.ts';
import { comparePage, type ComparedWindow, type CompareWindow, type Comparison } from './compare-windows.ts';
import type { ConfirmPorts, Confirmed } from './confirm.ts';
import { PAGE } from './elasticsearch-documents.ts';
import { placeOf, type IndexPlace } from './classify.ts';
import type { IndexState, VerifyDepth } from './verification.ts';
import type { SetMember } from './postgres-rows.ts';
import { DifferenceResolver } from './resolve-differences.ts';
import type { VerifyResults } from './verify-results.ts';
import { WriteAgain } from './write-again.ts';

/** A hundred ranges. Both stores sum them up in well under a second. */
const CHUNK_NUMS = 1_000_000;
/** Documents that a window aims at: a little less than a page, so that few windows need two pages. */
const WINDOW_DOCUMENTS = 0.9 * PAGE;
/** Passes over the documents that were written during the previous pass; each is a small part of the one before. */
const PASSES = 5;
const MAX_WINDOW = { written: 10_000_000, nums: 50_000 } as const;

/** The first and the end (excluded) of the sequence numbers or nums that a phase goes through. */
export type Span = readonly [number, number];

export interface IndexComparisonOptions extends ConfirmPorts {
  readonly index: IndexPlace;
  readonly member: SetMember;
  readonly depth: VerifyDepth;
  readonly isRepaired: boolean;
  readonly results: VerifyResults;
  readonly random: Random;
  /** Opens a comparison of about this many documents in full. */
  readonly comparison: (documents: number) => Comparison;
  /** Called between two pieces of work with the state of this index's verification. */
  readonly onStep: (state: IndexState, span: Span) => Promise<void>;
}

/**
 * Compares one index with the rows of its slice:
 * 1. documents that do not belong to the index, by their board, slice or num;
 * 2. documents in full: those written since the last verification, by sequence number; or all of them, by num (not at
 *    depth `sums`). In an index without documents nothing can be compared in full; with repair they are written again;
 * 3. all documents by sums of checksums; those of differing ranges one by one, and a sample of the others in full.
 * Each difference at first sight is a candidate, which `DifferenceResolver` confirms, counts and repairs.
 */
export class IndexComparison {
  readonly #options: IndexComparisonOptions;
  #epoch = 0;
  readonly #resolver: DifferenceResolver;
  readonly #comparedRanges = new Set<number>();

  constructor(options: IndexComparisonOptions) {
    this.#options = options;
    this.#resolver = new DifferenceResolver(options);
  }

  /**
   * Runs the comparison, from the state of an interrupted one if that was of the same index.
   * @throws IndexGoneError when the index has left the set.
   */
  async run(resume: IndexState | null): Promise<void> {
    const { index, depth, isRepaired, results, rows, documents, onStep } = this.#options;
    this.#epoch = await rows.epoch();
    const { uuid, checkpoint } = await documents.readState(index.name);
    const bounds = await this.#bounds();
    const [first, end] = bounds;
    const isSameIndex = resume?.name === index.name && resume.uuid === uuid;
    let state = isSameIndex ? resume : this.#freshState(uuid, checkpoint, first);
    this.#resolver.openFrom = state.openFrom;
    const step = async (change: Partial<IndexState>, span: Span) => {
      state = { ...state, ...change, openFrom: this.#resolver.lowestOpen() };
      results.current = state;
      await this.#options.pace();
      await onStep(state, span);
    };

    const { phase } = state;
    if (phase !== 'ranges') {
      for await (const ids of documents.misplaced(index)) await this.#resolve(ids);
      const span: Span = phase === 'nums' ? [Math.max(state.at, first), end] : [state.at, state.checkpoint];
      if (depth !== 'sums' && !index.hasDocuments) {
        await this.#writeAgain(state, step);
      } else if (depth !== 'sums') {
        for await (const { candidates, at } of this.#compareInFull(phase, span, state.checkpoint)) {
          await this.#resolve(candidates);
          await step({ at }, span);
        }
      }
      await step({ phase: 'ranges', at: first }, bounds);
    }
    for (let from = Math.max(state.at, first); from < end;) {
      const to = Math.min(end, (Math.floor(from / CHUNK_NUMS) + 1) * CHUNK_NUMS);
      const isEmpty = await this.#compareChunk(from, to, state.checkpoint);
      from = isEmpty ? Math.max(to, await this.#nextNum(to, end)) : to;
      await step({ at: from }, bounds);
    }
    await this.#resolver.resolvePending();
    if (depth === 'sums' || !(index.hasDocuments || isRepaired)) return;
    const { openFrom } = this.#resolver;
    await rows.recordVerified(index, uuid, Math.min(state.checkpoint, (openFrom ?? Infinity) - 1));
  }

  /** The state at the beginning. An index that was verified before is compared by sequence number from there on. */
  #freshState(uuid: string, checkpoint: number, firstNum: number): IndexState {
    const { index, member, depth } = this.#options;
    const isKnown = depth !== 'all' && member.verifiedUuid === uuid && (member.verifiedSeqNo ?? -1) <= checkpoint;
    const isBySeqNo = isKnown || !index.hasDocuments;
    return {
      name: index.name,
      uuid,
      checkpoint,
      phase: isBySeqNo ? 'written' : 'nums',
      at: isKnown ? (member.verifiedSeqNo ?? -1) : isBySeqNo ? -1 : firstNum,
      openFrom: null,
    };
  }

  /** The lowest num of this slice in either store, and the highest plus 1. */
  async #bounds(): Promise<Span> {
    const { index } = this.#options;
    const low = index.slice * index.sliceSize;
    const known = await this.#storedBounds(low, low + index.sliceSize);
    if (known.length === 0) return [low, low];
    return [Math.min(...known.map(([first]) => first)), Math.max(...known.map(([, last]) => last)) + 1];
  }

  async #nextNum(from: number, end: number): Promise<number> {
    const known = await this.#storedBounds(from, end);
    return Math.min(end, ...known.map(([first]) => first));
  }

  async #storedBounds(from: number, end: number): Promise<readonly (readonly [number, number])[]> {
    const { index, rows, documents } = this.#options;
    const both = [await rows.bounds(index.boardId, from, end), await documents.bounds(index, from, end)];
    return both.filter((bounds) => bounds !== null);
  }

  /**
   * Compares documents in full, in windows of sequence numbers or nums, because without windows every page would sort all
   * remaining documents. Several windows run at the same time; their results come in order.
   */
  async *#compareInFull(
    by: CompareWindow['by'],
    [first, end]: Span,
    checkpoint: number,
  ): AsyncGenerator<{ readonly candidates: readonly string[]; readonly at: number }> {
    const { index, comparison } = this.#options;
    const compare = comparison(by === 'written' ? end - first : checkpoint + 1);
    const running: { readonly at: number; readonly width: number; readonly compared: Promise<ComparedWindow> }[] = [];
    // Sequence numbers are unique in an index; many documents may share a num.
    const minWidth = by === 'written' ? PAGE : 1;
    let window = WINDOW_DOCUMENTS;
    try {
      for (let from = first; from < end || running.length > 0;) {
        while (from < end && running.length < compare.concurrency) {
          const width = Math.min(Math.max(window, minWidth), end - from);
          const at = from + width;
          const compared = compare.compare({ by, index, epoch: this.#epoch, from, to: at });
          // A failure is handled where the result is awaited; until then it must not end the process.
          compared.catch(() => undefined);
          running.push({ at, width, compared });
          from = at;
        }
        const next = running.shift();
        if (next === undefined) return;
        const { read, candidates } = await next.compared;
        // Windows grow where many sequence numbers were overwritten or many nums have no post.
        window = Math.min(MAX_WINDOW[by], Math.ceil(next.width * Math.min(2, WINDOW_DOCUMENTS / Math.max(read, 1))));
        yield { candidates, at: next.at };
        if (by === 'nums' && read === 0) from = Math.max(from, await this.#nextNum(from, end));
      }
    } finally {
      await compare.close();
    }
  }

  /**
   * Writes again the documents that were written to an index without documents since its last verification, then those that others wrote
   * during that pass, until there are none.
   */
  async #writeAgain(
    state: IndexState,
    step: (change: Partial<IndexState>, span: Span) => Promise<void>,
  ): Promise<void> {
    const { index, documents, isRepaired, results } = this.#options;
    const again = new WriteAgain(this.#options, index, this.#epoch);
    let span: Span = [state.at, state.checkpoint];
    for (let pass = 1; ; pass++) {
      let written = 0;
      for await (const { candidates, others, at } of again.run(span, isRepaired)) {
        await this.#resolve(candidates);
        results[isRepaired ? 'rewritten' : 'uncompared'] += others;
        written += candidates.length + others;
        await step({ at }, span);
      }
      if (!isRepaired || written === 0 || pass === PASSES) return;
      if (pass === 1) await again.touchSegments();
      const { checkpoint } = await documents.readState(index.name);
      span = [span[1], checkpoint];
      await step({ checkpoint, at: span[0] }, span);
    }
  }

  /** Returns whether neither store has anything between the nums. */
  async #compareChunk(from: number, to: number, checkpoint: number): Promise<boolean> {
    const { index, rows, documents, depth, random, results } = this.#options;
    const { differing, count, isEmpty } = await compareSums(this.#options, index, from, to);
    if (isEmpty) return true;
    for (const range of differing) await this.#compareRange(range);
    if (depth !== 'all' && index.hasDocuments) {
      const seed = Math.floor(random() * 2 ** 31);
      const sample = await documents.sample(index, from, to, checkpoint, seed);
      const { candidates } = await comparePage({ rows }, index, this.#epoch, sample, null);
      await this.#resolve(candidates);
    }
    results.documents += count;
    results.ranges += rangeOf(to - 1) - rangeOf(from) + 1;
    return false;
  }

  async #compareRange(range: number): Promise<void> {
    this.#comparedRanges.add(range);
    await this.#resolve(await compareRange(this.#options, this.#options.index, this.#epoch, range));
  }

  /** Also compares the ranges of confirmed differences: two wrong documents may cancel each other out in the sums. */
  async #resolve(candidates: readonly string[]): Promise<void> {
    for (const range of this.#rangesOf(await this.#resolver.resolve(candidates))) {
      if (!this.#comparedRanges.has(range)) await this.#compareRange(range);
    }
  }

  #rangesOf(drift: readonly Confirmed[]): ReadonlySet<number> {
    const { index } = this.#options;
    const nums = drift.flatMap(({ id, found }) => [placeOf(id, index)?.num, found?.source['num']]);
    const low = index.slice * index.sliceSize;
    return new Set(
      nums.flatMap((num) =>
        typeof num === 'number' && num >= low && num < low + index.sliceSize ? [rangeOf(num)] : [],
      ),
    );
  }
}
