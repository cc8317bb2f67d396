/**
 * Reads the rows of a dump without a server: mysqldump, mariadb-dump and pg_dump. Only CREATE TABLE, INSERT, REPLACE and COPY are read;
 * everything else is skipped, and nothing is ever run. Memory is bounded by one row, however long the statement.
 */
import { ImportError } from '../import-error.ts';
import type { Batch, Damage, Row, TableShape, Wanted } from './batch.ts';
import { createDecoder } from './scan-text.ts';
import { QUALIFIED_NAME, endOfStatement, plainName, plainNames, readCreateTable } from './statement.ts';
import { endOfLine, readTextRow } from './text-rows.ts';
import { readValue } from './value.ts';

/** A row of Asagi is at most some 500 kB, a definition or a routine some 10 kB. */
const MAX_ROW = 64 * 1024 * 1024;
const MAX_STATEMENT = 8 * 1024 * 1024;
const ROWS_PER_BATCH = 500;

const INSERT = new RegExp(
  `(?:INSERT|REPLACE)\\s+(?:(?:IGNORE|DELAYED|LOW_PRIORITY)\\s+)*(?:INTO\\s+)?(${QUALIFIED_NAME})\\s*(?:\\(([^)]*)\\))?\\s*VALUES\\s*(?=\\()`,
  'iy',
);
const COPY = new RegExp(`COPY\\s+(${QUALIFIED_NAME})\\s*\\(([^)]*)\\)\\s+FROM\\s+stdin;\\r?\\n`, 'iy');
const DELIMITER = /DELIMITER[ \t]+(\S+)[ \t]*\r?\n/iy;
const ROUTINE = /(?:TRIGGER|PROCEDURE|FUNCTION)\s+(?:IF\s+(?:NOT\s+)?EXISTS\s+)?[`"]?([\w$.]+)/gi;
const SET_NAMES = /SET\s+NAMES\s+'?(\w+)'?|client_encoding\s*=\s*'(\w+)'/i;

const CHARSETS: Readonly<Record<string, string>> = {
  utf8mb4: 'utf-8',
  utf8mb3: 'utf-8',
  utf8: 'utf-8',
  binary: 'utf-8',
  ascii: 'utf-8',
  latin1: 'windows-1252',
};

type Mode =
  | { readonly kind: 'statement' }
  | {
      readonly kind: 'values' | 'copy';
      readonly table: string;
      readonly shape: TableShape | null;
      readonly wanted: boolean;
      /** By place in a row: whether the value is needed; null if all are. */
      readonly needed: readonly boolean[] | null;
    }
  | { readonly kind: 'delimiter'; readonly delimiter: string };

const STATEMENT: Mode = { kind: 'statement' };

export class SqlReader {
  readonly routines = new Set<string>();
  readonly #wanted: Wanted;
  readonly #columns: ReadonlySet<string> | null;
  readonly #shapes = new Map<string, TableShape>();
  #text = '';
  #at = 0;
  #mode: Mode = STATEMENT;
  #backslash = true;
  #isPostgres = false;
  #decode = createDecoder('utf-8');
  #batches: Batch[] = [];
  #rows: Row[] = [];
  #damage: Damage[] = [];

  /** @param columns those whose values are needed; null for all */
  constructor(wanted: Wanted, columns: ReadonlySet<string> | null = null) {
    this.#wanted = wanted;
    this.#columns = columns;
  }

  /** @throws ImportError for a character set that is not supported, and for text that is no dump. */
  push(chunk: Buffer): readonly Batch[] {
    this.#text = this.#text.slice(this.#at) + chunk.toString('latin1');
    this.#at = 0;
    if (!this.#isPostgres && this.#mode === STATEMENT && /^--\s+PostgreSQL database/m.test(this.#text.slice(0, 500))) {
      this.#isPostgres = true;
      this.#backslash = false;
    }
    while (this.#step());
    const limit = this.#mode.kind === 'statement' ? MAX_STATEMENT : MAX_ROW;
    if (this.#text.length - this.#at > limit) this.#skipUnreadable();
    return this.#take();
  }

  /** What is left when the file has ended. */
  end(): readonly Batch[] {
    this.#text += '\n';
    while (this.#step());
    const rest = this.#text.slice(this.#at).trim();
    if (this.#mode.kind !== 'statement' || rest !== '') {
      const table = this.#mode.kind === 'statement' || this.#mode.kind === 'delimiter' ? null : this.#mode.table;
      this.#damage.push({ table, kind: 'cut', detail: 'the file ends in the middle of a statement' });
    }
    return this.#take();
  }

  #take(): readonly Batch[] {
    this.#flush();
    const batches = this.#batches;
    this.#batches = [];
    return batches;
  }

  #flush(): void {
    if (this.#rows.length === 0 && this.#damage.length === 0) return;
    const { table, shape } =
      this.#mode.kind === 'values' || this.#mode.kind === 'copy' ? this.#mode : { table: '', shape: null };
    this.#batches.push({ table, shape, rows: this.#rows, damage: this.#damage });
    this.#rows = [];
    this.#damage = [];
  }

  #leave(): void {
    this.#flush();
    this.#mode = STATEMENT;
  }

  /** Whether something was read. */
  #step(): boolean {
    switch (this.#mode.kind) {
      case 'statement':
        return this.#statement();
      case 'values':
        return this.#tuple(this.#mode);
      case 'copy':
        return this.#copied(this.#mode);
      case 'delimiter':
        return this.#withDelimiter(this.#mode.delimiter);
    }
  }

  #statement(): boolean {
    this.#at += /^\s*/.exec(this.#text.slice(this.#at, this.#at + 4096))?.[0].length ?? 0;
    const ahead = this.#text.slice(this.#at, this.#at + 2);
    if (ahead.length < 2) return false;
    if (ahead === '--' || ahead.startsWith('#') || ahead.startsWith('\\')) return this.#skipPast('\n', 1);
    if (ahead === '/*') return this.#comment();
    if (ahead.startsWith(';')) return this.#move(this.#at + 1);
    const insert = this.#match(INSERT);
    if (insert !== null) return this.#enter('values', insert);
    const copy = this.#match(COPY);
    if (copy !== null) return this.#enter('copy', copy);
    const delimiter = this.#match(DELIMITER);
    if (delimiter !== null) {
      const [whole, sign = ';'] = delimiter;
      if (sign !== ';') this.#mode = { kind: 'delimiter', delimiter: sign };
      return this.#move(this.#at + whole.length);
    }
    // Both are known by the end of their line.
    if (
      /^(?:COPY|DELIMITER)\s/i.test(this.#text.slice(this.#at, this.#at + 10)) &&
      !this.#text.includes('\n', this.#at)
    )
      return false;
    const end = endOfStatement(this.#text, this.#at, this.#backslash);
    if (end === -1) return false;
    this.#note(this.#text.slice(this.#at, end));
    return this.#move(end);
  }

  #note(statement: string): void {
    const table = readCreateTable(statement);
    if (table !== null) this.#shapes.set(table.table, { columns: table.columns.map(this.#decode), types: table.types });
    else this.#noteSettings(statement);
    if (/^CREATE/i.test(statement)) this.#noteRoutines(statement.slice(0, 500));
  }

  #noteSettings(statement: string): void {
    const [, names, encoding] = SET_NAMES.exec(statement) ?? [];
    const written = (names ?? encoding)?.toLowerCase();
    if (written !== undefined && written !== 'default') {
      const charset = CHARSETS[written];
      if (charset === undefined) {
        throw new ImportError(
          'charset',
          `the dump is in the character set ${written}; dump it with --default-character-set=utf8mb4`,
        );
      }
      this.#decode = createDecoder(charset);
    }
    if (/NO_BACKSLASH_ESCAPES/i.test(statement)) this.#backslash = false;
  }

  #noteRoutines(statement: string): void {
    for (const [, name = ''] of statement.matchAll(ROUTINE)) this.routines.add(name);
  }

  /** `/*!40101 SET NAMES utf8mb4 *\/` is a statement; other comments are skipped alike. */
  #comment(): boolean {
    const end = this.#text.indexOf('*/', this.#at + 2);
    if (end === -1) return false;
    const content = this.#text.slice(this.#at, Math.min(end, this.#at + 2000));
    if (/^\/\*M?!/.test(content)) {
      this.#noteSettings(content);
      this.#noteRoutines(content);
    }
    return this.#move(end + 2);
  }

  #enter(kind: 'values' | 'copy', [whole, name = '', list]: RegExpExecArray): boolean {
    const table = this.#decode(plainName(name));
    const known = this.#shapes.get(table);
    const shape =
      list === undefined
        ? (known ?? null)
        : { columns: plainNames(list).map(this.#decode), types: known?.types ?? new Map<string, string>() };
    const columns = this.#columns;
    const needed = columns === null || shape === null ? null : shape.columns.map((column) => columns.has(column));
    this.#mode = { kind, table, shape, wanted: this.#wanted(table, shape?.columns ?? null), needed };
    return this.#move(this.#at + whole.length);
  }

  #tuple({ table, shape, wanted, needed }: Extract<Mode, { table: string }>): boolean {
    const { backslash, text } = { backslash: this.#backslash, text: this.#text };
    const skipping = { backslash, newlines: this.#isPostgres || !backslash, decode: null };
    const reading = { ...skipping, decode: this.#decode };
    let at = skipSpace(text, this.#at);
    if (at >= text.length) return false;
    if (text[at] !== '(') return this.#unreadable(table);
    const row: (string | null)[] = [];
    for (;;) {
      at = skipSpace(text, at + 1);
      const value = readValue(text, at, wanted && needed?.[row.length] !== false ? reading : skipping);
      if (value.kind === 'incomplete') return false;
      if (value.kind === 'malformed') return this.#unreadable(table);
      row.push(value.value);
      at = skipSpace(text, value.end);
      if (at >= text.length) return false;
      if (text[at] === ')') break;
      if (text[at] !== ',') return this.#unreadable(table);
    }
    at = skipSpace(text, at + 1);
    if (at >= text.length) return false;
    if (text[at] !== ',' && text[at] !== ';') return this.#unreadable(table);
    if (wanted) this.#add(table, shape, row);
    const isLast = text[at] === ';';
    this.#move(at + 1);
    if (isLast) this.#leave();
    return true;
  }

  #add(table: string, shape: TableShape | null, row: Row): void {
    if (shape !== null && row.length !== shape.columns.length) {
      const detail = `a row has ${row.length} values for ${shape.columns.length} columns`;
      this.#damage.push({ table, kind: 'row', detail });
      return;
    }
    this.#rows.push(row);
    if (this.#rows.length >= ROWS_PER_BATCH) this.#flush();
  }

  /**
   * A row that cannot be read. Text in it could look like rows, so reading goes on at the next line, which in these dumps begins
   * outside of any text: with the next row, or with the next statement.
   */
  #unreadable(table: string): boolean {
    const next =
      this.#isPostgres || !this.#backslash
        ? this.#text.slice(this.#at + 1).search(/\n(?:INSERT|COPY|--|SET) /)
        : this.#text.indexOf('\n', this.#at + 1) - this.#at - 1;
    if (next < 0) return false;
    const line = this.#at + 1 + next + 1;
    if (line >= this.#text.length) return false;
    const goesOn = this.#text[line] === '(';
    if (this.#mode.kind === 'values' && this.#mode.wanted) {
      this.#damage.push({ table, kind: goesOn ? 'row' : 'rest', detail: 'a row cannot be read' });
    }
    this.#move(line);
    if (!goesOn) this.#leave();
    return true;
  }

  #copied({ table, shape, wanted }: Extract<Mode, { table: string }>): boolean {
    const end = endOfLine(this.#text, this.#at);
    if (end === -1) return false;
    const line = this.#text.slice(this.#at, end).replace(/\r$/, '');
    if (line === String.raw`\.`) this.#leave();
    else if (wanted) this.#add(table, shape, readTextRow(line, this.#decode));
    return this.#move(end + 1);
  }

  /** Routines stand between `DELIMITER ;;` and `DELIMITER ;`. */
  #withDelimiter(delimiter: string): boolean {
    const end = this.#text.slice(this.#at).search(/^DELIMITER[ \t]+;[ \t]*\r?$/m);
    const read = end === -1 ? '' : this.#text.slice(this.#at, this.#at + end);
    if (end === -1) {
      // Keeps what may be the beginning of the line.
      const line = this.#text.lastIndexOf('\n');
      if (line > this.#at) {
        this.#noteRoutines(this.#text.slice(this.#at, line));
        this.#move(line);
      }
      return false;
    }
    this.#noteRoutines(read.replaceAll(delimiter, ';'));
    this.#mode = STATEMENT;
    return this.#move(this.#text.indexOf('\n', this.#at + end) + 1 || this.#text.length);
  }

  #skipPast(sign: string, length: number): boolean {
    const end = this.#text.indexOf(sign, this.#at);
    return end === -1 ? false : this.#move(end + length);
  }

  #skipUnreadable(): void {
    const table = this.#mode.kind === 'values' || this.#mode.kind === 'copy' ? this.#mode.table : null;
    this.#damage.push({ table, kind: 'rest', detail: 'a row or statement is longer than the largest that is read' });
    this.#leave();
    this.#at = this.#text.length;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text);
  }

  #move(to: number): true {
    this.#at = to;
    return true;
  }
}

function skipSpace(text: string, from: number): number {
  let at = from;
  for (let code = text.charCodeAt(at); code === 32 || (code >= 9 && code <= 13); code = text.charCodeAt(at)) at++;
  return at;
}
