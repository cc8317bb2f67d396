import { documentId, toPostDocument } from '../../mappings/elasticsearch/post-document.ts';
import { documentVersion } from '../../mappings/elasticsearch/version.ts';
import { indexName } from '../../mappings/elasticsearch/index-names.ts';
import { MAPPING_VERSION } from '../../mappings/elasticsearch/post-index.ts';
import { sliceOf } from '../../mappings/board.ts';
import type { SimulatedElasticsearch } from './elasticsearch.ts';
import { BOARD, type SimulatedPostgres } from './postgres.ts';
import type { Scheduler, SimulatedProcess } from './scheduler.ts';

/**
 * The least that a rebuild does: new indices join the set, the rows are walked into them, the set changes over, the old
 * indices go. It stands on the set's version alone, as every later rebuild must.
 */
export async function rebuildOnce(
  scheduler: Scheduler,
  postgres: SimulatedPostgres,
  elasticsearch: SimulatedElasticsearch,
  process: SimulatedProcess,
): Promise<void> {
  const { set } = postgres;
  const isFree = () => set.heldBy === null || !set.heldBy.alive;
  const building = await scheduler.call(
    process,
    () => {
      const made = set.indices
        .filter(({ state }) => state === 'live')
        .map(({ slice }) => {
          const build =
            Math.max(...set.indices.filter((index) => index.slice === slice).map((index) => index.build)) + 1;
          const name = indexName('', { board: BOARD.name, slice, build });
          elasticsearch.indices.set(name, new Map());
          return { name, slice, build, mappingVersion: MAPPING_VERSION, state: 'building' as const };
        });
      set.indices.push(...made);
      set.version++;
      return made;
    },
    isFree,
  );
  const nameOf = new Map(building.map(({ slice, name }) => [slice, name]));
  const threads = await scheduler.call(process, () => [...new Set([...postgres.posts.values()].map((p) => p.thread))]);
  for (const thread of threads) {
    const rows = await scheduler.call(process, () => postgres.postsOf(thread));
    for (const post of rows) {
      const name = nameOf.get(sliceOf(post.num, BOARD.sliceSize));
      if (name === undefined) continue;
      const write = {
        id: documentId(post),
        version: documentVersion(1, post.rev),
        document: toPostDocument(post, BOARD.id),
        indices: [name],
      };
      if (scheduler.chance(0.5)) await scheduler.call(process, () => elasticsearch.apply(name, write));
      else elasticsearch.apply(name, write);
    }
  }
  // With marks left or without: the set's version must hold either way.
  if (scheduler.chance(0.5))
    await scheduler.call(
      process,
      () => undefined,
      () => postgres.dirty.size === 0,
    );
  const names = new Set(building.map(({ name }) => name));
  const slices = new Set(building.map(({ slice }) => slice));
  const retired = await scheduler.call(
    process,
    () => {
      const old = set.indices
        .filter(({ slice, state }) => slices.has(slice) && state === 'live')
        .map(({ name }) => name);
      set.indices = set.indices.map((index) => {
        if (names.has(index.name)) return { ...index, state: 'live' };
        return old.includes(index.name) ? { ...index, state: 'retired' } : index;
      });
      set.version++;
      return old;
    },
    isFree,
  );
  for (const name of retired) await scheduler.call(process, () => elasticsearch.drop(name));
}
