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
