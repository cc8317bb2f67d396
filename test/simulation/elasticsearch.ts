import { RejectedError } from '../../indexer/runtime/store-errors.ts';
import type { AliasMove, IndexStore } from '../../indexer/index-set/ports.ts';
import type { WriteOutcome, SearchStore } from '../../indexer/live/ports.ts';
import type { BulkRequest } from '../../indexer/live/bulk-request.ts';
import { parseIndexName } from '../../mappings/elasticsearch/index-names.ts';
import { documentId, keyOfDocumentId, type PostDocument } from '../../mappings/elasticsearch/post-document.ts';
import { UnavailableError } from '../../platform/errors.ts';
import type { Scheduler, SimulatedProcess } from './scheduler.ts';

/** Elasticsearch forgets a deletion, and the version it had, after this long (`index.gc_deletes`). */
const TOMBSTONE_MS = 60_000;

export interface StoredDocument {
  readonly version: number;
  readonly rev: number;
}

export interface ElasticsearchFaults {
  /** Probabilities for each bulk request: it does not arrive; its response is lost while the server goes on. */
  lost: number;
  answerLost: number;
  /** Probability for each operation to be refused with 429. */
  busy: number;
}

export interface ElasticsearchMutants {
  /** Writes without external versions: the last one to arrive wins. */
  readonly noVersion?: boolean;
  /** The document of a purged post is deleted instead of replaced by a stub. */
  readonly hardDelete?: boolean;
}

/** The document of another board in every shared index. */
export const NEIGHBOUR = documentId({ board: 'other', num: 1, subnum: 0 });

function isSharedName(name: string): boolean {
  return parseIndexName('', name)?.board === null;
}

function countByBoard(documents: ReadonlyMap<string, StoredDocument>): ReadonlyMap<string, number> {
  const ids = Map.groupBy(documents.keys(), (id) => keyOfDocumentId(id).board);
  return new Map([...ids].map(([board, ofBoard]) => [board, ofBoard.length]));
}

function unavailable(): UnavailableError {
  return new UnavailableError('Elasticsearch', 'simulated');
}

/** Models external versions, tombstones that expire, and bulk requests that are applied operation by operation. */
export class SimulatedElasticsearch {
  readonly indices = new Map<string, Map<string, StoredDocument>>();
  /** Indices that searches read. */
  readonly aliased = new Set<string>();
  /** Documents that searches no longer found, or found in an older state, after aliases had moved. */
  stepsBack = 0;
  /** Documents that `stepsBack` does not count. */
  mayStepBack: (id: string) => boolean = () => false;
  readonly faults: ElasticsearchFaults = { lost: 0, answerLost: 0, busy: 0 };
  /** Bulk requests that the server is still working on. */
  running = 0;
  readonly #scheduler: Scheduler;
  readonly #mutants: ElasticsearchMutants;
  /** For indices without automatic refresh: the documents as of the last refresh. */
  readonly #shown = new Map<string, ReadonlyMap<string, StoredDocument>>();
  readonly #tombstones = new Map<string, { readonly version: number; readonly at: number }>();

  constructor(scheduler: Scheduler, mutants: ElasticsearchMutants = {}) {
    this.#scheduler = scheduler;
    this.#mutants = mutants;
  }

  /** Creates a document of another board, which shares the index. */
  addNeighbour(name: string): void {
    const documents = this.indices.get(name) ?? new Map<string, StoredDocument>();
    this.indices.set(name, documents.set(NEIGHBOUR, { version: 1, rev: 1 }));
  }

  /** Whether searches find new documents of the index. */
  isRefreshed(name: string): boolean {
    return !this.#shown.has(name);
  }

  drop(name: string): void {
    this.indices.delete(name);
    this.aliased.delete(name);
    this.#shown.delete(name);
  }

  /** Applies one operation of a bulk request. */
  apply({ index, id, version, document: { state, rev } }: Operation): WriteOutcome {
    const documents = this.indices.get(index);
    if (documents === undefined) return { kind: 'no_index' };
    const tombstone = this.#tombstones.get(`${index} ${id}`);
    const remembered =
      tombstone !== undefined && this.#scheduler.now - tombstone.at < TOMBSTONE_MS ? tombstone.version : -1;
    const present = documents.get(id)?.version ?? remembered;
    if (present >= version && this.#mutants.noVersion !== true) return { kind: 'stale' };
    if (this.#mutants.hardDelete === true && state === 'hidden') {
      documents.delete(id);
      this.#tombstones.set(`${index} ${id}`, { version, at: this.#scheduler.now });
    } else {
      documents.set(id, { version, rev });
    }
    return { kind: 'stored' };
  }

  searchStoreOf(process: SimulatedProcess): SearchStore {
    return { write: (writes) => this.#bulk(process, writes) };
  }

  indexStoreOf(process: SimulatedProcess): IndexStore {
    const call = <T>(work: () => T) => this.#scheduler.call(process, work);
    const each = (names: readonly string[], work: (name: string) => void) =>
      call(() => {
        for (const name of names) if (this.indices.has(name)) work(name);
      });
    return {
      create: (name, _, purpose) =>
        call(() => {
          if (this.indices.has(name)) return false;
          this.indices.set(name, new Map());
          if (purpose === 'serving') this.aliased.add(name);
          else if (purpose === 'filling') this.#shown.set(name, new Map());
          return true;
        }),
      drop: (names) => each(names, (name) => this.drop(name)),
      list: () => call(() => [...this.indices.keys()].filter((name) => !isSharedName(name))),
      findMissing: (_, names) => call(() => names.filter((name) => !this.indices.has(name))),
      countShared: () =>
        call(() => {
          const shared = [...this.indices].filter(([name]) => isSharedName(name));
          return new Map(shared.map(([name, documents]) => [name, countByBoard(documents)]));
        }),
      deleteSome: (name, board) =>
        call(() => {
          const documents = this.indices.get(name);
          const ids = [...(documents?.keys() ?? [])].filter((id) => keyOfDocumentId(id).board === board).slice(0, 2);
          for (const id of ids) documents?.delete(id);
          return ids.length;
        }),
      countDocuments: (name) => call(() => this.indices.get(name)?.size ?? 0),
      removeAliases: () => call(() => undefined),
      moveAliases: (_, move) => call(() => this.#moveAliases(move)),
      refresh: (names) => each(names, (name) => this.#show(name)),
      endFilling: async (name) => each([name], (found) => this.#shown.delete(found)),
      copies: () => call(() => 'all' as const),
      setRefresh: (names, pace) =>
        each(names, (name) => {
          if (pace === 'always') this.#shown.delete(name);
          else this.#shown.set(name, new Map(this.indices.get(name)));
        }),
    };
  }

  /** The documents that a search of this index finds. */
  #seenIn(name: string): ReadonlyMap<string, StoredDocument> {
    return this.#shown.get(name) ?? this.indices.get(name) ?? new Map<string, StoredDocument>();
  }

  #show(name: string): void {
    const documents = this.indices.get(name);
    if (documents !== undefined && this.#shown.has(name)) this.#shown.set(name, new Map(documents));
  }

  #moveAliases({ add, remove }: AliasMove): void {
    const missing = [...add, ...remove].filter((name) => !this.indices.has(name));
    if (missing.length > 0) throw new RejectedError(404, 'index_not_found_exception', missing.join());
    const before = this.#searched();
    for (const name of remove) this.aliased.delete(name);
    for (const name of add) this.aliased.add(name);
    const after = this.#searched();
    for (const [id, { version }] of before) {
      if (id === NEIGHBOUR) continue;
      if ((after.get(id)?.version ?? -1) < version && !this.mayStepBack(id)) this.stepsBack++;
    }
  }

  /** The documents that searches find. */
  #searched(): ReadonlyMap<string, StoredDocument> {
    return new Map([...this.aliased].flatMap((name) => [...this.#seenIn(name)]));
  }

  async #bulk(process: SimulatedProcess, writes: BulkRequest): Promise<readonly WriteOutcome[]> {
    const scheduler = this.#scheduler;
    const { lost, answerLost } = this.faults;
    const isLost = scheduler.chance(lost);
    const isAnswerLost = scheduler.chance(answerLost);
    await scheduler.call(process, () => {
      if (isLost) throw unavailable();
    });
    // From here on the server works independently of the client, which may have given up long before it ends.
    const work = this.#applyAll(operationsOf(writes), isAnswerLost ? scheduler.below(200) : 0);
    if (!isAnswerLost) {
      const outcomes = await work;
      return scheduler.call(process, () => outcomes);
    }
    void work;
    return scheduler.call(process, () => {
      throw unavailable();
    });
  }

  async #applyAll(operations: readonly Operation[], stepsLate: number): Promise<readonly WriteOutcome[]> {
    const scheduler = this.#scheduler;
    const outcomes: WriteOutcome[] = [];
    this.running++;
    const from = scheduler.steps + stepsLate;
    if (stepsLate > 0) {
      await scheduler.call(
        null,
        () => undefined,
        () => scheduler.steps >= from,
      );
    }
    for (const operation of operations) {
      if (scheduler.chance(0.3)) await scheduler.call(null, () => undefined);
      const isBusy = scheduler.chance(this.faults.busy);
      outcomes.push(isBusy ? { kind: 'busy', reason: 'simulated' } : this.apply(operation));
    }
    this.running--;
    return outcomes;
  }
}

export interface Operation {
  readonly index: string;
  readonly id: string;
  readonly version: number;
  readonly document: PostDocument;
}

/** Reads the lines of a bulk request. */
export function operationsOf(writes: BulkRequest): Operation[] {
  const lines = writes.bytes().toString().split('\n').slice(0, -1);
  return Array.from({ length: lines.length / 2 }, (_, place) => {
    const { index: action } = JSON.parse(lines[2 * place] ?? '') as {
      readonly index: { readonly _index: string; readonly _id: string; readonly version: number };
    };
    const { _index: index, _id: id, version } = action;
    const document = JSON.parse(lines[2 * place + 1] ?? '') as PostDocument;
    return { index, id, version, document };
  });
}
