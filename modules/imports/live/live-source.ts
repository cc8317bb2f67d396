/** Reads the tables of a live database in pages by `doc_id`: each query is short, however large the table. */
import type { Batch, ReadFrom, Row, RowSource, TableShape } from '../dump/batch.ts';
import { sideBySide } from '../dump/side-by-side.ts';
import { ImportError } from '../import-error.ts';
import { readAddress, type LiveDatabase } from './live-database.ts';
import { connectMysql } from './mysql.ts';
import { connectPostgres } from './postgres.ts';

const PAGE = 1000;
/** The span of numbers that one query searches for late changes: a scan of at most some gigabytes. */
const SPAN = 500_000;
/** The number of boards that are read at the same time, so that one is read while another is written. */
const BOARDS = 3;

/** Properties of the tables that the caller supplies. */
export interface LiveColumns {
  /** Columns that are never selected. */
  readonly left: ReadonlySet<string>;
  /** The number in the order of insertion. Tables without it are small, and are read with one query. */
  readonly place: string;
  /** Set when a row is changed long after it was inserted. */
  readonly changedAt: string;
  /** A condition for the rows of a table that matter; null for all. */
  conditionFor(table: string, shape: TableShape): string | null;
}

/** @throws ImportError */
export async function openLive(source: string, password: string | null, columns: LiveColumns): Promise<RowSource> {
  const { kind, name, address } = readAddress(source, password);
  const safely = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      const secret = address.password === '' ? null : address.password;
      const message = (error as Error).message || 'no connection';
      throw new ImportError('source', `${name}: ${secret === null ? message : message.replaceAll(secret, '…')}`);
    }
  };
  const database = await safely(() => (kind === 'mysql' ? connectMysql(address) : connectPostgres(address)));
  const reader = new LiveReader(database, columns, safely);
  return {
    name,
    key: name,
    isLive: true,
    routines: new Set(await safely(() => database.routines())),
    get tables() {
      return reader.tables;
    },
    progress: () => reader.progress(),
    read: (wanted, options) => reader.read(wanted, options),
    close: () => database.close(),
  };
}

interface OpenTable {
  readonly table: string;
  readonly shape: TableShape;
  readonly from: ReadFrom | undefined;
  readonly isNeeded: (column: string) => boolean;
}

class LiveReader {
  readonly #database: LiveDatabase;
  readonly #columns: LiveColumns;
  readonly #safely: <T>(work: () => Promise<T>) => Promise<T>;
  readonly tables = new Map<string, readonly string[]>();
  /** Numbers to read, and numbers that were read. */
  #span = 1;
  #done = 0;

  constructor(database: LiveDatabase, columns: LiveColumns, safely: <T>(work: () => Promise<T>) => Promise<T>) {
    this.#database = database;
    this.#columns = columns;
    this.#safely = safely;
  }

  progress(): number {
    return Math.min(1, this.#done / this.#span);
  }

  async *read(...[wanted, { from, columns: needed } = {}]: Parameters<RowSource['read']>): AsyncGenerator<Batch> {
    const tables: OpenTable[] = [];
    [this.#span, this.#done] = [1, 0];
    for (const [table, { columns, types }] of await this.#safely(() => this.#database.tables())) {
      this.tables.set(table, columns);
      if (!wanted(table, columns)) continue;
      const shape = { columns: columns.filter((name) => !this.#columns.left.has(name)), types };
      tables.push({ table, shape, from: from?.get(table), isNeeded: (name) => needed?.has(name) ?? true });
    }
    yield* sideBySide(
      tables.map((open) => () => this.#rowsOf(open)),
      BOARDS,
    );
  }

  async *#rowsOf(open: OpenTable): AsyncGenerator<Batch> {
    const { place } = this.#columns;
    if (!open.shape.columns.includes(place)) {
      yield batchOf(open, await this.#select(open, null, ''));
      return;
    }
    const name = this.#database.quoted(place);
    const at = open.shape.columns.indexOf(place);
    const [[highest = null] = []] = await this.#safely(() =>
      this.#database.query(`select max(${name}) from ${this.#database.quoted(open.table)}`),
    );
    const first = open.from?.after ?? 0;
    this.#span += Math.max(0, Number(highest ?? 0) - first);
    if (open.from !== undefined) yield* this.#changedRows(open, open.from);
    for (let after = first; ;) {
      const rows = await this.#select(open, `${name} > ${after}`, `order by ${name} limit ${PAGE}`);
      if (rows.length > 0) yield batchOf(open, rows);
      const last = Number(rows.at(-1)?.[at]);
      this.#done += rows.length === 0 ? 0 : last - after;
      if (rows.length < PAGE) return;
      after = last;
    }
  }

  /** Rows that were read before and have changed since. The column does not have an index, so the table is searched in spans. */
  async *#changedRows(open: OpenTable, { after, changedSince }: ReadFrom): AsyncGenerator<Batch> {
    const { place, changedAt } = this.#columns;
    if (!open.shape.columns.includes(changedAt)) return;
    const [name, time] = [this.#database.quoted(place), this.#database.quoted(changedAt)];
    for (let first = 0; first < after; first += SPAN) {
      const last = Math.min(after, first + SPAN);
      const rows = await this.#select(
        open,
        `${name} > ${first} and ${name} <= ${last} and ${time} >= ${changedSince}`,
        `order by ${name}`,
      );
      if (rows.length > 0) yield batchOf(open, rows);
    }
  }

  async #select({ table, shape, isNeeded }: OpenTable, where: string | null, rest: string): Promise<readonly Row[]> {
    const database = this.#database;
    const conditions = [where, this.#columns.conditionFor(table, shape)].filter((one) => one !== null);
    const filter = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
    const list = shape.columns.map((column) => (isNeeded(column) ? database.quoted(column) : 'null')).join(', ');
    return this.#safely(() => database.query(`select ${list} from ${database.quoted(table)} ${filter} ${rest}`));
  }
}

function batchOf({ table, shape }: OpenTable, rows: readonly Row[]): Batch {
  return { table, shape, rows, damage: [] };
}
