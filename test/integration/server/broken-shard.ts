import { indexName, postsAlias } from '../../../mappings/elasticsearch/index-names.ts';
import type { World } from '../../support/world.ts';

/** Runs `work` while /g/ has an index on which every search fails, since texts cannot be sorted by. It has one post with this comment. */
export async function withBrokenShard(
  { elasticsearch, indexPrefix }: World,
  comment: string,
  work: () => Promise<void>,
): Promise<void> {
  const index = indexName(indexPrefix, { board: 'g', slice: 9, build: 1 });
  const properties = { state: { type: 'keyword' }, comment: { type: 'text' }, time_posted: { type: 'text' } } as const;
  await elasticsearch.indices.create({ index, mappings: { properties }, aliases: { [postsAlias(indexPrefix)]: {} } });
  await elasticsearch.index({ index, document: { state: 'visible', comment, time_posted: 'x' }, refresh: true });
  try {
    await work();
  } finally {
    await elasticsearch.indices.delete({ index });
  }
}
