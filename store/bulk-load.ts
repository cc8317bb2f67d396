/**
 * Boards that take in very many posts at once. Autovacuum would read their tables again and again meanwhile, so it is off for them, and
 * one VACUUM at the end does its work. The setting in the table is the record of it: it also survives a process that is killed.
 */
import pg from 'pg';

/** Partitions of a board whose autovacuum is on. pg_partition_tree and the catalog. $1 name of the board's own partition. */
const SELECT_RUNNING = `
select c.relname as name from pg_partition_tree(to_regclass($1)) t join pg_class c on c.oid = t.relid
where t.isleaf and not coalesce('autovacuum_enabled=false' = any (c.reloptions), false)`;

/** The catalog. */
const SELECT_PAUSED = `
select c.relname as name from pg_partition_tree('posts') t join pg_class c on c.oid = t.relid
where t.isleaf and 'autovacuum_enabled=false' = any (c.reloptions) order by c.relname`;

/** Turns autovacuum off for the partitions that the board has now. Only the owner of the tables may do it. */
export async function pauseAutovacuum(pool: pg.Pool, boardId: number): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(SELECT_RUNNING, [`posts_b${boardId}`]);
  for (const { name } of rows) {
    await pool.query(`alter table ${pg.escapeIdentifier(name)} set (autovacuum_enabled = false)`);
  }
}

/**
 * Vacuums all partitions whose autovacuum is off, and turns it on again; also those that an import left which was killed. The pool's
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
