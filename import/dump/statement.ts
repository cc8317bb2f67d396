/** Statements of a dump other than its rows: where they end, and what a CREATE TABLE says. */
import { endOfQuoted } from './scan-text.ts';
import type { TableShape } from './batch.ts';

const NAME = String.raw`(?:\x60(?:[^\x60]|\x60\x60)+\x60|"(?:[^"]|"")+"|[\w$]+)`;
/** A name, also with its database or schema. */
export const QUALIFIED_NAME = `(?:${NAME}\\s*\\.\\s*)?${NAME}`;

/** The table's own name, without quotes and without its database. */
export function plainName(written: string): string {
  const name = new RegExp(`${NAME}$`).exec(written.trim())?.[0] ?? written;
  if (name.startsWith('`')) return name.slice(1, -1).replaceAll('``', '`');
  if (name.startsWith('"')) return name.slice(1, -1).replaceAll('""', '"');
  return name;
}

/** A list of names as in `INSERT INTO x (a, b)`. */
export function plainNames(list: string): string[] {
  return (list.match(new RegExp(NAME, 'g')) ?? []).map(plainName);
}

/** The position after the `;` that ends a statement; -1 if it is not in `text`. */
export function endOfStatement(text: string, start: number, backslash: boolean): number {
  const special = /[;'"`]|\/\*|--[ \t\r\n]|\$\w*\$/g;
  special.lastIndex = start;
  for (let found = special.exec(text); found !== null; found = special.exec(text)) {
    const [sign] = found;
    if (sign === ';') return found.index + 1;
    const after = found.index + sign.length;
    let end: number;
    if (sign === '/*') end = text.indexOf('*/', after);
    else if (sign.startsWith('--')) end = text.indexOf('\n', after - 1);
    else if (sign.startsWith('$')) end = text.indexOf(sign, after);
    else end = endOfQuoted(text, after, sign, backslash && sign !== '`');
    if (end === -1) return -1;
    special.lastIndex = end + (sign === '/*' ? 2 : sign.startsWith('$') ? sign.length : 1);
  }
  return -1;
}

const CREATE_TABLE = new RegExp(
  `^CREATE\\s+(?:UNLOGGED\\s+)?TABLE\\s+(?:IF\\s+NOT\\s+EXISTS\\s+)?(${QUALIFIED_NAME})\\s*\\(`,
  'i',
);
const COLUMN = new RegExp(`^\\s*(${NAME})\\s+(\\w.*?)(?:,)?\\s*$`);
const NO_COLUMN = /^\s*(?:PRIMARY|UNIQUE|KEY|INDEX|CONSTRAINT|FULLTEXT|SPATIAL|FOREIGN|CHECK)\b/i;

export interface DefinedTable extends TableShape {
  readonly table: string;
}

/** null for any other statement. Dumps write one column a line. */
export function readCreateTable(statement: string): DefinedTable | null {
  const [head, name] = CREATE_TABLE.exec(statement) ?? [];
  if (head === undefined || name === undefined) return null;
  const types = new Map<string, string>();
  for (const line of statement.slice(head.length).split('\n')) {
    if (NO_COLUMN.test(line)) continue;
    const [, column, type] = COLUMN.exec(line) ?? [];
    if (column !== undefined && type !== undefined) types.set(plainName(column), type.toLowerCase());
  }
  return { table: plainName(name), columns: [...types.keys()], types };
}
