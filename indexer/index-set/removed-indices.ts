/** Deletes the indices of boards that were removed. */
import type pg from 'pg';
import type { IndexStore } from './ports.ts';

/** Reads the whole table, which is nearly always empty. */
const SELECT_REMOVED = 'select name from removed_indices';

/** Index: removed_indices_pkey. $1 name. */
const END_REMOVED = 'delete from removed_indices where name = $1';

/** After a kill in between, an index that is gone is deleted again. */
export async function dropRemovedIndices(
  pool: pg.Pool,
  store: Pick<IndexStore, 'drop'>,
  onDropped: (name: string) => void,
): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(SELECT_REMOVED);
  for (const { name } of rows) {
    await store.drop([name]);
    await pool.query(END_REMOVED, [name]);
    onDropped(name);
  }
}
