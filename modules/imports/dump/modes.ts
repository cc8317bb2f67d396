/** The kinds of statement that an SQL reader may be within. */
import type { TableShape } from './batch.ts';
import type { RowSyntax } from './sql-row.ts';

export interface ValuesMode {
  readonly kind: 'values';
  readonly table: string;
  readonly shape: TableShape | null;
  readonly wanted: boolean;
  readonly syntax: RowSyntax;
  /** Values of a row; null if it is not known. */
  readonly width: number | null;
}

export interface CopyMode {
  readonly kind: 'copy';
  readonly table: string;
  readonly shape: TableShape | null;
  readonly wanted: boolean;
}

/** Behind something that cannot be read, until something can be read again. */
export interface LostMode {
  readonly kind: 'lost';
  damage: {
    readonly table: string | null;
    readonly kind: 'row' | 'statement' | 'cut';
    readonly detail: string;
    readonly statement: number;
    readonly line: number;
  };
  /** Nobody needs to hear of tables that are not read. */
  readonly isReported: boolean;
  /** Rows that are lost for certain; null if their number cannot be known. */
  lost: number | null;
  /** The number that the damaged row begins with; 0 if it is not known. */
  readonly first: number;
  /** Numbers of what may be further damaged rows. */
  readonly passed: Set<number>;
  /** The statement whose rows may go on. */
  rows: ValuesMode | null;
}

export type Mode =
  | { readonly kind: 'statement' }
  | ValuesMode
  | CopyMode
  | LostMode
  /** The rest of a line that is too long. */
  | { readonly kind: 'long_line'; readonly of: CopyMode }
  | { readonly kind: 'delimiter'; readonly delimiter: string };

export const STATEMENT: Mode = { kind: 'statement' };

/** Rows are in the order of their numbers: what only looks like a row, in a text, rarely has one between those around it. */
export function lostRows({ lost, first, passed }: LostMode, next: number | null): number | null {
  if (lost === null) return null;
  return lost + [...passed].filter((number) => number > first && (next === null || number < next)).length;
}
