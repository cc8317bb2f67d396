/** Rows of tables without a definition in the dump: the number of values may reveal the columns. */
import type { TableShape } from './batch.ts';

/** The columns of a table without a definition, by its number of values; null if unknown. */
export type GuessColumns = (table: string, width: number) => readonly string[] | null;

export interface Unplaced {
  readonly statement: number | null;
  readonly line: number;
  readonly width: number;
  rows: number;
}

export class UnnamedRows {
  readonly #guess: GuessColumns;
  readonly #shapes = new Map<string, TableShape>();
  /** Rows before the first recognized one. They count as damage only if one is recognized. */
  readonly #unplaced = new Map<string, Unplaced>();

  constructor(guess: GuessColumns) {
    this.#guess = guess;
  }

  /** Once recognized, the columns of a table do not change: rows with another number of values are damage. */
  shapeOf(table: string): TableShape | null {
    return this.#shapes.get(table) ?? null;
  }

  /** @returns the columns that the row reveals, and the earlier rows, which are therefore damage */
  place(
    table: string,
    width: number,
    at: () => { readonly statement: number | null; readonly line: number },
  ): { readonly shape: TableShape | null; readonly before: Unplaced | null } {
    const columns = this.#guess(table, width);
    const before = this.#unplaced.get(table) ?? null;
    if (columns !== null) {
      const shape = { columns, types: new Map<string, string>() };
      this.#shapes.set(table, shape);
      this.#unplaced.delete(table);
      return { shape, before };
    }
    if (before === null) this.#unplaced.set(table, { ...at(), width, rows: 1 });
    else before.rows++;
    return { shape: null, before: null };
  }
}
