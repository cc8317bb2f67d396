import type { Elasticsearch } from '../../platform/elasticsearch.ts';
import { fromElasticsearch } from '../runtime/store-errors.ts';
import type { StoreMonitor } from '../runtime/store-monitor.ts';
import type { Clock } from '../runtime/clock.ts';

export interface ElasticsearchSegmentsOptions {
  readonly client: Elasticsearch;
  readonly monitor: StoreMonitor;
  readonly clock: Clock;
}

const TIMEOUT_MS = 30_000;
/** A flush waits for the previous one, and both wait for the disk. */
const FLUSH_TIMEOUT_MS = 120_000;
const MERGE_POLL_MS = 250;

interface ShardHistory {
  /** Every copy keeps overwritten documents from this sequence number on, so that a copy that was offline can catch up. */
  readonly retainedFrom: number;
  /** Every copy has the writes up to this sequence number on disk. */
  readonly committed: number;
  /** A merge is running, which may have started under earlier settings. */
  readonly isMerging: boolean;
}

/** Every call throws UnavailableError when Elasticsearch is unavailable, and RejectedError when the index does not exist. */
export class ElasticsearchSegments {
  readonly #options: ElasticsearchSegmentsOptions;

  constructor(options: ElasticsearchSegmentsOptions) {
    this.#options = options;
  }

  /** Returns the ids of those documents that exist and are not stubs. */
  async findNonStubs(index: string, ids: readonly string[]): Promise<readonly string[]> {
    // Uses a search, because not every index stores documents. The refresh before it makes every write visible.
    await this.#call((client, options) => client.indices.refresh({ index }, options));
    const others = { bool: { filter: [{ ids: { values: [...ids] } }], must_not: [{ term: { state: 'purged' } }] } };
    const { hits } = await this.#call((client, options) =>
      client.search(
        { index, query: others, size: ids.length, _source: false, allow_partial_search_results: false },
        options,
      ),
    );
    return hits.hits.flatMap(({ _id: id }) => id ?? []);
  }

  /** Sets whether a forced merge rewrites every segment with a deletion, or skips segments with few of them. */
  async setMergeAll(index: string, mergesAll: boolean): Promise<void> {
    // Percentage of deleted documents above which such a merge rewrites a segment; null restores Elasticsearch's default.
    const settings = { 'index.merge.policy.expunge_deletes_allowed': mergesAll ? 0 : null };
    await this.#call((client, options) => client.indices.putSettings({ index, settings }, options));
  }

  /** Refreshes and flushes the index. Returns the highest sequence number, which is then visible and durable. */
  async flush(index: string): Promise<number> {
    await this.#call((client, options) => client.indices.refresh({ index }, options));
    const options = { requestTimeout: FLUSH_TIMEOUT_MS };
    await this.#call((client) => client.indices.flush({ index, wait_if_ongoing: true }, options));
    return Math.max(-1, ...(await this.#shards(index)).map(({ seq_no: numbers }) => numbers?.max_seq_no ?? -1));
  }

  async history(index: string): Promise<ShardHistory> {
    const shards = await this.#shards(index);
    const leases = shards.flatMap((shard) => shard.retention_leases?.leases ?? []);
    return {
      retainedFrom: Math.min(...leases.map((lease) => lease.retaining_seq_no)),
      committed: Math.min(...shards.map((shard) => Number(shard.commit?.user_data['local_checkpoint'] ?? -1))),
      isMerging: shards.some((shard) => (shard.merges?.current ?? 0) > 0),
    };
  }

  /** Names of segments that hold overwritten documents. */
  async namesWithDeletions(index: string): Promise<ReadonlySet<string>> {
    const { indices } = await this.#call((client, options) => client.indices.segments({ index }, options));
    const copies = Object.values(indices[index]?.shards ?? {}).flat();
    const names = copies.flatMap(({ routing, segments }) =>
      Object.entries(segments).flatMap(([name, { deleted_docs: deleted }]) =>
        deleted > 0 ? [`${routing.node}/${name}`] : [],
      ),
    );
    return new Set(names);
  }

  /**
   * Rewrites segments without their overwritten documents. Returns when that is done or the signal aborts. The merge is a task of
   * Elasticsearch, since a large index takes longer than a request's time-out.
   */
  async merge(index: string, signal: AbortSignal): Promise<void> {
    const { task } = await this.#call((client, options) =>
      client.indices.forcemerge({ index, only_expunge_deletes: true, wait_for_completion: false }, options),
    );
    if (task === undefined) return;
    while (!signal.aborted) {
      // A missing task has ended, or was lost with its node. The caller checks the segments.
      const state = await this.#call((client, options) =>
        client.tasks.get({ task_id: task }, { ...options, ignore: [404] }),
      );
      if (state.completed ?? true) return;
      await this.#options.clock.wait(MERGE_POLL_MS, signal);
    }
  }

  async #shards(index: string): Promise<readonly ShardStats[]> {
    const answer = await this.#call((client, options) =>
      client.indices.stats({ index, level: 'shards', metric: ['merge'] }, options),
    );
    return Object.values(answer.indices?.[index]?.shards ?? {}).flat() as readonly ShardStats[];
  }

  async #call<T>(call: (client: Elasticsearch, options: { requestTimeout: number }) => Promise<T>): Promise<T> {
    const { client, monitor } = this.#options;
    return monitor.track(() => fromElasticsearch(() => call(client, { requestTimeout: TIMEOUT_MS })));
  }
}

/** Statistics of one copy of a shard. */
interface ShardStats {
  readonly seq_no?: { readonly max_seq_no: number };
  readonly commit?: { readonly user_data: Readonly<Record<string, string>> };
  readonly merges?: { readonly current: number };
  readonly retention_leases?: { readonly leases: readonly { readonly retaining_seq_no: number }[] };
}
