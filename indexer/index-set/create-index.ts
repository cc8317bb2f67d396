import { indexName } from '../../mappings/elasticsearch/index-names.ts';
import type { IndexPurpose, IndexSetStore, IndexStore, NewIndex, SetChange } from './ports.ts';

export interface CreateIndexOptions {
  readonly sets: IndexSetStore;
  readonly store: IndexStore;
  readonly indexPrefix: string;
  /** Called with a name that is skipped, because an index of this name has documents of another database. */
  readonly onForeign: (name: string) => void;
}

/** Documents from which on no further board joins a shared index. Its shard stays small enough for a search by one thread. */
const MAX_SHARED_DOCUMENTS = 5_000_000;

/**
 * Creates a slice's next index, or finds a shared one for it, before its row in the set commits: a process that dies in between leaves an
 * empty index, never a set with an index that does not exist. A `serving` index has the board's aliases afterwards.
 */
export async function createIndex(
  options: CreateIndexOptions,
  set: SetChange,
  slice: number,
  purpose: 'serving' | 'filling',
): Promise<NewIndex> {
  const { indexPrefix, store } = options;
  const { hasDocuments } = set;
  if (await set.sharesIndices()) {
    const joined = await joinShared(options, set, slice);
    if (purpose === 'serving') await store.moveAliases(set.board, { add: [joined.name], remove: [] });
    return joined;
  }
  for (let build = (await set.highestBuild(slice)) + 1; ; build++) {
    const name = indexName(indexPrefix, { board: set.board, slice, build });
    if (await createEmpty(options, name, set, purpose)) return { name, slice, build, hasDocuments, isShared: false };
  }
}

/** A board joins no index that holds documents of its name: they are those of a removed board, or of another database. */
async function joinShared(options: CreateIndexOptions, set: SetChange, slice: number): Promise<NewIndex> {
  const { indexPrefix, store } = options;
  const found = { slice, hasDocuments: true, isShared: true };
  const counts = await store.countShared();
  for (const { name, build } of await set.joinable(slice)) {
    const boards = counts.get(name);
    if (boards === undefined || boards.has(set.board)) continue;
    const documents = [...boards.values()].reduce((sum, each) => sum + each, 0);
    if (documents < MAX_SHARED_DOCUMENTS) return { ...found, name, build };
  }
  for (;;) {
    const build = await set.nextSharedBuild();
    const name = indexName(indexPrefix, { board: null, slice, build });
    if (await createEmpty(options, name, set, 'shared')) return { ...found, name, build };
  }
}

/**
 * Replaces an empty index of this name: a killed process left it, perhaps created for another purpose. Returns false for
 * an index with documents: they come from another database, and their versions would make ours stale. It is kept, without
 * aliases.
 */
async function createEmpty(
  { store, onForeign }: CreateIndexOptions,
  name: string,
  { board, hasDocuments }: Pick<SetChange, 'board' | 'hasDocuments'>,
  purpose: IndexPurpose,
): Promise<boolean> {
  if (await store.create(name, board, purpose, hasDocuments)) return true;
  if ((await store.countDocuments(name)) > 0) {
    await store.removeAliases(name);
    onForeign(name);
    return false;
  }
  await store.drop([name]);
  return store.create(name, board, purpose, hasDocuments);
}
