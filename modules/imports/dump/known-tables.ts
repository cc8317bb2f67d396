/** The table definitions that were read so far; rows are read by them. */
import type { TableShape, Wanted } from './batch.ts';
import type { Head } from './heads.ts';
import type { CopyMode, ValuesMode } from './modes.ts';
import { skipSpace } from './scan-text.ts';
import type { Settings } from './settings.ts';
import { readRow } from './sql-row.ts';
import { plainName, plainNames } from './statement.ts';
import type { UnnamedRows } from './unnamed-rows.ts';

const MAX_TRIES = 50;

export class KnownTables {
  readonly #shapes: Map<string, TableShape>;
  readonly #unnamed: UnnamedRows;
  readonly #wanted: Wanted;
  readonly #needed: ReadonlySet<string> | null;
  readonly #settings: Settings;

  constructor(
    shapes: Map<string, TableShape>,
    unnamed: UnnamedRows,
    wanted: Wanted,
    needed: ReadonlySet<string> | null,
    settings: Settings,
  ) {
    [this.#shapes, this.#unnamed, this.#wanted] = [shapes, unnamed, wanted];
    [this.#needed, this.#settings] = [needed, settings];
  }

  define(table: string, { columns, types }: TableShape): void {
    const { decode } = this.#settings;
    this.#shapes.set(decode(table), { columns: columns.map(decode), types });
  }

  valuesOf(head: Head): ValuesMode {
    const { table, shape } = this.#tableOf(head);
    return this.valuesWith(table, shape, this.#wanted(table, shape?.columns ?? null));
  }

  valuesWith(table: string, shape: TableShape | null, wanted: boolean): ValuesMode {
    const { backslash, decode } = this.#settings;
    const columns = this.#needed;
    const skipping = { backslash, decode: null };
    const needed = columns === null || shape === null ? null : shape.columns.map((column) => columns.has(column));
    const syntax = { skipping, reading: wanted ? { backslash, decode } : skipping, needed };
    return { kind: 'values', table, shape, wanted, syntax, width: shape?.columns.length ?? null };
  }

  copyOf(head: Head): CopyMode {
    const { table, shape } = this.#tableOf(head);
    return { kind: 'copy', table, shape, wanted: this.#wanted(table, shape?.columns ?? null) };
  }

  #tableOf({ name, list }: Head): { readonly table: string; readonly shape: TableShape | null } {
    const { decode } = this.#settings;
    const table = decode(plainName(name));
    const known = this.#shapes.get(table);
    if (list === undefined) return { table, shape: known ?? this.#unnamed.shapeOf(table) };
    const types = known?.types ?? new Map<string, string>();
    return { table, shape: { columns: plainNames(list).map(decode), types } };
  }

  /** The table named at the beginning of a statement that could not be parsed. */
  tableIn(statement: string): string | null {
    const words = plainNames(statement.slice(0, 500)).map(this.#settings.decode);
    return words.find((word) => this.#shapes.has(word) || this.#unnamed.shapeOf(word) !== null) ?? null;
  }

  /** The number of rows in a statement that could not be parsed; null if they cannot be counted. */
  rowsIn(statement: string): number | null {
    const skipping = { backslash: this.#settings.backslash, decode: null };
    const read = (at: number) => readRow(statement, at, { reading: skipping, skipping, needed: null });
    let [at, tries] = [statement.indexOf('('), 0];
    // Lists of names come before the rows.
    while (at !== -1 && tries++ < MAX_TRIES && read(at).kind !== 'row') at = statement.indexOf('(', at + 1);
    let rows = 0;
    for (; statement[at] === '('; rows++) {
      const row = read(at);
      if (row.kind !== 'row') break;
      at = skipSpace(statement, row.end);
      if (statement[at] === ',') at = skipSpace(statement, at + 1);
    }
    return rows === 0 ? null : rows;
  }
}
