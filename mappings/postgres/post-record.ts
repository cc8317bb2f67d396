/**
 * Reads a row of `posts` that PostgreSQL sends as one text: the driver takes 8 µs for a row of 38 columns, and 3 µs for
 * one text. Rebuilds and verifications, which read every row, use it.
 */
import type { Post } from '../post.ts';
import { EMPTY_POST, SELECTED, type PostColumnType } from './post-columns.ts';
import { EXTRA_FILE_ROWS, toExtraFiles, type ExtraFileRows, type SelectedFields } from './post-row.ts';

const IN_RECORD = SELECTED.filter(({ name }) => name !== 'comment');

/**
 * For `select ${POST_RECORD} from posts p`. The comment is a column of its own: within the record each of its quotes would be
 * doubled, which costs both sides more than one more column.
 */
export const POST_RECORD = `row(${IN_RECORD.map(({ name }) => `p.${name}`).join(', ')})::text as record, p.comment, ${EXTRA_FILE_ROWS}`;

/** For `select b.name as board, ${POST_RECORD} …`. */
export interface PostRecordRow {
  readonly board: string;
  readonly record: string;
  readonly comment: string | null;
  readonly extra_file_rows: ExtraFileRows | null;
}

/** One switch, since a call of one function per type takes longer. */
function valueOf(type: PostColumnType, text: string): unknown {
  switch (type) {
    case 'text':
      return text;
    case 'bigint':
    case 'int':
      return Number(text);
    case 'boolean':
      return text === 't';
    case 'timestamptz':
      return toDate(text);
    case 'bytea':
      return Buffer.from(text.slice(2), 'hex');
    case 'jsonb':
      return JSON.parse(text);
  }
}

export function toPostOfRecord({ board, record: text, comment, extra_file_rows: files }: PostRecordRow): Post {
  const record = new RecordReader(text);
  const values: Record<string, unknown> = { ...EMPTY_POST };
  values['board'] = board;
  values['comment'] = comment;
  for (const { field, type } of IN_RECORD) {
    const value = record.next();
    if (value !== null) values[field] = valueOf(type, value);
  }
  if (files !== null) values['extraFiles'] = toExtraFiles(files);
  return values as unknown as SelectedFields & { readonly board: string };
}

/** Reads what PostgreSQL makes of `row(a, b, …)::text`: `(1,t,"a ""quoted"" \\ text",,"")`. */
class RecordReader {
  readonly #text: string;
  readonly #end: number;
  #at = 1;

  constructor(text: string) {
    this.#text = text;
    this.#end = text.length - 1;
  }

  /** The next column; null for one that is null. An empty text is quoted. */
  next(): string | null {
    const text = this.#text;
    const from = this.#at;
    if (text.charCodeAt(from) === QUOTE) return this.#quoted(from + 1);
    const comma = text.indexOf(',', from);
    const end = comma === -1 ? this.#end : comma;
    this.#at = end + 1;
    return end === from ? null : text.slice(from, end);
  }

  #quoted(from: number): string {
    const text = this.#text;
    let end = text.indexOf('"', from);
    let isDoubled = false;
    while (text.charCodeAt(end + 1) === QUOTE) {
      isDoubled = true;
      end = text.indexOf('"', end + 2);
    }
    this.#at = end + 2;
    let value = text.slice(from, end);
    if (isDoubled) value = value.replaceAll('""', '"');
    return value.includes('\\') ? value.replaceAll('\\\\', '\\') : value;
  }
}

const QUOTE = 34;

/** `2022-01-31 23:59:59.123456+00`, as every session in UTC sends it. Digits below a millisecond are dropped. */
function toDate(text: string): Date {
  return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`);
}
