/** Reads the definition in a CREATE TABLE. */
import type { TableShape } from './batch.ts';
import { endOfQuoted } from './scan-text.ts';
import { NAME, QUALIFIED_NAME, plainName } from './statement.ts';

const CREATE_TABLE = new RegExp(
  `^CREATE\\s+(?:OR\\s+REPLACE\\s+)?(?:(?:UNLOGGED|GLOBAL|LOCAL|TEMP|TEMPORARY|FOREIGN)\\s+)*TABLE\\s+(?:IF\\s+NOT\\s+EXISTS\\s+)?(${QUALIFIED_NAME})`,
  'i',
);
const COLUMN = new RegExp(`^(${NAME})(?:\\s+([\\s\\S]+))?$`);
const NO_COLUMN =
  /^(?:PRIMARY|UNIQUE|KEY|INDEX|CONSTRAINT|FULLTEXT|SPATIAL|FOREIGN|CHECK|EXCLUDE|PERIOD\s+FOR)(?:\b|(?=[(`"]))/i;

export interface DefinedTable {
  readonly table: string;
  /** null if the definition is not understood. */
  readonly shape: TableShape | null;
}

/** null for any other statement. */
export function readCreateTable(statement: string, backslash: boolean): DefinedTable | null {
  const [head, name] = CREATE_TABLE.exec(statement) ?? [];
  if (head === undefined || name === undefined) return null;
  const table = plainName(name);
  const items = itemsOf(statement, head.length, backslash);
  const types = new Map<string, string>();
  for (const item of items ?? []) {
    if (NO_COLUMN.test(item)) continue;
    const [, column, type = ''] = COLUMN.exec(item) ?? [];
    if (column === undefined || types.has(plainName(column))) return { table, shape: null };
    types.set(plainName(column), type.toLowerCase());
  }
  return { table, shape: types.size === 0 ? null : { columns: [...types.keys()], types } };
}

/** The entries of the list of columns; null if the list does not begin or end. */
function itemsOf(statement: string, from: number, backslash: boolean): readonly string[] | null {
  const open = /\s*\(/y;
  open.lastIndex = from;
  if (!open.test(statement)) return null;
  const items: string[] = [];
  let [item, depth, start] = ['', 1, open.lastIndex];
  const special = /[(),'"`]|\/\*|--[ \t\r\n]/g;
  special.lastIndex = start;
  for (let found = special.exec(statement); found !== null; found = special.exec(statement)) {
    const [sign] = found;
    if (sign === '(') depth++;
    else if (sign === ')') depth--;
    else if (sign !== ',') {
      const end = endOfPart(statement, found.index, sign, backslash);
      if (end === -1) return null;
      if (sign === '/*' || sign.startsWith('--')) {
        item += `${statement.slice(start, found.index)} `;
        start = end;
      }
      special.lastIndex = end;
    }
    if (depth > 0 && (depth > 1 || sign !== ',')) continue;
    items.push((item + statement.slice(start, found.index)).trim());
    if (depth === 0) return items.filter((one) => one !== '');
    [item, start] = ['', found.index + 1];
  }
  return null;
}

/** Behind a comment or a quoted part. */
function endOfPart(statement: string, at: number, sign: string, backslash: boolean): number {
  const after = at + sign.length;
  const [end, length] =
    sign === '/*'
      ? [statement.indexOf('*/', after), 2]
      : sign.startsWith('--')
        ? [statement.indexOf('\n', after - 1), 1]
        : [endOfQuoted(statement, after, sign, backslash && sign === "'"), 1];
  return end === -1 ? -1 : end + length;
}
