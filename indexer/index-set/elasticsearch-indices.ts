import type { estypes } from '@elastic/elasticsearch';
import {
  boardAlias,
  boardIndexPattern,
  indexPattern,
  indexTemplateName,
  isIndexOf,
  parseIndexName,
  postsAlias,
  sharedIndexPattern,
} from '../../mappings/elasticsearch/index-names.ts';
import {
  FILLING_SETTINGS,
  MAX_RESULT_WINDOW,
  postIndexSettings,
  propertiesOfVersion,
  postMappingOf,
  servingSettings,
} from '../../mappings/elasticsearch/post-index.ts';
import type { Elasticsearch } from '../../platform/elasticsearch.ts';
import { fromElasticsearch, RejectedError } from '../runtime/store-errors.ts';
import type { StoreMonitor } from '../runtime/store-monitor.ts';
import { boardsShown, sharedAliasActions, type HeldAliases } from './shared-aliases.ts';
import type { AliasMove, IndexPurpose, IndexStore } from './ports.ts';

export interface ElasticsearchIndicesOptions {
  readonly client: Elasticsearch;
  readonly monitor: StoreMonitor;
  readonly indexPrefix: string;
  readonly replicas: number;
  /** Seconds until searches find a change; 1 by default. */
  readonly refreshSeconds?: number;
  /** Aborts running requests when the process can wait no longer. */
  readonly signal?: AbortSignal;
}

interface CallOptions {
  readonly requestTimeout: number;
  readonly signal?: AbortSignal;
}

const TIMEOUT_MS = 30_000;
/** Far more than there are: a board has about one index, and shared ones are closed to further boards when they are large. */
const MAX_SHARED_INDICES = 1_000;
const MAX_SHARED_BOARDS = 1_000;

interface Bucket {
  readonly key: string;
  readonly doc_count: number;
}

interface Buckets<T = Bucket> {
  readonly buckets: readonly T[];
}

type Pace = 'always' | 'rarely' | 'never';

export interface IndexState {
  readonly isOpen: boolean;
  /** The index has no active primary shard: it can be neither searched nor written. */
  readonly isRed: boolean;
  /** The boards whose documents searches find in the index: it is open and has their aliases. */
  readonly boards: ReadonlySet<string>;
}

/** Indices in Elasticsearch. Every call throws UnavailableError when it is unavailable. */
export class ElasticsearchIndices implements IndexStore {
  readonly #options: ElasticsearchIndicesOptions;

  constructor(options: ElasticsearchIndicesOptions) {
    this.#options = options;
  }

  /**
   * Writes the index template. It forbids automatic creation of indices: a late bulk request to a deleted index must fail
   * instead of creating one with guessed types. (The stack's own clusters forbid it in their configuration as well.) Its
   * `_meta` names the database that the indices are filled from.
   */
  async forbidAutoCreation(database: object): Promise<void> {
    const { indexPrefix } = this.#options;
    await this.#call((client, options) =>
      client.indices.putIndexTemplate(
        {
          name: indexTemplateName(indexPrefix),
          index_patterns: [indexPattern(indexPrefix)],
          priority: 500,
          allow_auto_create: false,
          _meta: { database },
        },
        options,
      ),
    );
  }

  async create(name: string, board: string, purpose: IndexPurpose, hasDocuments: boolean): Promise<boolean> {
    const settings = { ...postIndexSettings(this.#options), ...(purpose === 'filling' ? FILLING_SETTINGS : {}) };
    const aliases = Object.fromEntries(this.#aliasesOf(board).map((alias) => [alias, {}]));
    try {
      await this.#call((client, options) =>
        client.indices.create(
          {
            index: name,
            settings: { index: settings } as object,
            mappings: postMappingOf(hasDocuments),
            ...(purpose === 'serving' ? { aliases } : {}),
          },
          options,
        ),
      );
      return true;
    } catch (error) {
      if (error instanceof RejectedError && error.type === 'resource_already_exists_exception') return false;
      throw error;
    }
  }

  async drop(names: readonly string[]): Promise<void> {
    // Sends one request per index: a long list of names does not fit a request line, and a missing index must not block the others.
    for (const name of names) {
      await this.#call((client, options) => client.indices.delete({ index: name }, { ...options, ignore: [404] }));
    }
  }

  /** All existing indices of all boards, in a set or not. */
  async states(): Promise<ReadonlyMap<string, IndexState>> {
    const { indexPrefix } = this.#options;
    const index = indexPattern(indexPrefix);
    const [found, health] = await Promise.all([
      this.#call((client, options) =>
        client.indices.get({ index, expand_wildcards: 'all', features: ['aliases'] }, options),
      ),
      this.#call((client, options) =>
        client.cluster.health({ index, level: 'indices', expand_wildcards: 'open' }, options),
      ),
    ]);
    const states = new Map<string, IndexState>();
    for (const [name, { aliases = {} }] of Object.entries(found)) {
      const parsed = parseIndexName(indexPrefix, name);
      if (parsed === null) continue;
      const open = health.indices?.[name];
      const boards = open === undefined ? new Set<string>() : this.#boardsShown(parsed.board, aliases);
      states.set(name, { isOpen: open !== undefined, isRed: open?.status.toLowerCase() === 'red', boards });
    }
    return states;
  }

  /** Opens a closed index. It has the documents that it had when it was closed. */
  async open(name: string): Promise<void> {
    await this.#call((client, options) =>
      client.indices.open({ index: name, wait_for_active_shards: 0 }, { ...options, ignore: [404] }),
    );
  }

  /** Returns whether no node has a usable copy of the index's documents, so that waiting cannot turn it green. */
  async hasLostItsDocuments(name: string): Promise<boolean> {
    try {
      const { can_allocate: allocation } = await this.#call((client, options) =>
        client.cluster.allocationExplain({ index: name, shard: 0, primary: true }, options),
      );
      return allocation === 'no_valid_shard_copy';
    } catch (error) {
      // The index is gone, or its shard was assigned since the check.
      if (error instanceof RejectedError) return false;
      throw error;
    }
  }

  async list(board: string): Promise<readonly string[]> {
    const { indexPrefix } = this.#options;
    const found = await this.#call((client, options) =>
      client.indices.get(
        {
          // A pattern, because a long list of names does not fit a request line.
          index: boardIndexPattern(indexPrefix, board),
          expand_wildcards: 'all',
          features: ['aliases'],
        },
        options,
      ),
    );
    return Object.keys(found).filter((name) => isIndexOf(indexPrefix, board, name));
  }

  async findMissing(board: string, names: readonly string[]): Promise<readonly string[]> {
    const shared = names.some((name) => this.#isShared(name)) ? Object.keys(await this.#readShared()) : [];
    const found = new Set([...(await this.list(board)), ...shared]);
    return names.filter((name) => !found.has(name));
  }

  async countShared(): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
    const index = sharedIndexPattern(this.#options.indexPrefix);
    const some = { index, expand_wildcards: 'open', allow_no_indices: true } as const;
    await this.#call((client, options) => client.indices.refresh(some, options));
    const answer = await this.#call((client, options) =>
      client.search(
        {
          ...some,
          size: 0,
          // A partial answer would look like an index without documents.
          allow_partial_search_results: false,
          aggs: {
            indices: {
              terms: { field: '_index', size: MAX_SHARED_INDICES },
              aggs: { boards: { terms: { field: 'board', size: MAX_SHARED_BOARDS } } },
            },
          },
        },
        options,
      ),
    );
    // An index without documents has no bucket.
    const counts = new Map<string, ReadonlyMap<string, number>>();
    for (const name of await this.#openShared()) counts.set(name, new Map());
    const found = answer.aggregations?.['indices'] as Buckets<Bucket & { readonly boards: Buckets }> | undefined;
    for (const { key, boards } of found?.buckets ?? []) {
      counts.set(key, new Map(boards.buckets.map((each) => [each.key, each.doc_count])));
    }
    return counts;
  }

  async deleteSome(name: string, board: string): Promise<number> {
    // Not `_delete_by_query`, which belongs to a module that a cluster may lack.
    await this.refresh([name]);
    const { hits } = await this.#call((client, options) =>
      client.search(
        { index: name, query: { term: { board } }, size: MAX_RESULT_WINDOW, _source: false, seq_no_primary_term: true },
        options,
      ),
    );
    if (hits.hits.length === 0) return 0;
    const operations = hits.hits.map(({ _id, _seq_no: ifSeqNo, _primary_term: ifPrimaryTerm }) => ({
      // A document that was written since stays.
      delete: { _id, if_seq_no: ifSeqNo, if_primary_term: ifPrimaryTerm },
    }));
    const { items } = await this.#call((client, options) => client.bulk({ index: name, operations }, options));
    return items.filter(({ delete: deletion }) => deletion?.result === 'deleted').length;
  }

  async countDocuments(name: string): Promise<number> {
    await this.refresh([name]);
    return (await this.#call((client, options) => client.count({ index: name }, options))).count;
  }

  async removeAliases(name: string): Promise<void> {
    try {
      await this.#call((client, options) => client.indices.deleteAlias({ index: name, name: '*' }, options));
    } catch (error) {
      const hasNone = error instanceof RejectedError && error.status === 404;
      if (!hasNone) throw error;
    }
  }

  async moveAliases(board: string, { add, remove }: AliasMove): Promise<void> {
    if (add.length + remove.length === 0) return;
    const { indexPrefix } = this.#options;
    const aliases = this.#aliasesOf(board);
    const held = [...add, ...remove].some((name) => this.#isShared(name)) ? await this.#readShared() : {};
    const actionsOf = (index: string, isShown: boolean): estypes.IndicesUpdateAliasesAction[] => {
      if (this.#isShared(index)) {
        return sharedAliasActions(indexPrefix, index, held[index]?.aliases ?? {}, { board, isShown });
      }
      return [isShown ? { add: { index, aliases } } : { remove: { index, aliases, must_exist: false } }];
    };
    const actions = [
      ...add.flatMap((name) => actionsOf(name, true)),
      ...remove.flatMap((name) => actionsOf(name, false)),
    ];
    await this.#call((client, options) => client.indices.updateAliases({ actions }, options));
  }

  #isShared(name: string): boolean {
    return parseIndexName(this.#options.indexPrefix, name)?.board === null;
  }

  /** The shared indices with their aliases. */
  async #readShared() {
    const index = sharedIndexPattern(this.#options.indexPrefix);
    return this.#call((client, options) =>
      client.indices.get({ index, expand_wildcards: 'all', features: ['aliases'] }, options),
    );
  }

  /** Names of shared indices that can be searched. */
  async #openShared(): Promise<readonly string[]> {
    const index = sharedIndexPattern(this.#options.indexPrefix);
    const { indices = {} } = await this.#call((client, options) =>
      client.cluster.health({ index, level: 'indices', expand_wildcards: 'open' }, options),
    );
    return Object.entries(indices).flatMap(([name, { status }]) => (status.toLowerCase() === 'red' ? [] : [name]));
  }

  #boardsShown(board: string | null, aliases: HeldAliases): ReadonlySet<string> {
    if (board === null) return boardsShown(this.#options.indexPrefix, aliases);
    return new Set(this.#aliasesOf(board).every((alias) => alias in aliases) ? [board] : []);
  }

  async refresh(names: readonly string[]): Promise<void> {
    for (const index of names) await this.#call((client, options) => client.indices.refresh({ index }, options));
  }

  async setRefresh(names: readonly string[], pace: Pace): Promise<void> {
    const intervals = { always: this.#refreshInterval, rarely: '30s', never: '-1' } as const;
    for (const index of names) {
      // A lost index is handled by `restoreLost`.
      await this.#call((client, options) =>
        client.indices.putSettings(
          { index, settings: { refresh_interval: intervals[pace] } },
          { ...options, ignore: [404] },
        ),
      );
    }
  }

  async endFilling(name: string): Promise<void> {
    const settings = servingSettings(this.#options);
    await this.#call((client, options) => client.indices.putSettings({ index: name, settings }, options));
    await this.refresh([name]);
    await this.#call((client, options) => client.indices.flush({ index: name }, options));
  }

  async copies(name: string): Promise<'all' | 'coming' | 'stuck'> {
    const health = await this.#call((client, options) =>
      client.cluster.health({ index: name, level: 'cluster' }, options),
    );
    if (health.status === 'green') return 'all';
    const isComing = health.initializing_shards > 0 || health.relocating_shards > 0;
    return isComing || health.status === 'red' ? 'coming' : 'stuck';
  }

  /**
   * Gives these indices the configured number of replicas, and those that serve searches the configured refresh interval, unless a swap has
   * paused it. Returns the names of those that had others.
   */
  async applySettings(
    kept: readonly { readonly name: string; readonly isLive: boolean }[],
  ): Promise<readonly string[]> {
    const { indexPrefix, replicas } = this.#options;
    const found = await this.#call((client, options) =>
      client.indices.getSettings(
        { index: indexPattern(indexPrefix), name: ['index.number_of_replicas', 'index.refresh_interval'] },
        options,
      ),
    );
    const changed: string[] = [];
    for (const { name, isLive } of kept) {
      const has = found[name]?.settings?.index;
      if (has?.number_of_replicas === undefined) continue;
      const refresh = isLive && has.refresh_interval !== '-1' ? this.#refreshInterval : has.refresh_interval;
      if (Number(has.number_of_replicas) === replicas && has.refresh_interval === refresh) continue;
      const settings = { number_of_replicas: replicas, ...(refresh !== undefined && { refresh_interval: refresh }) };
      await this.#call((client, options) =>
        client.indices.putSettings({ index: name, settings }, { ...options, ignore: [404] }),
      );
      changed.push(name);
    }
    return changed;
  }

  get #refreshInterval(): `${number}s` {
    return `${this.#options.refreshSeconds ?? 1}s`;
  }

  /** Adds the fields that an index of an older mapping lacks. Returns their names. */
  async addMissingFields(name: string, mappingVersion: number): Promise<readonly string[]> {
    const answer = await this.#call((client, options) => client.indices.getMapping({ index: name }, options));
    const present = answer[name]?.mappings.properties ?? {};
    const missing = Object.entries(propertiesOfVersion(mappingVersion)).filter(([field, wanted]) =>
      lacks(present[field], wanted),
    );
    if (missing.length > 0) {
      const properties = Object.fromEntries(missing);
      await this.#call((client, options) => client.indices.putMapping({ index: name, properties }, options));
    }
    return missing.map(([field]) => field);
  }

  #aliasesOf(board: string): string[] {
    const { indexPrefix } = this.#options;
    return [boardAlias(indexPrefix, board), postsAlias(indexPrefix)];
  }

  async #call<T>(call: (client: Elasticsearch, options: CallOptions) => Promise<T>): Promise<T> {
    const { client, monitor, signal } = this.#options;
    const options = { requestTimeout: TIMEOUT_MS, ...(signal === undefined ? {} : { signal }) };
    return monitor.track(() => fromElasticsearch(() => call(client, options)));
  }
}

/** Whether the mapping of a field is absent, or lacks fields below it. */
function lacks(present: estypes.MappingProperty | undefined, wanted: object): boolean {
  if (present === undefined) return true;
  return Object.keys(propertiesOf(wanted)).some((field) => !(field in propertiesOf(present)));
}

function propertiesOf(mapping: object): object {
  return 'properties' in mapping && typeof mapping.properties === 'object' ? (mapping.properties ?? {}) : {};
}
