/**
 * Files with the rows of one table: `mysqldump --tab`, and the CSV in which archives publish their posts. After an unreadable row,
 * reading continues at the next line that is a whole row.
 */
import type { Batch, Damage, TableShape } from './batch.ts';
import { readCsvRow, type ReadLine } from './csv-row.ts';
import { Output } from './output.ts';
import { createDecoder, isEscaped } from './scan-text.ts';
import { TOO_LONG, endOfLine, readTextRow } from './text-rows.ts';
import { TextWindow } from './text-window.ts';
import { UnnamedRows, type GuessColumns } from './unnamed-rows.ts';

interface Form {
  readonly readRow: (text: string, at: number) => ReadLine;
  /** True if a row may begin after this end of a line. */
  readonly isEnd: (text: string, at: number) => boolean;
  /** A line that begins like a row. */
  readonly beginning: RegExp;
}

const decode = createDecoder('utf-8');

const TAB: Form = {
  readRow(text, at) {
    const end = endOfLine(text, at);
    return end === -1
      ? 'incomplete'
      : { row: readTextRow(text.slice(at, end).replace(/\r$/, ''), decode), end: end + 1 };
  },
  isEnd: () => true,
  beginning: /\d+\t/y,
};

const CSV: Form = { readRow: readCsvRow, isEnd: (text, at) => !isEscaped(text, at, 0), beginning: /"?\d+"?,/y };

export class LineReader {
  readonly #table: string;
  readonly #file: string;
  readonly #form: Form;
  readonly #unnamed: UnnamedRows;
  readonly #window = new TextWindow();
  readonly #output = new Output();
  #shape: TableShape | null;
  #lost: (Omit<Damage, 'lost'> & { lost: number }) | null = null;
  #isFinal = false;

  private constructor(table: string, file: string, form: Form, shape: TableShape | null, guess: GuessColumns) {
    [this.#table, this.#file, this.#form, this.#shape] = [table, file, form, shape];
    this.#unnamed = new UnnamedRows(guess);
  }

  static tab(table: string, file: string, guess: GuessColumns): LineReader {
    return new LineReader(table, file, TAB, null, guess);
  }

  static csv(table: string, file: string, columns: readonly string[]): LineReader {
    return new LineReader(table, file, CSV, { columns, types: new Map() }, () => null);
  }

  push(chunk: Buffer): readonly Batch[] {
    if (!this.#window.push(chunk)) return [];
    while (this.#step());
    if (this.#window.isTooLong && this.#lost === null) {
      this.#lose(TOO_LONG);
      while (this.#step());
    }
    this.#window.wait();
    return this.#output.take();
  }

  end(): readonly Batch[] {
    const window = this.#window;
    if (window.text !== '' && !window.text.endsWith('\n')) window.text += '\n';
    this.#isFinal = true;
    for (;;) {
      while (this.#step());
      if (this.#lost !== null) {
        this.#report();
        break;
      }
      if (window.waiting === 0) break;
      this.#lose('the file ends in the middle of a row', 'cut');
    }
    return this.#output.take();
  }

  #step(): boolean {
    return this.#lost === null ? this.#row() : this.#search(this.#lost);
  }

  #row(): boolean {
    const { text, at } = this.#window;
    if (at >= text.length) return false;
    const read = this.#form.readRow(text, at);
    if (read === 'incomplete') return false;
    if (read === 'malformed') return this.#lose('a row cannot be read');
    const { row, end } = read;
    const shape = this.#shape ?? this.#reveal(row.length);
    if (shape !== null && row.length !== shape.columns.length) {
      return this.#lose(`a row has ${row.length} values for ${shape.columns.length} columns`);
    }
    // A backslash at the end of a damaged line joins it with the next one.
    if (shape === null) return this.#window.movePast('\n', at);
    this.#output.add(this.#table, shape, row);
    return this.#window.move(end);
  }

  #reveal(width: number): TableShape | null {
    const table = this.#table;
    const { shape, before } = this.#unnamed.place(table, width, () => ({ statement: null, line: this.#window.line }));
    if (before !== null) {
      const detail = `a row has ${before.width} values for ${width} columns`;
      const { statement, line, rows: lost } = before;
      this.#output.damage({ table, kind: 'row', detail, file: this.#file, statement, line, lost });
    }
    return (this.#shape = shape);
  }

  /** Skips to the next line that is a whole row. */
  #search(lost: { lost: number }): boolean {
    const window = this.#window;
    const { text } = window;
    for (let end = text.indexOf('\n', window.at); end !== -1; end = text.indexOf('\n', window.at)) {
      if (end + 1 >= text.length && !this.#isFinal) return false;
      if (this.#form.isEnd(text, end)) {
        const read = this.#form.readRow(text, end + 1);
        if (read === 'incomplete' && !this.#isFinal && !window.isTooLong) return false;
        if (typeof read === 'object' && read.row.length === this.#shape?.columns.length) {
          this.#report();
          return window.move(end + 1);
        }
        this.#form.beginning.lastIndex = end + 1;
        if (this.#form.beginning.test(text)) lost.lost++;
      }
      window.move(end + 1);
    }
    // A backslash may escape the end of the line.
    window.move(Math.max(window.at, text.length - 1));
    return false;
  }

  #lose(detail: string, kind: Damage['kind'] = 'row'): true {
    const { line } = this.#window;
    this.#lost = { table: this.#table, kind, detail, file: this.#file, statement: null, line, lost: 1 };
    return true;
  }

  #report(): void {
    if (this.#lost !== null) this.#output.damage(this.#lost);
    this.#lost = null;
  }
}
