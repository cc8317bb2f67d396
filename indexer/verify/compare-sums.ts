/** Compares an index with its rows by sums of checksums over ranges of nums, and a differing range document by document. */
import { CHECK_RANGE, postChecksums } from '../../mappings/checksum.ts';
import { documentId } from '../../mappings/elasticsearch/post-document.ts';
import { isVersionOf } from '../../mappings/elasticsearch/version.ts';
import type { DocumentNumbers, ElasticsearchDocuments } from './elasticsearch-documents.ts';
import type { IndexPlace } from './classify.ts';
import type { RangeSums } from './verification.ts';
import type { PostgresRows, RowRev } from './postgres-rows.ts';

/** A difference that is caused by the time between the two reads disappears when both stores are read again. */
const REPEATS = 2;

export interface SumPorts {
  readonly rows: PostgresRows;
  readonly documents: ElasticsearchDocuments;
}

export interface ComparedSums {
  /** Numbers of the differing ranges, in order. */
  readonly differing: readonly number[];
  /** Documents of the index between the nums. */
  readonly count: number;
  /** True if neither store has anything between the nums. */
  readonly isEmpty: boolean;
}

/** Compares the sums of all ranges from num `from` up to, but excluding, `to`. Reads differing ranges again. */
export async function compareSums(ports: SumPorts, index: IndexPlace, from: number, to: number): Promise<ComparedSums> {
  const { count, isEmpty, differing: first } = await compareOnce(ports, index, from, to);
  let differing = first;
  for (let repeat = 0; repeat < REPEATS && differing.length > 0; repeat++) {
    await ports.documents.refresh(index.name);
    const [low] = numsOf(differing[0] ?? 0);
    const [, high] = numsOf(differing.at(-1) ?? 0);
    const again = await compareOnce(ports, index, Math.max(low, from), Math.min(high, to));
    const still = new Set(again.differing);
    differing = differing.filter((range) => still.has(range));
  }
  return { differing, count, isEmpty };
}

async function compareOnce(
  { rows, documents }: SumPorts,
  index: IndexPlace,
  from: number,
  to: number,
): Promise<ComparedSums> {
  const [ofDocuments, ofRows] = await Promise.all([
    documents.sums(index, from, to),
    rows.sums(index.boardId, from, to),
  ]);
  const count = [...ofDocuments.values()].reduce((sum, range) => sum + range.documents, 0);
  const isEmpty = ofDocuments.size === 0 && ofRows.size === 0;
  return { differing: differingRanges(ofRows, ofDocuments), count, isEmpty };
}

/**
 * Compares the documents of one range with their rows by rev, version and checksums. Returns the ids of those that
 * differ or exist on one side only.
 */
export async function compareRange(
  ports: SumPorts & { pace(): Promise<void> },
  index: IndexPlace,
  epoch: number,
  range: number,
): Promise<readonly string[]> {
  const { rows, documents } = ports;
  const [first, end] = numsOf(range);
  const from = Math.max(first, index.slice * index.sliceSize);
  const to = Math.min(end, (index.slice + 1) * index.sliceSize);
  const revs = new Map(
    (await rows.revs(index.boardId, from, to)).map((row) => [documentId({ ...row, board: index.board }), row]),
  );
  const candidates: string[] = [];
  const seen = new Set<string>();
  for await (const page of documents.numbers(index, from, to)) {
    await ports.pace();
    for (const document of page) {
      seen.add(document.id);
      if (!hasNumbersOf(revs.get(document.id), document, epoch)) candidates.push(document.id);
    }
  }
  for (const id of revs.keys()) if (!seen.has(id)) candidates.push(id);
  return candidates;
}

function hasNumbersOf(row: RowRev | undefined, document: DocumentNumbers, epoch: number): boolean {
  if (row === undefined || document.rev !== row.rev || !isVersionOf(document.version, epoch, row.rev)) return false;
  const { h1, h2 } = postChecksums(row);
  return document.h1 === h1 && document.h2 === h2;
}

/** Returns the numbers of the ranges whose sums differ between the stores, in order. */
export function differingRanges(
  rows: ReadonlyMap<number, RangeSums>,
  documents: ReadonlyMap<number, RangeSums>,
): readonly number[] {
  const ranges = new Set([...rows.keys(), ...documents.keys()]);
  return [...ranges].filter((range) => !isEqual(rows.get(range), documents.get(range))).sort((a, b) => a - b);
}

function isEqual(a: RangeSums | undefined, b: RangeSums | undefined): boolean {
  return a !== undefined && b !== undefined && a.documents === b.documents && a.h1 === b.h1 && a.h2 === b.h2;
}

/** The number of the range that a num belongs to. */
export function rangeOf(num: number): number {
  return Math.floor(num / CHECK_RANGE);
}

/** The nums of a range: the first (included) and the end (excluded). */
export function numsOf(range: number): readonly [number, number] {
  return [range * CHECK_RANGE, (range + 1) * CHECK_RANGE];
}
