/**
 * An SQLite file. It is opened read-only, and may come from anyone: only stored columns of real tables are selected, so that no expression,
 * view or virtual table of the file is ever evaluated.
 */
import { basename } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ImportError } from '../import-error.ts';
import type { Batch, RowSource, TableShape, Wanted } from './batch.ts';
import { keyOfFiles } from './key-of-files.ts';
import { readSqliteRows } from './sqlite-rows.ts';
import { MAX_ROW } from './text-rows.ts';

interface SqliteTable {
  readonly table: string;
  readonly shape: TableShape;
}

export function sqliteSource(path: string): RowSource {
  const database = safely(path, () => open(path));
  const tables = new Map<string, readonly string[]>();
  let done = 0;
  return {
    isLive: false,
    name: path,
    key: keyOfFiles([path]),
    routines: new Set(),
    tables,
    progress: () => done,
    async *read(wanted) {
      const found = safely(path, () => tablesOf(database));
      for (const { table, shape } of found) tables.set(table, shape.columns);
      const read = found.filter(({ table, shape }) => isRead(wanted, table, shape));
      for (const [index, { table, shape }] of read.entries()) {
        done = index / read.length;
        yield* batches(database, basename(path), table, shape);
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

function isRead(wanted: Wanted, table: string, { columns }: TableShape): boolean {
  return !table.startsWith('sqlite_') && wanted(table, columns);
}

function* batches(database: DatabaseSync, file: string, table: string, shape: TableShape): Generator<Batch> {
  for (const found of readSqliteRows(database, table, shape.columns)) {
    if ('rows' in found) yield { table, shape, rows: found.rows, damage: [] };
    else {
      const damage = { table, kind: found.kind, detail: found.detail, file, statement: null, line: null };
      yield { table, shape, rows: [], damage: [{ ...damage, lost: found.lost }] };
    }
  }
}

function open(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { readOnly: true, allowExtension: false, limits: { length: MAX_ROW } });
  // https://www.sqlite.org/security.html recommends this for untrusted files.
  database.exec('pragma trusted_schema = off; pragma cell_size_check = on; pragma mmap_size = 0');
  return database;
}

/** Views and virtual tables are left out, and so are generated columns. */
function tablesOf(database: DatabaseSync): readonly SqliteTable[] {
  const tables = database
    .prepare(`select name from pragma_table_list where schema = 'main' and type = 'table' order by name`)
    .all();
  return tables.map(({ name }) => {
    const columns = database.prepare('select name, type from pragma_table_xinfo(?) where hidden = 0').all(String(name));
    const types = new Map(columns.map((column) => [String(column['name']), String(column['type']).toLowerCase()]));
    return { table: String(name), shape: { columns: [...types.keys()], types } };
  });
}

function safely<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { message } = error as Error;
    const hint = /unable to open/.test(message)
      ? '. If there is a file with -wal beside it, copy both into a folder that you may write to'
      : '';
    throw new ImportError('source', `${path} cannot be read as an SQLite database: ${message}${hint}`, {
      cause: error,
    });
  }
}
