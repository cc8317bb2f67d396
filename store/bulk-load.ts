/**
 * Boards that receive very many posts in a short time. Autovacuum would read their tables again and again, so it is turned off, and one
 * VACUUM at the end replaces it. The table's own setting is the record of this, so it survives a killed process.
 */
import pg from 'pg';

/** Partitions of a board whose autovacuum is on. Reads pg_partition_tree and the catalog. $1 name of the board's own partition. */
const SELECT_RUNNING = `
select c.relname as name from pg_partition_tree(to_regclass($1)) t join pg_class c on c.oid = t.relid
where t.isleaf and not coalesce('autovacuum_enabled=false' = any (c.reloptions), false)`;

/** Reads the catalog. */
const SELECT_PAUSED = `
select c.relname as name from pg_partition_tree('posts') t join pg_class c on c.oid = t.relid
where t.isleaf and 'autovacuum_enabled=false' = any (c.reloptions) order by c.relname`;

/** Turns autovacuum off for the existing partitions of the board. Only the owner of the tables may do this. */
export async function pauseAutovacuum(pool: pg.Pool, boardId: number): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(SELECT_RUNNING, [`posts_b${boardId}`]);
  for (const { name } of rows) {
    await pool.query(`alter table ${pg.escapeIdentifier(name)} set (autovacuum_enabled = false)`);
  }
}

/**
 * Vacuums all partitions whose autovacuum is off, including those of a killed import, and turns autovacuum on again. The pool's
 * statement timeout must be long enough to read a partition. Returns their names.
 */
export async function finishBulkLoads(pool: pg.Pool): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string }>(SELECT_PAUSED);
  for (const { name } of rows) {
    const table = pg.escapeIdentifier(name);
    await pool.query(`vacuum (freeze, analyze) ${table}`);
    await pool.query(`alter table ${table} reset (autovacuum_enabled)`);
  }
  return rows.map(({ name }) => name);
}
