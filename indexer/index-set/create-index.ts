import { indexName } from '../../mappings/elasticsearch/index-names.ts';
import type { IndexPurpose, IndexSetStore, IndexStore, NewIndex, SetChange } from './ports.ts';

export interface CreateIndexOptions {
  readonly sets: IndexSetStore;
  readonly store: IndexStore;
  readonly indexPrefix: string;
  /** Called with a name that is skipped, because an index of this name has documents of another database. */
  readonly onForeign: (name: string) => void;
}

/**
 * Creates a slice's next index, before its row in the set commits: a process that dies in between leaves an empty index,
 * never a set with an index that does not exist.
 */
export async function createIndex(
  options: CreateIndexOptions,
  set: SetChange,
  slice: number,
  purpose: IndexPurpose,
): Promise<NewIndex> {
  for (let build = (await set.highestBuild(slice)) + 1; ; build++) {
    const name = indexName(options.indexPrefix, { board: set.board, slice, build });
    const { hasDocuments } = set;
    if (await createEmpty(options, name, set, purpose)) return { name, slice, build, hasDocuments };
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
