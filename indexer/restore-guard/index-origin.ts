import type { estypes } from '@elastic/elasticsearch';
import { indexPattern, indexTemplateName } from '../../mappings/elasticsearch/index-names.ts';
import type { Elasticsearch } from '../../platform/elasticsearch.ts';
import { fromElasticsearch } from '../runtime/store-errors.ts';
import type { StoreMonitor } from '../runtime/store-monitor.ts';

/** Identifies a database. Stored in the index template's `_meta`, as the origin of the indexed rows. */
export interface DatabaseIdentity {
  readonly systemIdentifier: string;
  readonly timeline: string;
  readonly databaseOid: string;
}

export interface NewestDocument {
  readonly id: string;
  readonly rev: number;
  readonly version: number;
}

/** The `max_result_window` of the indices. */
const NEWEST = 1_000;

/** The data about the origin of documents in Elasticsearch. Every call throws UnavailableError when it is unavailable. */
export class IndexOrigin {
  readonly #client: Elasticsearch;
  readonly #monitor: StoreMonitor;
  readonly #indexPrefix: string;

  constructor(client: Elasticsearch, monitor: StoreMonitor, indexPrefix: string) {
    this.#client = client;
    this.#monitor = monitor;
    this.#indexPrefix = indexPrefix;
  }

  /** Reads the stored identity; null when there is none. */
  async read(): Promise<DatabaseIdentity | null> {
    const answer: Partial<estypes.IndicesGetIndexTemplateResponse> = await this.#call((client) =>
      client.indices.getIndexTemplate({ name: indexTemplateName(this.#indexPrefix) }, { ignore: [404] }),
    );
    const { _meta: meta } = answer.index_templates?.[0]?.index_template ?? {};
    const database: unknown = meta?.['database'];
    return isIdentity(database) ? database : null;
  }

  /** Reads the documents with the highest revs, in these indices, or in all indices for null. */
  async newest(indices: readonly string[] | null): Promise<readonly NewestDocument[]> {
    // The newest documents may not be visible to searches yet, above all in building indices.
    const all = { index: indexPattern(this.#indexPrefix), ignore_unavailable: true, allow_no_indices: true };
    await this.#call((client) => client.indices.refresh(all));
    const answer = await this.#call((client) =>
      client.search({
        ...all,
        size: NEWEST,
        version: true,
        track_total_hits: false,
        _source: false,
        docvalue_fields: ['rev'],
        sort: [{ rev: { order: 'desc', unmapped_type: 'long', missing: '_last' } }],
        query: indices === null ? { match_all: {} } : { terms: { _index: [...indices] } },
      }),
    );
    return answer.hits.hits.map(({ _id: id = '', _version: version = -1, fields }) => ({
      id,
      version,
      rev: (fields as { readonly rev?: readonly number[] } | undefined)?.rev?.[0] ?? -1,
    }));
  }

  async #call<T>(call: (client: Elasticsearch) => Promise<T>): Promise<T> {
    return this.#monitor.track(() => fromElasticsearch(() => call(this.#client)));
  }
}

function isIdentity(value: unknown): value is DatabaseIdentity {
  return typeof value === 'object' && value !== null && 'systemIdentifier' in value && 'databaseOid' in value;
}
