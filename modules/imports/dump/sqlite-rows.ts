/** The rows of one table of an SQLite file. Only rows on damaged pages are lost. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Damage, Row } from './batch.ts';

const ROWS_PER_BATCH = 500;
const LOWEST = -(2n ** 63n);

export type SqliteRows =
  | { readonly rows: readonly Row[] }
  | { readonly kind: Damage['kind']; readonly detail: string; readonly lost: number | null };

export function* readSqliteRows(
  database: DatabaseSync,
  table: string,
  columns: readonly string[],
): Generator<SqliteRows> {
  if (columns.length === 0) return;
  const scan = scanOf(database, table, columns);
  let after: bigint | null = null;
  for (;;) {
    let rows: Row[] = [];
    try {
      for (const [id, ...values] of scan.rowsAfter(after)) {
        rows.push(values.map(textOf));
        after = id as bigint;
        if (rows.length < ROWS_PER_BATCH) continue;
        yield { rows };
        rows = [];
      }
      if (rows.length > 0) yield { rows };
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SQLITE_ERROR') throw error;
      if (rows.length > 0) yield { rows };
      // Row numbers usually begin with 1.
      const next: bigint | null = scan.hasIds ? nextReadable(scan, after ?? -1n) : null;
      const { message } = error as Error;
      if (next === null) {
        yield { kind: 'rest', detail: `the table cannot be read to its end (${message})`, lost: scan.lostAfter(after) };
        return;
      }
      const from = after === null ? 'before' : `after ${after} and before`;
      const detail = `rows ${from} ${next} (rowid) cannot be read (${message})`;
      yield { kind: 'row', detail, lost: scan.lostBetween(after, next) };
      after = next - 1n;
    }
  }
}

interface Scan {
  /** True if rows have a number, by which reading can skip a damaged page. */
  readonly hasIds: boolean;
  /** Rows with their number as the first value. */
  rowsAfter(after: bigint | null): Iterable<readonly unknown[]>;
  /** The number of the first row after another one; null if there is none. @throws if it is unreadable */
  firstAfter(after: bigint): bigint | null;
  last(): bigint | null;
  lostBetween(after: bigint | null, next: bigint): number | null;
  lostAfter(after: bigint | null): number | null;
}

function scanOf(database: DatabaseSync, table: string, columns: readonly string[]): Scan {
  const [name, list] = [quoted(table), columns.map(quoted).join(', ')];
  const taken = new Set(columns.map((column) => column.toLowerCase()));
  const id = ['rowid', '_rowid_', 'oid'].find((one) => !taken.has(one) && isIdOf(database, table, one)) ?? null;
  const prepare = (sql: string) => {
    const statement = database.prepare(sql);
    statement.setReadBigInts(true);
    statement.setReturnArrays(true);
    return statement;
  };
  const one = (sql: string, ...values: SQLInputValue[]): bigint | null => {
    // Typed as a record, but an array by the setting above.
    const [value] = (prepare(sql).get(...values) as unknown as readonly unknown[] | undefined) ?? [];
    return typeof value === 'bigint' ? value : null;
  };
  const lost = (sql: string, ...values: bigint[]): number | null => {
    try {
      return Number(one(sql, ...values));
    } catch {
      return null;
    }
  };
  return {
    hasIds: id !== null,
    rowsAfter(after) {
      const rows =
        id === null
          ? prepare(`select null, ${list} from ${name}`).iterate()
          : prepare(`select ${id}, ${list} from ${name} where ${id} > ? order by ${id}`).iterate(after ?? LOWEST);
      return rows as Iterable<unknown> as Iterable<readonly unknown[]>;
    },
    firstAfter: (after) => one(`select ${id}, ${list} from ${name} where ${id} > ? order by ${id} limit 1`, after),
    last: () => one(`select max(${id}) from ${name}`),
    lostBetween: (after, next) =>
      lost(`select count(*) from ${name} where ${id} > ? and ${id} < ?`, after ?? LOWEST, next),
    lostAfter: (after) => (id === null ? null : lost(`select count(*) from ${name} where ${id} > ?`, after ?? LOWEST)),
  };
}

/** Finds the first readable row after a damaged part: growing steps first, then bisection. */
function nextReadable(scan: Scan, after: bigint): bigint | null {
  const read = (from: bigint): bigint | null | 'damaged' => {
    try {
      return scan.firstAfter(from);
    } catch {
      return 'damaged';
    }
  };
  let last: bigint | null;
  try {
    last = scan.last();
  } catch {
    return null;
  }
  if (last === null) return null;
  let [low, high, found]: [bigint, bigint, bigint | null] = [after, after, null];
  for (let step = 1n; high === low && low < last; step *= 2n) {
    const next = read(low + step);
    if (next === 'damaged') [low, high] = [low + step, low + step];
    else [high, found] = [low + step, next];
  }
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    const next = read(middle);
    if (next === 'damaged') low = middle;
    else [high, found] = [middle, next];
  }
  return found;
}

/** Tables WITHOUT ROWID do not have row numbers. */
function isIdOf(database: DatabaseSync, table: string, name: string): boolean {
  try {
    database.prepare(`select ${name} from ${quoted(table)} limit 0`);
    return true;
  } catch {
    return false;
  }
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
