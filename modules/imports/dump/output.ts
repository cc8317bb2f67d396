/** Collects rows and damage into batches in the order of reading. */
import type { Batch, Damage, Row, TableShape } from './batch.ts';

const ROWS_PER_BATCH = 500;

export class Output {
  #batches: Batch[] = [];
  #table = '';
  #shape: TableShape | null = null;
  #rows: Row[] = [];

  add(table: string, shape: TableShape | null, row: Row): void {
    if (this.#shape !== shape || this.#table !== table || this.#rows.length >= ROWS_PER_BATCH) {
      this.#flush();
      [this.#table, this.#shape] = [table, shape];
    }
    this.#rows.push(row);
  }

  damage(damage: Damage): void {
    this.#flush();
    this.#batches.push({ table: damage.table ?? '', shape: null, rows: [], damage: [damage] });
  }

  /** The batches since the last call. */
  take(): readonly Batch[] {
    this.#flush();
    const batches = this.#batches;
    this.#batches = [];
    return batches;
  }

  #flush(): void {
    if (this.#rows.length === 0) return;
    this.#batches.push({ table: this.#table, shape: this.#shape, rows: this.#rows, damage: [] });
    this.#rows = [];
  }
}
