import { postsAlias } from '../../mappings/elasticsearch/index-names.ts';
import type { World } from '../support/world.ts';
import type { StoredBytes } from './contenders/contender.ts';

/** Bytes on disk of the posts and their indexes in PostgreSQL, and of the live indices in Elasticsearch. */
export async function storedBytes(world: World): Promise<StoredBytes> {
  const { rows } = await world.pool.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(relid)) as bytes from pg_partition_tree('posts') where isleaf`,
  );
  const { _all: all } = await world.elasticsearch.indices.stats({
    index: postsAlias(world.indexPrefix),
    metric: 'store',
  });
  return { rows: Number(rows[0]?.bytes ?? 0), index: all.total?.store?.size_in_bytes ?? 0 };
}

/** Merges an index to one segment and returns its bytes. The statistics of an index would be up to ten seconds old. */
export async function mergedBytes({ elasticsearch }: World, index: string): Promise<number> {
  await elasticsearch.indices.forcemerge({ index, max_num_segments: 1 });
  await elasticsearch.indices.refresh({ index });
  const { indices } = await elasticsearch.indices.segments({ index });
  const segments = Object.values(indices[index]?.shards ?? {})
    .flat()
    .flatMap((shard) => Object.values(shard.segments));
  const [only, ...others] = segments.filter(({ search }) => search);
  if (only === undefined || others.length > 0) throw new Error(`${index} has ${segments.length} segments`);
  return only.size_in_bytes;
}
