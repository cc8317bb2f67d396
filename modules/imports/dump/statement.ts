/** Parses statements of a dump other than rows: their names, their ends, and their kinds. */
import { endOfQuoted } from './scan-text.ts';

export const NAME = String.raw`(?:\x60(?:[^\x60]|\x60\x60)+\x60|"(?:[^"]|"")+"|[\w$]+)`;
/** A name, optionally with its database or schema. */
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

const TRIGGER = /CREATE\s+(?:TEMP\w*\s+)?TRIGGER\s/iy;
const END_OF_TRIGGER = /\bEND\s*;/gi;

/**
 * The position after the `;` that ends a statement; -1 if it is not in `text`. SQLite writes the statements of a trigger between BEGIN
 * and END.
 */
export function endOfStatement(text: string, start: number, backslash: boolean): number {
  const end = endOfPart(text, start, backslash);
  TRIGGER.lastIndex = start;
  if (end === -1 || !TRIGGER.test(text) || !/\bBEGIN\b/i.test(text.slice(start, end))) return end;
  END_OF_TRIGGER.lastIndex = start;
  return END_OF_TRIGGER.test(text) ? END_OF_TRIGGER.lastIndex : -1;
}

function endOfPart(text: string, start: number, backslash: boolean): number {
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

/** Statements of dumps besides table definitions and rows. None of them changes a row. */
const WITHOUT_ROWS = new RegExp(
  `^(?:${[
    'SET|USE|DROP|LOCK|UNLOCK|TRUNCATE|GRANT|REVOKE|BEGIN|START|COMMIT|END|PRAGMA|SELECT|ANALYZE|COMMENT|FLUSH|RESET|SECURITY|ON|RETURNING|REFRESH|VACUUM|REINDEX',
    'DELETE\\s+FROM\\s+sqlite_\\w+',
    'CREATE\\s+(?!(?:\\w+\\s+){0,3}TABLE\\b)\\w+|CREATE\\s+VIRTUAL',
    'ALTER\\s+(?!TABLE\\b)\\w+',
    // Keys, owners and counters.
    'ALTER\\s+TABLE\\s+(?![^;]*\\b(?:(?:ADD|DROP|RENAME|CHANGE)\\s+COLUMN|RENAME\\s+(?:TO|AS))\\b)\\S+',
  ].join('|')})\\b`,
  'i',
);

export const isWithoutRows = (statement: string): boolean => WITHOUT_ROWS.test(statement);

/** Their bodies contain statements. */
export const hasBody = (statement: string): boolean =>
  /^CREATE\b(?:\s+(?:OR|REPLACE|TEMP\w*|DEFINER\s*=\s*\S+|CONSTRAINT))*\s+(?:TRIGGER|FUNCTION|PROCEDURE|EVENT|VIEW|RULE)\b/i.test(
    statement,
  );

/** A missing quote merges several statements: the text then has lines that begin others. */
export const hasSwallowedRows = (statement: string): boolean =>
  /\n(?:(?:INSERT|REPLACE)\s+(?:IGNORE\s+)?INTO|CREATE\s+TABLE|COPY)\s/i.test(statement);
