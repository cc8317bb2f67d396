/** Counts of all rows by result: `read` is the sum of imported, unchanged, skipped and refused. */
import type { ConflictCount } from '../../../store/conflicts.ts';
import type { Damage } from '../dump/batch.ts';
import { DoubleEncoding } from './double-encoding.ts';
import type { LeftOut, PlannedBoard } from './plan.ts';
import type { Flag } from './post-of-row.ts';

const MAX_SAMPLES = 5;

export interface BoardReport {
  readonly board: string;
  /** `x_deleted` has posts that moderators removed from the board `x`. */
  readonly table: string;
  readonly source: string;
  readonly clock: string;
  readonly clock_found_by: string;
  readonly read: number;
  readonly imported: number;
  readonly unchanged: number;
  readonly skipped: Readonly<Record<string, number>>;
  readonly refused: Readonly<Record<string, number>>;
  /** Examples: post numbers, never their content. */
  readonly refused_samples: readonly string[];
  readonly uncertain_times: number;
  readonly flags: Readonly<Record<string, number>>;
  /** Texts that are encoded twice in the source: `GÃ¶ran` for `Göran`. */
  readonly doubly_encoded: number;
  /** The number of repaired texts. */
  readonly repaired: number;
  /** By column: values of the source that differ from this archive's, which are kept. */
  readonly conflicts: Readonly<Record<string, Conflict>>;
}

export interface Conflict {
  readonly posts: number;
  /** Numbers of the first ones. */
  readonly samples: readonly string[];
}

export interface ImportReport {
  readonly dry_run: boolean;
  readonly boards: readonly BoardReport[];
  readonly left_out: readonly LeftOut[];
  readonly banned_files: number;
  /** Parts of the source that could not be read: the first 1,000. */
  readonly damage: readonly Damage[];
  /** All parts that could not be read. */
  readonly damaged_parts: number;
  /** Rows lost with them, as far as their number is known. */
  readonly lost_rows: number;
}

export class BoardCount {
  readonly #board: PlannedBoard;
  readonly #isRepaired: boolean;
  readonly encoding: DoubleEncoding;
  read = 0;
  imported = 0;
  unchanged = 0;
  readonly #skipped = new Map<string, number>();
  readonly #refused = new Map<string, number>();
  readonly #samples: string[] = [];
  readonly #flags = new Map<string, number>();
  readonly #conflicts = new Map<string, { posts: number; samples: string[] }>();
  #uncertain = 0;

  constructor(board: PlannedBoard, isRepaired: boolean) {
    this.#board = board;
    this.#isRepaired = isRepaired;
    this.encoding = new DoubleEncoding(isRepaired);
  }

  skip(reason: string, rows: number): void {
    if (rows > 0) this.#skipped.set(reason, (this.#skipped.get(reason) ?? 0) + rows);
  }

  refuse(reason: string, sample: string, rows = 1): void {
    this.#refused.set(reason, (this.#refused.get(reason) ?? 0) + rows);
    if (this.#samples.length < MAX_SAMPLES) this.#samples.push(sample);
  }

  conflict({ column, posts, samples }: ConflictCount): void {
    const known = this.#conflicts.get(column) ?? { posts: 0, samples: [] };
    known.posts += posts;
    known.samples.push(...samples.slice(0, MAX_SAMPLES - known.samples.length));
    this.#conflicts.set(column, known);
  }

  flag(flags: readonly Flag[]): void {
    for (const flag of flags) this.#flags.set(flag, (this.#flags.get(flag) ?? 0) + 1);
    if (flags.some((flag) => flag === 'time_uncertain' || flag === 'clock_uncertain' || flag === 'time_impossible'))
      this.#uncertain++;
  }

  report(): BoardReport {
    const { name, table, dialect, clock, clockFoundBy } = this.#board;
    return {
      board: name,
      table,
      source: dialect.name,
      clock,
      clock_found_by: clockFoundBy,
      read: this.read,
      imported: this.imported,
      unchanged: this.unchanged,
      skipped: Object.fromEntries(this.#skipped),
      refused: Object.fromEntries(this.#refused),
      refused_samples: this.#samples,
      uncertain_times: this.#uncertain,
      flags: Object.fromEntries([...this.#flags].sort(([a], [b]) => a.localeCompare(b))),
      doubly_encoded: this.encoding.texts,
      repaired: this.#isRepaired ? this.encoding.texts : 0,
      conflicts: Object.fromEntries(this.#conflicts),
    };
  }
}
