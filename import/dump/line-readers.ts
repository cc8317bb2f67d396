/** Files with the rows of one table: `mysqldump --tab`, and the CSV in which archives publish their posts. */
import type { Batch, Damage, Row, TableShape } from './batch.ts';
import { createDecoder, endOfQuoted, unescape } from './scan-text.ts';
import { endOfLine, readTextRow } from './text-rows.ts';

const MAX_ROW = 64 * 1024 * 1024;

type ReadRow = { readonly row: Row; readonly end: number } | 'incomplete' | 'malformed';

export class LineReader {
  readonly #table: string;
  readonly #shape: TableShape | null;
  readonly #readRow: (text: string, at: number) => ReadRow;
  #text = '';

  private constructor(table: string, shape: TableShape | null, readRow: (text: string, at: number) => ReadRow) {
    this.#table = table;
    this.#shape = shape;
    this.#readRow = readRow;
  }

  static tab(table: string): LineReader {
    const decode = createDecoder('utf-8');
    return new LineReader(table, null, (text, at) => {
      const end = endOfLine(text, at);
      return end === -1 ? 'incomplete' : { row: readTextRow(text.slice(at, end), decode), end: end + 1 };
    });
  }

  static csv(table: string, columns: readonly string[]): LineReader {
    return new LineReader(table, { columns, types: new Map() }, readCsvRow);
  }

  push(chunk: Buffer): readonly Batch[] {
    return this.#read(this.#text + chunk.toString('latin1'));
  }

  end(): readonly Batch[] {
    const text = this.#text === '' || this.#text.endsWith('\n') ? this.#text : `${this.#text}\n`;
    const batches = this.#read(text);
    if (this.#text === '') return batches;
    return [...batches, this.#batch([], [{ kind: 'cut', detail: 'the file ends in the middle of a row' }])];
  }

  #batch(rows: readonly Row[], damage: readonly Omit<Damage, 'table'>[]): Batch {
    const table = this.#table;
    return { table, shape: this.#shape, rows, damage: damage.map((one) => ({ ...one, table })) };
  }

  #read(text: string): readonly Batch[] {
    const rows: Row[] = [];
    const damage: Omit<Damage, 'table'>[] = [];
    let at = 0;
    while (at < text.length) {
      const read = this.#readRow(text, at);
      if (read === 'incomplete') {
        if (text.length - at <= MAX_ROW) break;
        damage.push({ kind: 'rest', detail: 'a row is longer than the longest that is read' });
        at = text.length;
      } else if (read === 'malformed') {
        const next = endOfLine(text, at);
        if (next === -1) break;
        damage.push({ kind: 'row', detail: 'a row cannot be read' });
        at = next + 1;
      } else {
        at = read.end;
        const { row } = read;
        if (this.#shape === null || row.length === this.#shape.columns.length) rows.push(row);
        else
          damage.push({
            kind: 'row',
            detail: `a row has ${row.length} values for ${this.#shape.columns.length} columns`,
          });
      }
    }
    this.#text = text.slice(at);
    return rows.length + damage.length === 0 ? [] : [this.#batch(rows, damage)];
  }
}

const decodeUtf8 = createDecoder('utf-8');

/** Fields in double quotes or bare, with backslash escapes; a bare `\N` is NULL. */
function readCsvRow(text: string, start: number): ReadRow {
  const row: (string | null)[] = [];
  for (let at = start; ;) {
    let end: number;
    if (text[at] === '"') {
      const closing = endOfQuoted(text, at + 1, '"', true);
      if (closing === -1) return 'incomplete';
      row.push(decodeUtf8(unescape(text.slice(at + 1, closing), '"', true)));
      end = closing + 1;
    } else {
      const field = /[^,\r\n]*/y;
      field.lastIndex = at;
      const [bare = ''] = field.exec(text) ?? [];
      end = at + bare.length;
      row.push(bare === String.raw`\N` ? null : decodeUtf8(unescape(bare, '"', true)));
    }
    if (text[end] === '\r' && text[end + 1] !== undefined) end++;
    const sign = text[end];
    if (sign === undefined || (sign === '\r' && text[end + 1] === undefined)) return 'incomplete';
    if (sign === '\n') return { row, end: end + 1 };
    if (sign !== ',') return 'malformed';
    at = end + 1;
  }
}
