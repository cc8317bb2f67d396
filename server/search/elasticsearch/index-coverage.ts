/**
 * Which boards Elasticsearch covers: compares the live indices of the index sets, as PostgreSQL lists them, with the indices that
 * Elasticsearch searches under the boards' aliases. A search silently skips an index that is missing, closed or without its aliases, so
 * that its answer looks complete.
 */
import type { estypes } from '@elastic/elasticsearch';
import type { PartialReason } from '../../../mappings/contract/partial.ts';
import {
  boardAlias,
  boardOfAlias,
  indexPattern,
  parseIndexName,
  postsAlias,
} from '../../../mappings/elasticsearch/index-names.ts';
import type { LiveSlice } from '../../boards/load.ts';
import { cachedLoader } from '../../cache/cached-loader.ts';
import type { Elasticsearch } from '../../../platform/elasticsearch.ts';
import { chooseIndices, type ChosenIndices } from './choose-indices.ts';
import { isUnbounded, reachOfRequest } from './reach.ts';

export interface IndexCoverageOptions {
  readonly elasticsearch: Elasticsearch;
  readonly indexPrefix: string;
  /** The slices that have a live index. @throws UnavailableError */
  readonly liveSlices: () => Promise<readonly LiveSlice[]>;
}

export interface Coverage {
  readonly live: readonly LiveSlice[];
  /** Slices of which no index can be searched. */
  readonly missing: readonly LiveSlice[];
}

/** Where a search was sent. */
export interface Searched {
  readonly aliases: readonly string[];
  /** The indices of the aliases that it was sent to; null for all. An index that cannot hold hits does not make an answer partial. */
  readonly chosen?: ChosenIndices | null;
}

/** Searches also compare their own number of shards, so that a change within this time is noticed as well. */
const FRESH_MS = 2_000;
/**
 * How old the coverage may be when a search has just noticed a missing shard. A search takes longer than this, so the coverage is read
 * after the shard went missing; searches that notice it at the same time share one reading.
 */
const NOTICED_MS = 10;
/**
 * How old the coverage may be for the choice of indices. An index that was replaced keeps its documents for longer (READER_GRACE_MS in
 * indexer/index-set/housekeeping.ts), but shows new ones late.
 */
const CHOOSING_MS = 3_000;
const TIMEOUT_MS = 1_500;
/** After this time the last known coverage counts. */
const MAX_WAIT_MS = 300;

export class IndexCoverage {
  readonly #options: IndexCoverageOptions;
  readonly #load: (freshMs: number) => Promise<Coverage>;
  #last: Coverage | null = null;
  /** When the reading of the last coverage began. */
  #lastAt = -Infinity;

  constructor(options: IndexCoverageOptions) {
    this.#options = options;
    this.#load = cachedLoader(
      async () => {
        const began = performance.now();
        this.#last = await loadCoverage(options);
        this.#lastAt = began;
        return this.#last;
      },
      () => new Date(),
    );
  }

  /** The last known coverage while it cannot be read; null if it never could. Never throws. */
  async read({ isNoticed = false } = {}): Promise<Coverage | null> {
    const last = this.#last;
    const freshMs = isNoticed ? NOTICED_MS : FRESH_MS;
    // Most searches need neither a timer nor a race.
    if (last !== null && performance.now() - this.#lastAt < freshMs) return last;
    const reading = this.#load(freshMs).catch(() => this.#last);
    if (last === null) return reading;
    // A search waits for this for a limited time only.
    const { promise: late, resolve } = Promise.withResolvers<Coverage>();
    const timer = setTimeout(() => resolve(last), MAX_WAIT_MS);
    return Promise.race([reading, late]).finally(() => clearTimeout(timer));
  }

  /**
   * The indices of these aliases that can hold what this request searches for; null if it has to be sent to the aliases. Waits for the
   * coverage only if the request has bounds.
   */
  async choose(aliases: readonly string[], body: estypes.SearchRequest): Promise<ChosenIndices | null> {
    const reach = reachOfRequest(body);
    if (isUnbounded(reach)) return null;
    const known = await this.read();
    if (known === null || performance.now() - this.#lastAt > CHOOSING_MS) return null;
    return chooseIndices(this.#options.indexPrefix, this.#among(known.live, { aliases }), reach);
  }

  /** The reasons why a search, with this number of shards, lacks posts; empty if it is complete. */
  async gapsOf(searched: Searched, shards: number): Promise<readonly PartialReason[]> {
    const known = await this.read();
    if (known === null) return [];
    const isShort = shards < this.#countIndices(known, searched);
    const found = this.#gapsAmong(known, searched);
    if (!isShort || found.some(({ reason }) => reason === 'board_missing')) return found;
    const now = await this.read({ isNoticed: true });
    if (now === null || shards >= this.#countIndices(now, searched)) return found;
    const gaps = this.#gapsAmong(now, searched);
    // Without a gap, the index came back between the search and this reading.
    return gaps.length > 0 ? gaps : [{ reason: 'shard_failed', boards: [] }];
  }

  /** The reasons why a search of these aliases lacks posts if it reads a field that indices have only from this mapping version on. */
  async gapsOfField(aliases: readonly string[], since: number): Promise<readonly PartialReason[]> {
    const known = await this.read();
    const older = this.#among(known?.live ?? [], { aliases }).filter(({ mappingVersion }) => mappingVersion < since);
    return reasonFor('field_missing', older);
  }

  /** The gaps of all boards. */
  async gaps(): Promise<readonly PartialReason[]> {
    const known = await this.read();
    return known === null ? [] : this.#gapsAmong(known, { aliases: [postsAlias(this.#options.indexPrefix)] });
  }

  #gapsAmong({ live, missing }: Coverage, searched: Searched): PartialReason[] {
    const refilling = this.#among(live, searched).filter((slice) => slice.isRefilling);
    return [...reasonFor('board_missing', this.#among(missing, searched)), ...reasonFor('board_refilling', refilling)];
  }

  /** The number of indices, each of one shard, that a search reads. */
  #countIndices({ live }: Coverage, searched: Searched): number {
    return new Set(this.#among(live, searched).map(({ index }) => index)).size;
  }

  #among(slices: readonly LiveSlice[], { aliases, chosen = null }: Searched): readonly LiveSlice[] {
    const { indexPrefix } = this.#options;
    const isAll = aliases.includes(postsAlias(indexPrefix));
    const boards = isAll ? slices : slices.filter(({ board }) => aliases.includes(boardAlias(indexPrefix, board)));
    if (chosen === null) return boards;
    const keys = new Set(chosen.slices.map((slice) => keyOf(slice)));
    return boards.filter((slice) => keys.has(keyOf(slice)));
  }
}

/** An index is replaced by another of the same slice. */
function keyOf({ board, slice }: Pick<LiveSlice, 'board' | 'slice'>): string {
  return `${board} ${slice}`;
}

function reasonFor(reason: PartialReason['reason'], slices: readonly LiveSlice[]): PartialReason[] {
  const boards = new Set(slices.map(({ board }) => board));
  return boards.size === 0 ? [] : [{ reason, boards: [...boards].sort() }];
}

/** The boards that have an alias on an index of this board, or on a shared one (null). */
function boardsOf(
  indexPrefix: string,
  board: string | null,
  held: Readonly<Record<string, unknown>>,
): readonly string[] {
  if (board !== null) return boardAlias(indexPrefix, board) in held ? [board] : [];
  return Object.keys(held).flatMap((alias) => boardOfAlias(indexPrefix, alias) ?? []);
}

async function loadCoverage(options: IndexCoverageOptions): Promise<Coverage> {
  const { elasticsearch, indexPrefix } = options;
  const index = indexPattern(indexPrefix);
  const timeouts = { requestTimeout: TIMEOUT_MS, maxRetries: 1 };
  const [live, health, aliases] = await Promise.all([
    options.liveSlices(),
    // Open indices only.
    elasticsearch.cluster.health({ index, level: 'indices', expand_wildcards: 'open' }, timeouts),
    elasticsearch.indices.getAlias({ index, expand_wildcards: 'open' }, { ...timeouts, ignore: [404] }),
  ]);
  const searched = new Set<string>();
  for (const [name, { status }] of Object.entries(health.indices ?? {})) {
    const found = parseIndexName(indexPrefix, name);
    const held = aliases[name]?.aliases ?? {};
    if (found === null || status.toLowerCase() === 'red' || !(postsAlias(indexPrefix) in held)) continue;
    // By slice: while a rebuild swaps indices, the index set may name the other one.
    for (const board of boardsOf(indexPrefix, found.board, held)) searched.add(keyOf({ board, slice: found.slice }));
  }
  return { live, missing: live.filter((slice) => !searched.has(keyOf(slice))) };
}
