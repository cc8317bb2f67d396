/** The kinds of statement that an SQL reader may be within. */
import type { TableShape } from './batch.ts';
import type { RowSyntax } from './sql-row.ts';

export interface ValuesMode {
  readonly kind: 'values';
  readonly table: string;
  readonly shape: TableShape | null;
  readonly wanted: boolean;
  readonly syntax: RowSyntax;
  /** The number of values in a row; null if it is not known. */
  readonly width: number | null;
}

export interface CopyMode {
  readonly kind: 'copy';
  readonly table: string;
  readonly shape: TableShape | null;
  readonly wanted: boolean;
}

/** The reader is behind an unreadable part, and has not found a readable one yet. */
export interface LostMode {
  readonly kind: 'lost';
  damage: {
    readonly table: string | null;
    readonly kind: 'row' | 'statement' | 'cut';
    readonly detail: string;
    readonly statement: number;
    readonly line: number;
  };
  /** Damage in tables that are not wanted is not reported. */
  readonly isReported: boolean;
  /** Rows that are lost for certain; null if their number cannot be known. */
  lost: number | null;
  /** The number that the damaged row begins with; 0 if it is not known. */
  readonly first: number;
  /** Row numbers of possible further damaged rows. */
  readonly passed: Set<number>;
  /** The statement whose rows may continue. */
  rows: ValuesMode | null;
}

export type Mode =
  | { readonly kind: 'statement' }
  | ValuesMode
  | CopyMode
  | LostMode
  /** The reader skips the rest of a line that is too long. */
  | { readonly kind: 'long_line'; readonly of: CopyMode }
  | { readonly kind: 'delimiter'; readonly delimiter: string };

export const STATEMENT: Mode = { kind: 'statement' };

/** Rows are in the order of their numbers. A text that only looks like a row rarely has a number between its neighbours'. */
export function lostRows({ lost, first, passed }: LostMode, next: number | null): number | null {
  if (lost === null) return null;
  return lost + [...passed].filter((number) => number > first && (next === null || number < next)).length;
}
