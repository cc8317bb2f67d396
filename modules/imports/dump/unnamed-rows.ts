/** Rows of tables whose definition is not in the dump: their number of values may tell which columns they have. */
import type { TableShape } from './batch.ts';

/** The columns of a table without a definition, by the number of its values; null if that tells nothing. */
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
  /** Rows before the first one that could be placed. They count only if one could. */
  readonly #unplaced = new Map<string, Unplaced>();

  constructor(guess: GuessColumns) {
    this.#guess = guess;
  }

  /** Once the columns of a table are known they stay so: other numbers of values are damage. */
  shapeOf(table: string): TableShape | null {
    return this.#shapes.get(table) ?? null;
  }

  /** @returns the shape that the row reveals, with what was read before it and is damage therefore */
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
