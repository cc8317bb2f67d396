/** The tables and sequences that a backup must contain, from PostgreSQL's catalogs. */
import type pg from 'pg';
import { NOT_BACKED_UP } from '../mappings/backup.ts';

export interface CatalogTable {
  readonly table: string;
  readonly columns: readonly string[];
  readonly slice?: { readonly board: number; readonly slice: number };
}

/** The archive's tables and the partitions of posts. Reads pg_class and pg_attribute. */
const READ_TABLES = `
select c.relname as name, array(
    select a.attname::text from pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname`;

/** References between tables. Reads pg_constraint. */
const READ_REFERENCES = `
select conrelid::regclass::text as table, confrelid::regclass::text as target from pg_constraint
where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`;

const SLICE = /^posts_b(\d+)_s(\d+)$/;

/** Sorts tables so that rows only refer to earlier tables. Partitions of posts come last. */
export async function readTables(client: pg.ClientBase): Promise<readonly CatalogTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(READ_TABLES);
  const { rows: references } = await client.query<{ table: string; target: string }>(READ_REFERENCES);
  const tables = new Map(rows.filter(({ name }) => !NOT_BACKED_UP.includes(name)).map((row) => [row.name, row]));
  const ordered: CatalogTable[] = [];
  const seen = new Set<string>();
  const add = (name: string): void => {
    const row = tables.get(name);
    if (row === undefined || seen.has(name)) return;
    seen.add(name);
    for (const { table, target } of references) if (table === name) add(target);
    const [, board, slice] = SLICE.exec(name) ?? [];
    ordered.push({
      table: name,
      columns: row.columns,
      ...(board !== undefined && { slice: { board: Number(board), slice: Number(slice) } }),
    });
  };
  for (const name of tables.keys()) if (!SLICE.test(name)) add(name);
  for (const name of tables.keys()) add(name);
  return ordered;
}

/** Reads pg_sequences, where NULL stands for a sequence that was never used. */
const READ_SEQUENCES = `
select sequencename as name, coalesce(last_value, 0)::text as value from pg_sequences
where schemaname = 'public' and sequencename <> 'migrations_id_seq'`;

export async function readSequences(client: pg.ClientBase): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(READ_SEQUENCES);
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

export async function readMigrations(client: pg.ClientBase): Promise<readonly string[]> {
  return (await client.query<{ name: string }>('select name from migrations order by id')).rows.map(({ name }) => name);
}
