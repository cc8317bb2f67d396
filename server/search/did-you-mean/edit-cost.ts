/** The cost of a typing error. A sum of errors is only compared with other sums for the same word. */

const DOUBLED = 0.6;
const SWAPPED = 0.7;
const NEIGHBOURING_KEY = 0.8;
const MISSING_OR_ADDED = 0.9;
const REPLACED = 1;
/** Typing errors rarely change the first letter. */
const FIRST_LETTER = 0.4;

const KEYS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'] as const;
const PLACES: ReadonlyMap<string, readonly [row: number, column: number]> = new Map(
  KEYS.flatMap((keys, row) => Array.from(keys, (key, column): [string, [number, number]] => [key, [row, column]])),
);

/** Damerau-Levenshtein distance (optimal string alignment) with the weights above. */
export function editCost(written: string, meant: string): number {
  const from = Array.from(written);
  const to = Array.from(meant);
  const rows: number[][] = [[0]];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 0; row <= from.length; row++) {
    const costs: number[] = [];
    rows[row] = costs;
    for (let column = 0; column <= to.length; column++) {
      if (row === 0 && column === 0) {
        costs.push(0);
        continue;
      }
      const a = from[row - 1];
      const b = to[column - 1];
      const first = row <= 1 && column <= 1 ? FIRST_LETTER : 0;
      const isSwapped = row > 1 && column > 1 && a === to[column - 2] && b === from[row - 2] && a !== b;
      costs.push(
        Math.min(
          a === b ? at(row - 1, column - 1) : at(row - 1, column - 1) + replacedCost(a, b) + first,
          at(row - 1, column) + (a !== undefined && a === from[row - 2] ? DOUBLED : MISSING_OR_ADDED) + first,
          at(row, column - 1) + (b !== undefined && b === to[column - 2] ? DOUBLED : MISSING_OR_ADDED) + first,
          isSwapped ? at(row - 2, column - 2) + SWAPPED : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(from.length, to.length);
}

function replacedCost(a = '', b = ''): number {
  const [row, column] = PLACES.get(a) ?? [];
  const [otherRow, otherColumn] = PLACES.get(b) ?? [];
  if (row === undefined || column === undefined || otherRow === undefined || otherColumn === undefined) return REPLACED;
  return Math.abs(row - otherRow) <= 1 && Math.abs(column - otherColumn) <= 1 ? NEIGHBOURING_KEY : REPLACED;
}
