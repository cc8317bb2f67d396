/**
 * Finds where reading resumes after an unreadable part: at the next complete row, INSERT, COPY or table definition. Each candidate is
 * parsed, since texts contain lookalikes; quotes within a text are escaped, so a row within a text does not parse.
 */
import { readCreateTable } from './create-table.ts';
import { MAX_HEAD, copyHead, insertHead, type Head } from './heads.ts';
import { skipSpace } from './scan-text.ts';
import { readRow, type ReadRow, type RowSyntax } from './sql-row.ts';
import { endOfStatement } from './statement.ts';

/** The rows that may follow. */
export interface ExpectedRows {
  readonly syntax: RowSyntax;
  /** Columns of a row; null if their number is not known. */
  readonly width: number | null;
}

export interface Search<Rows extends ExpectedRows> {
  readonly backslash: boolean;
  /** True at the end of the file, or if too much text is buffered already. */
  readonly isFinal: boolean;
  readonly rowsOf: (head: Head) => Rows;
}

export interface Found<Rows extends ExpectedRows> {
  /** `waiting`: the candidate may be complete once more text is read. */
  readonly kind: 'row' | 'statement' | 'waiting' | 'nothing';
  readonly at: number;
  /** The statement to which the rows belong. */
  readonly rows: Rows | null;
  /** First numbers of likely rows that cannot be read either. */
  readonly passed: readonly number[];
  /** The first number of the next row; null without one. */
  readonly next: number | null;
}

const CANDIDATE = /\(|(?:;[ \t\r\n]{0,20}|\n[ \t\r]{0,20})(?=(?:INSERT|REPLACE|COPY|CREATE)\s)/gi;
/** The most characters before the end of the buffered text at which a candidate is left for later. */
const TAIL = 64;

export function findResume<Rows extends ExpectedRows>(
  text: string,
  from: number,
  known: Rows | null,
  search: Search<Rows>,
): Found<Rows> {
  const passed: number[] = [];
  let [rows, tried] = [known, from];
  const pattern = new RegExp(CANDIDATE);
  pattern.lastIndex = from;
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    const [sign] = found;
    let at = found.index;
    let first = at;
    let fit: Fit;
    if (sign === '(') {
      if (rows === null || isWord(text.charCodeAt(at - 1))) continue;
      const row = readRow(text, at, rows.syntax);
      fit = fitOf(text, row, rows.width);
      if (fit === 'no' && isBeginning(text, at, row)) passed.push(numberAt(text, at) ?? 0);
    } else {
      at += sign.length;
      const head = insertHead(text, at);
      const headed = head === null ? null : search.rowsOf(head);
      if (head !== null && headed !== null) {
        const row = readRow(text, head.end, headed.syntax);
        fit = fitOf(text, row, headed.width);
        first = head.end;
        // The last row of the statement before and the first row of this one are damaged.
        if (fit === 'no' && sign.startsWith(';') && valuesOf(row) >= VALUES_OF_A_ROW) {
          rows = headed;
          passed.push(numberAt(text, head.end) ?? 0);
        }
      } else fit = fitOfStatement(text, at, search.backslash);
    }
    if (fit === 'yes')
      return { kind: sign === '(' ? 'row' : 'statement', at, rows, passed, next: numberAt(text, first) };
    if (fit === 'open' && !search.isFinal) return { kind: 'waiting', at: found.index, rows, passed, next: null };
    tried = found.index + 1;
  }
  return { kind: 'nothing', at: Math.max(tried, text.length - TAIL), rows, passed, next: null };
}

/** The number that a row begins with, by which its table is in order; null if it begins with something else. */
export function numberAt(text: string, at: number): number | null {
  const [, number] = /^\(\s{0,9}(\d{1,15})\s{0,9}[,)]/.exec(text.slice(at, at + 40)) ?? [];
  return number === undefined ? null : Number(number);
}

function isWord(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95;
}

/** True if the candidate is complete; `open`: more text is needed. */
type Fit = 'yes' | 'no' | 'open';

function fitOf(text: string, row: ReadRow, width: number | null): Fit {
  if (row.kind !== 'row') return row.kind === 'incomplete' ? 'open' : 'no';
  if (width !== null && row.row.length !== width) return 'no';
  const next = text[skipSpace(text, row.end)];
  if (next === undefined) return 'open';
  return next === ',' || next === ';' ? 'yes' : 'no';
}

function fitOfStatement(text: string, at: number, backslash: boolean): Fit {
  if (copyHead(text, at) !== null) return 'yes';
  if (/^CREATE\s(?:[\w ]*\s)?TABLE\s/i.test(text.slice(at, at + 100))) {
    const end = endOfStatement(text, at, backslash);
    if (end === -1) return 'open';
    return readCreateTable(text.slice(at, end), backslash)?.shape == null ? 'no' : 'yes';
  }
  const isDefinition = /^CREATE\s/i.test(text.slice(at, at + 7));
  return text.length - at < (isDefinition ? 100 : MAX_HEAD) ? 'open' : 'no';
}

/** Quotes within a text are escaped, so a text rarely looks like this many values after a number. */
const VALUES_OF_A_ROW = 4;

/** True if an unreadable row begins at this position. */
function isBeginning(text: string, at: number, row: ReadRow): boolean {
  return (
    valuesOf(row) >= VALUES_OF_A_ROW &&
    /\d/.test(text[at + 1] ?? '') &&
    /\)\s{0,20},\s{0,20}$/.test(text.slice(Math.max(0, at - 50), at))
  );
}

function valuesOf(row: ReadRow): number {
  if (row.kind === 'row') return row.row.length;
  return row.kind === 'malformed' ? row.values : 0;
}
