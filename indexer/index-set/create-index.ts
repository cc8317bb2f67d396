import { indexName } from '../../mappings/elasticsearch/index-names.ts';
import type { IndexPurpose, IndexSetStore, IndexStore, NewIndex, SetChange } from './ports.ts';

export interface MakeOptions {
  readonly sets: IndexSetStore;
  readonly store: IndexStore;
  readonly indexPrefix: string;
  /** An index of that name was there already, with documents of somebody else's. */
  readonly onForeign: (name: string) => void;
}

/**
 * Makes a slice's next index. It is made before its row commits: a process that dies between leaves an empty index, and
 * never a set with an index that was not made.
 */
export async function makeIndex(
  options: MakeOptions,
  set: SetChange,
  slice: number,
  purpose: IndexPurpose,
): Promise<NewIndex> {
  for (let build = (await set.highestBuild(slice)) + 1; ; build++) {
    const name = indexName(options.indexPrefix, { board: set.board, slice, build });
    if (await createEmpty(options, name, set.board, purpose)) return { name, slice, build };
  }
}

/**
 * An empty index without a row is what a killed process left; it may have been made for something else. A foreign one
 * holds versions of a database that is not this one, and would refuse ours as old: it is left alone, out of every search.
 */
async function createEmpty(
  { store, onForeign }: MakeOptions,
  name: string,
  board: string,
  purpose: IndexPurpose,
): Promise<boolean> {
  if (await store.create(name, board, purpose)) return true;
  if ((await store.countDocuments(name)) > 0) {
    await store.removeAliases(name);
    onForeign(name);
    return false;
  }
  await store.drop([name]);
  return store.create(name, board, purpose);
}
