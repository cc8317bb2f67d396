/** The number of documents in each index, which decides how many hits a search can count in its time. Read again every minute. */
import { indexPattern } from '../../../mappings/elasticsearch/index-names.ts';
import type { Elasticsearch } from '../../../platform/elasticsearch.ts';

export interface IndexSizesOptions {
  readonly elasticsearch: Elasticsearch;
  readonly indexPrefix: string;
}

const FRESH_MS = 60_000;
const TIMEOUT_MS = 1_500;

interface IndexSize {
  readonly aliases: ReadonlySet<string>;
  readonly documents: number;
}

export class IndexSizes {
  readonly #options: IndexSizesOptions;
  #sizes: Promise<readonly IndexSize[]> | null = null;
  #readAt = -Infinity;

  constructor(options: IndexSizesOptions) {
    this.#options = options;
  }

  /** The documents of each index that these aliases search. Only the first call waits. Empty if they cannot be read. */
  async of(aliases: readonly string[]): Promise<readonly number[]> {
    const sizes = await this.#current();
    return sizes.filter((size) => aliases.some((alias) => size.aliases.has(alias))).map(({ documents }) => documents);
  }

  #current(): Promise<readonly IndexSize[]> {
    const now = performance.now();
    const last = this.#sizes;
    if (last !== null && now - this.#readAt < FRESH_MS) return last;
    this.#readAt = now;
    const reading = readSizes(this.#options).catch(() => last ?? []);
    if (last === null) return (this.#sizes = reading);
    void reading.then((sizes) => (this.#sizes = Promise.resolve(sizes)));
    return last;
  }
}

async function readSizes({ elasticsearch, indexPrefix }: IndexSizesOptions): Promise<readonly IndexSize[]> {
  const index = indexPattern(indexPrefix);
  const options = { requestTimeout: TIMEOUT_MS, maxRetries: 1 };
  const [stats, aliases] = await Promise.all([
    elasticsearch.indices.stats({ index, metric: 'docs', filter_path: ['indices.*.primaries.docs.count'] }, options),
    elasticsearch.indices.getAlias({ index, expand_wildcards: 'open' }, { ...options, ignore: [404] }),
  ]);
  return Object.entries(stats.indices ?? {}).map(([name, { primaries }]) => ({
    aliases: new Set(Object.keys(aliases[name]?.aliases ?? {})),
    documents: primaries?.docs?.count ?? 0,
  }));
}
