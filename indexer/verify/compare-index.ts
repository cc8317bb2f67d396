import { postChecksums } from '../../mappings/checksum.ts';
import { documentId } from '../../mappings/elasticsearch/post-document.ts';
import { isVersionOf } from '../../mappings/elasticsearch/version.ts';
import type { Random } from '../runtime/clock.ts';
import type { ConfirmPorts, Confirmed } from './confirm.ts';
import { PAGE, type DocumentNumbers } from './elasticsearch-documents.ts';
import { placeOf, type IndexPlace } from './judge.ts';
import type { IndexState, VerifyDepth } from './ports.ts';
import type { RowRev, SetMember } from './postgres-rows.ts';
import { differingRanges, numsOf, rangeOf } from './ranges.ts';
import { Settlement } from './resolve-differences.ts';
import type { Tally } from './tally.ts';
import { comparePage, type ComparedWindow, type CompareWindow, type Comparison } from './compare-windows.ts';

/** A hundred ranges: both stores add them up in well under a second. */
const CHUNK_NUMS = 1_000_000;
/** A little less than a page, so that few windows are of two. */
const FULL = 0.9 * PAGE;
const MAX_WINDOW = { written: 10_000_000, nums: 50_000 } as const;
/** A difference that is the time between two questions goes away when they are asked again. */
const SECOND_LOOKS = 2;

/** Where a phase began and where it will end. */
export type Span = readonly [number, number];

export interface PassOptions extends ConfirmPorts {
  readonly index: IndexPlace;
  readonly member: SetMember;
  readonly depth: VerifyDepth;
  readonly isRepaired: boolean;
  readonly tally: Tally;
  readonly random: Random;
  /** For about so many documents. */
  readonly comparison: (documents: number) => Comparison;
  /** Called between two pieces of work, with where this index stands. */
  readonly onStep: (state: IndexState, span: Span) => Promise<void>;
}

/** Compares one index with the rows of its slice. */
export class IndexPass {
  readonly #options: PassOptions;
  #epoch = 0;
  readonly #settlement: Settlement;
  readonly #comparedRanges = new Set<number>();

  constructor(options: PassOptions) {
    this.#options = options;
    this.#settlement = new Settlement(options);
  }

  /** @throws IndexGoneError when the index has left the set. */
  async run(resume: IndexState | null): Promise<void> {
    const { index, member, depth, tally, rows, documents, onStep } = this.#options;
    this.#epoch = await rows.epoch();
    const { uuid, checkpoint } = await documents.stand(index.name);
    const isKnown = depth !== 'all' && member.verifiedUuid === uuid && (member.verifiedSeqNo ?? -1) <= checkpoint;
    const bounds = await this.#bounds();
    const [first, end] = bounds;
    const fresh: IndexState = {
      name: index.name,
      uuid,
      checkpoint,
      phase: isKnown ? 'written' : 'nums',
      at: isKnown ? (member.verifiedSeqNo ?? -1) : first,
      openFrom: null,
    };
    let state = resume?.name === index.name && resume.uuid === uuid ? resume : fresh;
    this.#settlement.openFrom = state.openFrom;
    const step = async (change: Partial<IndexState>, span: Span) => {
      state = { ...state, ...change, openFrom: this.#settlement.lowestOpen() };
      tally.current = state;
      await this.#options.pace();
      await onStep(state, span);
    };

    const { phase } = state;
    if (phase !== 'ranges') {
      for await (const ids of documents.misplaced(index)) await this.#settle(ids);
      const span: Span = phase === 'nums' ? [Math.max(state.at, first), end] : [state.at, state.checkpoint];
      if (depth !== 'sums') {
        for await (const { candidates, at } of this.#compared(phase, span, state.checkpoint)) {
          await this.#settle(candidates);
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
    await this.#settlement.settlePending();
    if (depth === 'sums') return;
    const { openFrom } = this.#settlement;
    await rows.noteVerified(index.name, uuid, Math.min(state.checkpoint, (openFrom ?? Infinity) - 1));
  }

  /** Nums of this slice that either store has: from the first up to, not including, the second. */
  async #bounds(): Promise<Span> {
    const { index } = this.#options;
    const low = index.slice * index.sliceSize;
    const known = await this.#knownBounds(low, low + index.sliceSize);
    if (known.length === 0) return [low, low];
    return [Math.min(...known.map(([first]) => first)), Math.max(...known.map(([, last]) => last)) + 1];
  }

  async #nextNum(from: number, end: number): Promise<number> {
    const known = await this.#knownBounds(from, end);
    return Math.min(end, ...known.map(([first]) => first));
  }

  async #knownBounds(from: number, end: number): Promise<readonly (readonly [number, number])[]> {
    const { index, rows, documents } = this.#options;
    const both = [await rows.bounds(index.boardId, from, end), await documents.bounds(index.name, from, end)];
    return both.filter((bounds) => bounds !== null);
  }

  /**
   * In full, in windows of sequence numbers or of nums: or every page would sort all that is left. As many are under way as the
   * comparison takes at once, and they are yielded in order.
   */
  async *#compared(
    by: CompareWindow['by'],
    [first, end]: Span,
    checkpoint: number,
  ): AsyncGenerator<{ readonly candidates: readonly string[]; readonly at: number }> {
    const { index, comparison } = this.#options;
    const compare = comparison(by === 'written' ? end - first : checkpoint + 1);
    const underWay: { readonly at: number; readonly width: number; readonly compared: Promise<ComparedWindow> }[] = [];
    // No two documents share a sequence number; a num may have many.
    const least = by === 'written' ? PAGE : 1;
    let window = FULL;
    try {
      for (let from = first; from < end || underWay.length > 0;) {
        while (from < end && underWay.length < compare.width) {
          const width = Math.min(Math.max(window, least), end - from);
          const at = from + width;
          const compared = compare.compare({ by, index, epoch: this.#epoch, from, to: at });
          // Its failure is met when it is awaited; until then it must not end the process.
          compared.catch(() => undefined);
          underWay.push({ at, width, compared });
          from = at;
        }
        const next = underWay.shift();
        if (next === undefined) return;
        const { read, candidates } = await next.compared;
        // It widens where many numbers are of versions long overwritten, or of no post.
        window = Math.min(MAX_WINDOW[by], Math.ceil(next.width * Math.min(2, FULL / Math.max(read, 1))));
        yield { candidates, at: next.at };
        if (by === 'nums' && read === 0) from = Math.max(from, await this.#nextNum(from, end));
      }
    } finally {
      await compare.close();
    }
  }

  /** Answers whether there is nothing on either side. */
  async #compareChunk(from: number, to: number, checkpoint: number): Promise<boolean> {
    const { index, rows, documents, depth, random, tally } = this.#options;
    let { differing, count, isEmpty } = await this.#differing(from, to);
    if (isEmpty) return true;
    for (let look = 0; look < SECOND_LOOKS && differing.length > 0; look++) {
      await documents.refresh(index.name);
      const [first] = numsOf(differing[0] ?? 0);
      const [, last] = numsOf(differing.at(-1) ?? 0);
      const again = await this.#differing(Math.max(first, from), Math.min(last, to));
      const still = new Set(again.differing);
      differing = differing.filter((range) => still.has(range));
    }
    for (const range of differing) await this.#compareRange(range);
    if (depth !== 'all') {
      const seed = Math.floor(random() * 2 ** 31);
      const sample = await documents.sample(index.name, from, to, checkpoint, seed);
      const { candidates } = await comparePage({ rows }, index, this.#epoch, sample, null);
      await this.#settle(candidates);
    }
    tally.documents += count;
    tally.ranges += rangeOf(to - 1) - rangeOf(from) + 1;
    return false;
  }

  async #differing(from: number, to: number) {
    const { index, rows, documents } = this.#options;
    const [ofDocuments, ofRows] = await Promise.all([
      documents.sums(index.name, from, to),
      rows.sums(index.boardId, from, to),
    ]);
    const count = [...ofDocuments.values()].reduce((sum, range) => sum + range.documents, 0);
    const isEmpty = ofDocuments.size === 0 && ofRows.size === 0;
    return { differing: differingRanges(ofRows, ofDocuments), count, isEmpty };
  }

  /** Document by document: rev, version and checksums, and what is on one side only. */
  async #compareRange(range: number): Promise<void> {
    const { index, rows, documents } = this.#options;
    this.#comparedRanges.add(range);
    const [first, end] = numsOf(range);
    const from = Math.max(first, index.slice * index.sliceSize);
    const to = Math.min(end, (index.slice + 1) * index.sliceSize);
    const revs = new Map(
      (await rows.revs(index.boardId, from, to)).map((row) => [documentId({ ...row, board: index.board }), row]),
    );
    const candidates: string[] = [];
    const seen = new Set<string>();
    for await (const page of documents.numbers(index.name, from, to)) {
      await this.#options.pace();
      for (const document of page) {
        seen.add(document.id);
        if (!this.#hasNumbersOf(revs.get(document.id), document)) candidates.push(document.id);
      }
    }
    for (const id of revs.keys()) if (!seen.has(id)) candidates.push(id);
    await this.#settle(candidates);
  }

  #hasNumbersOf(row: RowRev | undefined, document: DocumentNumbers): boolean {
    if (row === undefined || document.rev !== row.rev || !isVersionOf(document.version, this.#epoch, row.rev))
      return false;
    const { h1, h2 } = postChecksums(row);
    return document.h1 === h1 && document.h2 === h2;
  }

  /** Looks also at the ranges of what was found: there one document may make up for another. */
  async #settle(candidates: readonly string[]): Promise<void> {
    for (const range of this.#rangesOf(await this.#settlement.settle(candidates))) {
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
