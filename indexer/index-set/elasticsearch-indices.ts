import { boardAlias, indexPattern, indexTemplateName, postsAlias } from '../../mappings/elasticsearch/index-names.ts';
import { postIndexSettings, postMapping } from '../../mappings/elasticsearch/post-index.ts';
import type { Elasticsearch } from '../../platform/elasticsearch.ts';
import { fromElasticsearch, RejectedError } from '../elasticsearch-errors.ts';
import type { Outage } from '../outage.ts';
import type { IndexStore } from './ports.ts';

export interface ElasticsearchIndicesOptions {
  readonly client: Elasticsearch;
  readonly outage: Outage;
  readonly indexPrefix: string;
  readonly replicas: number;
}

/** Indices as Elasticsearch has them. Every call throws UnavailableError when it is away. */
export class ElasticsearchIndices implements IndexStore {
  readonly #options: ElasticsearchIndicesOptions;

  constructor(options: ElasticsearchIndicesOptions) {
    this.#options = options;
  }

  /**
   * A bulk that comes too late for its index must fail, not make one with guessed types. The stack's own clusters forbid
   * that altogether; the template does on clusters that are somebody else's.
   */
  async forbidAutoCreation(): Promise<void> {
    const { indexPrefix } = this.#options;
    await this.#call((client) =>
      client.indices.putIndexTemplate({
        name: indexTemplateName(indexPrefix),
        index_patterns: [indexPattern(indexPrefix)],
        priority: 500,
        allow_auto_create: false,
      }),
    );
  }

  async create(name: string, board: string): Promise<boolean> {
    const { indexPrefix, replicas } = this.#options;
    try {
      await this.#call((client) =>
        client.indices.create({
          index: name,
          settings: { index: postIndexSettings({ replicas }) } as object,
          mappings: postMapping,
          aliases: { [boardAlias(indexPrefix, board)]: {}, [postsAlias(indexPrefix)]: {} },
        }),
      );
      return true;
    } catch (error) {
      if (error instanceof RejectedError && error.type === 'resource_already_exists_exception') return false;
      throw error;
    }
  }

  async findMissing(board: string, names: readonly string[]): Promise<readonly string[]> {
    const found = await this.#call((client) =>
      client.indices.get({
        // By pattern: a long list of names would not fit a request line.
        index: `${boardAlias(this.#options.indexPrefix, board)}-v*`,
        expand_wildcards: 'all',
        features: ['aliases'],
      }),
    );
    return names.filter((name) => !(name in found));
  }

  async countDocuments(name: string): Promise<number> {
    await this.#call((client) => client.indices.refresh({ index: name }));
    return (await this.#call((client) => client.count({ index: name }))).count;
  }

  async removeAliases(name: string): Promise<void> {
    try {
      await this.#call((client) => client.indices.deleteAlias({ index: name, name: '*' }));
    } catch (error) {
      const hasNone = error instanceof RejectedError && error.status === 404;
      if (!hasNone) throw error;
    }
  }

  async #call<T>(call: (client: Elasticsearch) => Promise<T>): Promise<T> {
    const { client, outage } = this.#options;
    return outage.watch(() => fromElasticsearch(() => call(client)));
  }
}
