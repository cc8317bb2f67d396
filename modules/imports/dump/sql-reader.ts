/**
 * Reads the rows of a dump without a server: mysqldump, mariadb-dump, pg_dump, sqlite3 and others. Only CREATE TABLE, INSERT, REPLACE and
 * COPY are read; nothing is run. Unreadable parts are reported and skipped. Memory is bounded by the size of one row.
 */
import type { Batch, Damage, Row, TableShape, Wanted } from './batch.ts';
import { readCopyLine } from './copy-line.ts';
import { readCreateTable } from './create-table.ts';
import { MAX_HEAD, copyHead, delimiterHead, insertHead } from './heads.ts';
import { KnownTables } from './known-tables.ts';
import { STATEMENT, lostRows, type CopyMode, type LostMode, type Mode, type ValuesMode } from './modes.ts';
import { Output } from './output.ts';
import { endOfEscaped } from './lost-escape.ts';
import { findResume, numberAt } from './resume.ts';
import { Routines } from './routines.ts';
import { skipSpace } from './scan-text.ts';
import { Settings } from './settings.ts';
import { readRow } from './sql-row.ts';
import { endOfStatement, hasBody, hasSwallowedRows, isWithoutRows } from './statement.ts';
import { TOO_LONG } from './text-rows.ts';
import { TextWindow } from './text-window.ts';
import { UnnamedRows, type GuessColumns } from './unnamed-rows.ts';

/** Limit for counting rows one by one. */
const MAX_PASSED = 1_000_000;
const UNREADABLE = 'a row cannot be read';
const ROW = { kind: 'row', detail: UNREADABLE } as const;
const NO_END = 'a statement has no end';
const wrongWidth = (found: number, width: number) => `a row has ${found} values for ${width} columns`;

export interface SqlOptions {
  /** The columns whose values are needed; null for all. */
  readonly columns?: ReadonlySet<string> | null;
  readonly guess?: GuessColumns;
  /** Table definitions, shared by the files of one dump. */
  readonly shapes?: Map<string, TableShape>;
  /** For messages. */
  readonly file?: string;
}

export class SqlReader {
  readonly #routines = new Routines();
  readonly #tables: KnownTables;
  readonly #unnamed: UnnamedRows;
  readonly #file: string | null;
  readonly #settings = new Settings();
  readonly #output = new Output();
  readonly #window = new TextWindow();
  #mode: Mode = STATEMENT;
  #statements = 0;
  #isFinal = false;

  constructor(wanted: Wanted, { columns = null, guess = () => null, shapes = new Map(), file }: SqlOptions = {}) {
    this.#unnamed = new UnnamedRows(guess);
    this.#tables = new KnownTables(shapes, this.#unnamed, wanted, columns, this.#settings);
    this.#file = file ?? null;
  }

  get routines(): ReadonlySet<string> {
    return this.#routines.names;
  }

  /** @throws ImportError for a character set that is not supported */
  push(chunk: Buffer): readonly Batch[] {
    const window = this.#window;
    if (!window.push(chunk)) return [];
    while (this.#step());
    if (window.isTooLong) this.#giveUp();
    window.wait();
    return this.#output.take();
  }

  /** Handles the rest of the text at the end of the file. */
  end(): readonly Batch[] {
    const window = this.#window;
    // A line of COPY without its end is cut off, even if it has the right number of values.
    if (this.#mode.kind === 'copy' && !window.text.endsWith(String.raw`\.`)) window.dropLastLine();
    else if (this.#mode.kind !== 'values') window.text += '\n';
    this.#isFinal = true;
    for (;;) {
      while (this.#step());
      const rest = window.text.slice(window.at);
      const mode = this.#mode;
      if (mode.kind === 'lost') this.#report(mode, null);
      if (mode.kind === 'lost' || (mode.kind === 'statement' && rest.trim() === '')) break;
      // An unterminated text belongs to a damaged row if the statement ends.
      if (mode.kind === 'values' && /\)\s*;\s*?\n/.test(rest)) {
        this.#lose('row', UNREADABLE, mode.table, window.at + 1, mode);
      } else this.#lose('cut', 'the file ends in the middle of a statement', null, window.at + 1);
    }
    return this.#output.take();
  }

  /** Returns true if something was read. */
  #step(): boolean {
    switch (this.#mode.kind) {
      case 'statement':
        return this.#statement();
      case 'values':
        return this.#tuple(this.#mode);
      case 'copy':
        return this.#copied(this.#mode);
      case 'lost':
        return this.#search(this.#mode);
      case 'long_line':
        return this.#longLine(this.#mode.of);
      case 'delimiter':
        return this.#withDelimiter(this.#mode.delimiter);
    }
  }

  #statement(): boolean {
    const window = this.#window;
    const { text } = window;
    const at = (window.at = skipSpace(text, window.at));
    const ahead = text.slice(at, at + 2);
    if (ahead.length < 2) return false;
    if (ahead === '--' || ahead.startsWith('#') || ahead.startsWith('\\')) return this.#skipLine(text, at);
    if (ahead === '/*') return this.#comment(text, at);
    if (ahead.startsWith(';')) return window.move(at + 1);
    const insert = insertHead(text, at);
    if (insert !== null) return this.#begin(this.#tables.valuesOf(insert), insert.end);
    const copy = copyHead(text, at);
    if (copy !== null) return this.#begin(this.#tables.copyOf(copy), copy.end);
    const delimiter = delimiterHead(text, at);
    if (delimiter !== null) {
      if (delimiter.sign !== ';') this.#mode = { kind: 'delimiter', delimiter: delimiter.sign };
      return window.move(delimiter.end);
    }
    // Both are known by the end of their line.
    const isHead = /^(?:COPY|DELIMITER)\s/i.test(text.slice(at, at + 10));
    if (isHead && !this.#isFinal && !text.includes('\n', at)) return false;
    const end = endOfStatement(text, at, this.#settings.backslash);
    if (end === -1) return false;
    this.#statements++;
    return this.#note(text.slice(at, end), end);
  }

  #note(statement: string, end: number): boolean {
    const { backslash, decode } = this.#settings;
    if (!hasBody(statement) && hasSwallowedRows(statement)) {
      return this.#lose('statement', NO_END, this.#tables.tableIn(statement), this.#window.at + 1);
    }
    const defined = readCreateTable(statement, backslash);
    if (defined?.shape != null) {
      this.#tables.define(defined.table, defined.shape);
    } else if (defined !== null) {
      this.#damage('statement', 'the definition of the table is not understood', decode(defined.table), 0);
    } else if (isWithoutRows(statement)) {
      this.#settings.noteStatement(statement);
      if (/^CREATE/i.test(statement)) this.#routines.note(statement.slice(0, 500));
    } else {
      const lost = this.#tables.rowsIn(statement);
      this.#damage('statement', 'a statement is not understood', this.#tables.tableIn(statement), lost);
    }
    return this.#window.move(end);
  }

  #skipLine(text: string, at: number): boolean {
    const isWhole = this.#window.movePast('\n', at);
    if (isWhole) this.#settings.noteComment(text, at);
    return isWhole;
  }

  /** `/*!40101 SET NAMES utf8mb4 *\/` is a statement; other comments are skipped alike. */
  #comment(text: string, at: number): boolean {
    const end = text.indexOf('*/', at + 2);
    if (end === -1) return false;
    const content = text.slice(at, Math.min(end, at + 2000));
    if (/^\/\*M?!/.test(content)) {
      this.#settings.noteStatement(content);
      this.#routines.note(content);
    } else if (content.includes('CORRUPTION ERROR')) {
      this.#damage('statement', 'the program that wrote the dump found its database damaged', null, null);
    }
    return this.#window.move(end + 2);
  }

  #begin(mode: Mode, end: number): true {
    this.#statements++;
    this.#mode = mode;
    return this.#window.move(end);
  }

  #tuple(mode: ValuesMode): boolean {
    const window = this.#window;
    const { text } = window;
    const start = (window.at = skipSpace(text, window.at));
    if (start >= text.length) return false;
    const read = readRow(text, start, mode.syntax);
    if (read.kind === 'incomplete') return false;
    if (read.kind === 'malformed') return this.#malformed(mode, start, read.quote);
    const { row, end } = read;
    if (mode.width !== null && row.length !== mode.width) {
      return this.#lose('row', wrongWidth(row.length, mode.width), mode.table, start + 1, mode);
    }
    const next = skipSpace(text, end);
    if (next >= text.length) return false;
    const rows = mode.wanted ? this.#placed(mode, row) : mode;
    if (rows.wanted && rows.shape !== null) this.#output.add(rows.table, rows.shape, row);
    const sign = text[next];
    this.#mode = sign === ',' ? rows : STATEMENT;
    if (sign === ',' || sign === ';') return window.move(next + 1);
    if (/^(?:ON|RETURNING)\s/i.test(text.slice(next, next + 10))) return window.move(next);
    return this.#lose('row', 'what follows a row cannot be read', mode.table, end, rows, 0);
  }

  /** Uses the columns that the row reveals. */
  #placed<M extends ValuesMode | CopyMode>(mode: M, row: Row): M {
    if (mode.shape !== null) return mode;
    const [file, statement] = [this.#file, this.#statements];
    const { shape, before } = this.#unnamed.place(mode.table, row.length, () => ({
      statement,
      line: this.#window.line,
    }));
    if (before !== null) {
      const { rows: lost, width, ...place } = before;
      const detail = wrongWidth(width, row.length);
      this.#output.damage({ table: mode.table, kind: 'row', detail, file, ...place, lost });
    }
    if (shape === null) return mode;
    return { ...mode, ...(mode.kind === 'values' && this.#tables.valuesWith(mode.table, shape, mode.wanted)), shape };
  }

  #malformed(mode: ValuesMode, start: number, quote: number): boolean {
    const { text, isTooLong } = this.#window;
    const end = quote === -1 ? null : endOfEscaped(text, start, quote, mode);
    if (end === 'open' && !this.#isFinal && !isTooLong) return false;
    return this.#lose('row', UNREADABLE, mode.table, typeof end === 'number' ? end : start + 1, mode);
  }

  #search(mode: LostMode): boolean {
    const { text, at, isTooLong } = this.#window;
    const found = findResume(text, at, mode.rows, {
      backslash: this.#settings.backslash,
      isFinal: this.#isFinal || isTooLong,
      rowsOf: (head) => this.#tables.valuesOf(head),
    });
    const known = mode.rows;
    mode.rows = found.rows;
    for (const number of found.passed) if (mode.passed.size < MAX_PASSED) mode.passed.add(number);
    this.#window.move(found.at);
    if (found.kind === 'nothing' || found.kind === 'waiting') return false;
    // More follows, so the file is not cut off.
    if (mode.damage.kind === 'cut') {
      const isRow = known !== null;
      mode.damage = { ...mode.damage, ...(isRow ? ROW : { kind: 'statement', detail: NO_END }) };
      mode.lost = isRow ? 1 : null;
    }
    this.#report(mode, found.next);
    this.#mode = found.kind === 'row' && mode.rows !== null ? mode.rows : STATEMENT;
    return true;
  }

  #copied(mode: CopyMode): boolean {
    const { text, at } = this.#window;
    const read = readCopyLine(text, at, mode.shape?.columns.length ?? null, this.#settings.decode);
    if (read.kind === 'incomplete') return false;
    if (read.kind === 'row' && mode.wanted) {
      const rows = this.#placed(mode, read.row);
      if (rows.shape !== null) this.#output.add(rows.table, rows.shape, read.row);
      this.#mode = rows;
    } else if (read.kind === 'damage') {
      if (mode.wanted) this.#damage('row', read.detail, mode.table, 1);
    } else if (read.kind !== 'row') {
      this.#mode = STATEMENT;
      if (read.kind === 'statement') this.#damage('row', 'the rows of COPY have no end', mode.table, 0);
    }
    return this.#window.move(read.end);
  }

  #longLine(mode: CopyMode): boolean {
    const isEnd = this.#window.movePast('\n', this.#window.at);
    if (isEnd) this.#mode = mode;
    else this.#window.move(this.#window.text.length);
    return isEnd;
  }

  /** Routines are between `DELIMITER ;;` and `DELIMITER ;`. */
  #withDelimiter(delimiter: string): boolean {
    const found = this.#routines.endOfSection(this.#window.text, this.#window.at, delimiter);
    if (found.isBroken) this.#damage('statement', 'a DELIMITER has no end', null, 0);
    if (found.isEnd) this.#mode = STATEMENT;
    this.#window.move(found.at);
    return found.isEnd;
  }

  #giveUp(): void {
    const { text, at } = this.#window;
    const mode = this.#mode;
    if (mode.kind === 'copy') {
      if (mode.wanted) this.#damage('row', TOO_LONG, mode.table, 1);
      this.#mode = { kind: 'long_line', of: mode };
    } else if (mode.kind === 'values') this.#lose('row', TOO_LONG, mode.table, at + 1, mode);
    else if (mode.kind === 'statement') {
      this.#lose('statement', NO_END, this.#tables.tableIn(text.slice(at, at + MAX_HEAD)), at + 1);
    }
    while (this.#step());
  }

  #lose(
    kind: LostMode['damage']['kind'],
    detail: string,
    table: string | null,
    from: number,
    rows: ValuesMode | null = null,
    lost: number | null = kind === 'row' ? 1 : null,
  ): true {
    const of = table ?? (this.#mode.kind === 'values' || this.#mode.kind === 'copy' ? this.#mode.table : null);
    const damage = { table: of, kind, detail, statement: this.#statements, line: this.#window.line };
    const known = rows ?? (this.#mode.kind === 'values' ? this.#mode : null);
    const first = numberAt(this.#window.text, this.#window.at) ?? 0;
    this.#mode = {
      kind: 'lost',
      damage,
      isReported: rows?.wanted ?? true,
      lost,
      first,
      passed: new Set(),
      rows: known,
    };
    return this.#window.move(Math.min(from, this.#window.text.length));
  }

  #report(mode: LostMode, next: number | null): void {
    if (mode.isReported) this.#output.damage({ ...mode.damage, file: this.#file, lost: lostRows(mode, next) });
  }

  #damage(kind: Damage['kind'], detail: string, table: string | null, lost: number | null): void {
    const line = this.#window.line;
    this.#output.damage({ table, kind, detail, file: this.#file, statement: this.#statements, line, lost });
  }
}
