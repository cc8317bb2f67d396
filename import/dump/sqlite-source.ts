/** An SQLite file. It is opened read-only. */
import { DatabaseSync } from 'node:sqlite';
import { keyOfFiles } from './key-of-files.ts';
import { ImportError } from '../import-error.ts';
import type { Row, RowSource, TableShape } from './batch.ts';

const ROWS_PER_BATCH = 500;

export function sqliteSource(path: string): RowSource {
  let database: DatabaseSync;
  try {
    database = new DatabaseSync(path, { readOnly: true });
  } catch (error) {
    throw new ImportError('source', `${path} cannot be opened: ${(error as Error).message}`, { cause: error });
  }
  let done = 0;
  return {
    isLive: false,
    name: path,
    key: keyOfFiles([path]),
    routines: new Set(),
    progress: () => done,
    async *read(wanted) {
      const tables = database.prepare(`select name from sqlite_schema where type = 'table' order by name`).all();
      const shapes = tables
        .map(({ name }) => [String(name), shapeOf(database, String(name))] as const)
        .filter(([name, { columns }]) => !name.startsWith('sqlite_') && wanted(name, columns));
      for (const [index, [table, shape]] of shapes.entries()) {
        done = index / shapes.length;
        let rows: Row[] = [];
        const statement = database.prepare(`select * from ${quoted(table)}`);
        statement.setReadBigInts(true);
        statement.setReturnArrays(true);
        // Typed as records, but arrays by the setting above.
        for (const values of statement.iterate() as Iterable<unknown> as Iterable<readonly unknown[]>) {
          rows.push(values.map(textOf));
          if (rows.length < ROWS_PER_BATCH) continue;
          yield { table, shape, rows, damage: [] };
          rows = [];
        }
        if (rows.length > 0) yield { table, shape, rows, damage: [] };
      }
      done = 1;
      await Promise.resolve();
    },
    close: async () => {
      database.close();
      return Promise.resolve();
    },
  };
}

function shapeOf(database: DatabaseSync, table: string): TableShape {
  const columns = database.prepare(`select name, type from pragma_table_info(?)`).all(table);
  const types = new Map(columns.map(({ name, type }) => [String(name), String(type).toLowerCase()]));
  return { columns: [...types.keys()], types };
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  return typeof value === 'bigint' || typeof value === 'number' ? String(value) : null;
}
