/** The position from which an import resumes after an interruption or when the same database is imported again. */
import type pg from 'pg';
import type { ReadFrom } from '../dump/batch.ts';
import type { ClockPart } from './clock.ts';

export interface KnownClock {
  readonly parts: readonly ClockPart[];
  readonly ghostParts: readonly ClockPart[];
  readonly foundBy: string;
}

export interface Position extends ReadFrom {
  /** The last row that was written. */
  readonly last: PlacedRow;
  readonly clock: KnownClock;
}

export interface PlacedRow {
  readonly place: number;
  readonly num: number;
  readonly subnum: number;
}

/** Index: import_positions_pkey. $1 source. */
const SELECT = `
select b.name, i.after, i.last_place, i.last_num, i.last_subnum, i.changed_since, i.clock
from boards b join import_positions i on i.board_id = b.id and i.source = $1`;

/** Index: import_positions_pkey. */
const UPSERT = `
insert into import_positions (board_id, source, after, last_place, last_num, last_subnum, changed_since, clock)
values ($1, $2, $3, $4, $5, $6, $7, $8)
on conflict (board_id, source) do update set after = excluded.after, last_place = excluded.last_place, last_num = excluded.last_num,
  last_subnum = excluded.last_subnum, changed_since = excluded.changed_since, clock = excluded.clock`;

/** Index: import_positions_pkey. */
const DELETE = 'delete from import_positions where board_id = $1 and source = $2';

interface StoredPosition {
  readonly name: string;
  readonly after: string;
  readonly last_place: string;
  readonly last_num: string;
  readonly last_subnum: number;
  readonly changed_since: string;
  readonly clock: KnownClock;
}

/** By board name. */
export async function readPositions(pool: pg.Pool, source: string): Promise<ReadonlyMap<string, Position>> {
  const { rows } = await pool.query<StoredPosition>(SELECT, [source]);
  return new Map(
    rows.map((row) => [
      row.name,
      {
        after: Number(row.after),
        last: { place: Number(row.last_place), num: Number(row.last_num), subnum: row.last_subnum },
        changedSince: Number(row.changed_since),
        clock: row.clock,
      },
    ]),
  );
}

export async function savePosition(
  pool: pg.Pool,
  boardId: number,
  source: string,
  { after, last, changedSince, clock }: Position,
): Promise<void> {
  const values = [boardId, source, after, last.place, last.num, last.subnum, changedSince, clock];
  await pool.query(UPSERT, values);
}

export async function deletePosition(pool: pg.Pool, boardId: number, source: string): Promise<void> {
  await pool.query(DELETE, [boardId, source]);
}

const DAY = 86_400;
/**
 * Rows from this many days before the newest are read again: their posts may still change, and the posts of one night must be read
 * together.
 */
const RECENT_DAYS = 3;

/** Finds the place of the first row of a table's last days while the rows are read. */
export class RecentRows {
  /** The first place by day. */
  readonly #first = new Map<number, number>();
  readonly #today: number;

  constructor(now: Date) {
    this.#today = Math.floor(now.getTime() / 1000 / DAY);
  }

  add(place: number, reading: number): void {
    const day = Math.floor(reading / DAY);
    // A time in the future is an error of the source.
    if (day > this.#today) return;
    const known = this.#first.get(day);
    if (known === undefined || place < known) this.#first.set(day, place);
  }

  /** The place before the first of these rows; `otherwise` without such rows. */
  before(otherwise: number): number {
    const newest = Math.max(...this.#first.keys());
    const places = [...this.#first].filter(([day]) => day > newest - RECENT_DAYS).map(([, place]) => place - 1);
    return Math.min(otherwise, ...places);
  }
}
