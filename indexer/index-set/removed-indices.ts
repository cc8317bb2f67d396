/** Deletes the indices of boards that were removed, and their documents in indices that other boards share. */
import type pg from 'pg';
import { parseIndexName } from '../../mappings/elasticsearch/index-names.ts';
import type { IndexStore, SharedIndexSets } from './ports.ts';

/** Reads the whole table, which is nearly always empty. */
const SELECT_REMOVED = 'select name, board from removed_indices';

/** Index: removed_indices_pkey. $1 name, $2 board. */
const END_REMOVED = 'delete from removed_indices where name = $1 and board = $2';

export interface RemovedIndicesPorts {
  readonly pool: pg.Pool;
  readonly sets: Pick<SharedIndexSets, 'holdShared'>;
  readonly store: Pick<IndexStore, 'drop' | 'moveAliases' | 'findMissing' | 'deleteSome'>;
  readonly indexPrefix: string;
  /** Lets Elasticsearch drop deleted documents from the segments of an index. Returns whether it did. */
  readonly expunge: (name: string) => Promise<boolean>;
  readonly onDropped: (name: string) => void;
}

/** After a kill in between, an index that is gone is deleted again. */
export async function dropRemovedIndices(ports: RemovedIndicesPorts): Promise<void> {
  const { pool, store, indexPrefix, onDropped } = ports;
  const { rows } = await pool.query<{ name: string; board: string }>(SELECT_REMOVED);
  for (const { name, board } of rows) {
    const isShared = parseIndexName(indexPrefix, name)?.board === null;
    if (isShared && !(await leaveShared(ports, name, board))) continue;
    if (!isShared) await store.drop([name]);
    await pool.query(END_REMOVED, [name, board]);
    onDropped(name);
  }
}

/** Returns whether the index has no trace of the board's documents any more. */
async function leaveShared({ sets, store, expunge }: RemovedIndicesPorts, name: string, board: string) {
  const isThere = await sets.holdShared(async (members) => {
    if ((await store.findMissing(board, [name])).length > 0) return false;
    await store.moveAliases(board, { add: [], remove: [name] });
    // The board was the last one: housekeeping would delete the index, but only when a document has left it.
    const isUsed = members.some(({ index, state }) => index === name && state !== 'retired');
    if (!isUsed) await store.drop([name]);
    return isUsed;
  });
  if (!isThere) return true;
  while ((await store.deleteSome(name, board)) > 0);
  return expunge(name);
}
