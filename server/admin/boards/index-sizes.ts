import { indexPattern } from '../../../mappings/elasticsearch/index-names.ts';
import type { Elasticsearch } from '../../../platform/elasticsearch.ts';

export interface IndexSize {
  readonly documents: number;
  readonly bytes: number;
}

/** The page asks again every few seconds; it shows what PostgreSQL knows meanwhile. */
const ANSWER_MS = 2_000;

/** By name. Empty while Elasticsearch is away; an index that has lost a shard is not in it. */
export async function readIndexSizes(
  elasticsearch: Elasticsearch,
  indexPrefix: string,
): Promise<ReadonlyMap<string, IndexSize>> {
  const sizes = new Map<string, IndexSize>();
  const stats = await elasticsearch.indices
    .stats(
      { index: indexPattern(indexPrefix), metric: ['docs', 'store'], forbid_closed_indices: false },
      { requestTimeout: ANSWER_MS, maxRetries: 0 },
    )
    .catch(() => null);
  for (const [name, { primaries, total }] of Object.entries(stats?.indices ?? {})) {
    const documents = primaries?.docs?.count;
    const bytes = total?.store?.size_in_bytes;
    if (documents !== undefined && bytes !== undefined) sizes.set(name, { documents, bytes });
  }
  return sizes;
}
