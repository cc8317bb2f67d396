/** The output of every `list` command: a table for people, or with --json one JSON object per line for programs. */
import { Option } from 'commander';

/** Heading and cell of each column, in order. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => string | null>>;

export const jsonOption = (): Option => new Option('--json', 'print one JSON object per line').default(false);

/** @param empty The sentence in place of a table without rows; with `json` nothing is printed. */
export function printList<Row>(
  rows: readonly Row[],
  { columns, json, empty }: { columns: Columns<Row>; json: (row: Row) => object; empty: string },
  options: { readonly json: boolean },
): void {
  if (options.json) for (const row of rows) console.log(JSON.stringify(json(row)));
  else console.log(rows.length === 0 ? empty : formatTable(rows, columns));
}

/** A heading and one line per row, columns as wide as their widest cell. null is printed as `-`. */
export function formatTable<Row>(rows: readonly Row[], columns: Columns<Row>): string {
  const lines = [Object.keys(columns), ...rows.map((row) => Object.values(columns).map((cell) => cell(row) ?? '-'))];
  const widths = Object.keys(columns).map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** `2026-11-21 10:50Z` */
export function formatMinute(time: Date | string): string {
  const text = typeof time === 'string' ? time : time.toISOString();
  return `${text.slice(0, 16).replace('T', ' ')}Z`;
}
