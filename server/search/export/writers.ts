/**
 * The formats of an export. NDJSON holds everything as it is, for programs. CSV (RFC 4180) is for spreadsheets: UTF-8 with a
 * byte order mark, without which they assume another encoding; lines end in CRLF; a text that a spreadsheet would read as a
 * formula gets an apostrophe before it, also where only spreadsheets with another separator would.
 */
import { stringify } from 'csv-stringify/sync';
import type { ExportEnd, ExportRow } from '../../../mappings/contract/export.ts';
import type { Site } from '../../shared/site.ts';

export interface ExportWriter {
  readonly type: string;
  readonly extension: string;
  begin(): string;
  rows(rows: readonly ExportRow[]): string;
  end(end: ExportEnd): string;
}

export const ndjsonWriter: ExportWriter = {
  type: 'application/x-ndjson; charset=utf-8',
  extension: 'ndjson',
  begin: () => '',
  rows: (rows) => rows.map(line).join(''),
  end: line,
};

function line(value: ExportRow | ExportEnd): string {
  return `${JSON.stringify(value)}\n`;
}

type Cell = string | number | boolean | null;

/** In this order; names are the API's field names, flattened. */
const COLUMNS: Readonly<Record<string, (row: ExportRow, site: Site) => Cell>> = {
  board: (row) => row.board,
  num: (row) => row.num,
  subnum: (row) => row.subnum,
  thread: (row) => row.thread,
  opener: (row) => row.opener,
  time_posted: (row) => row.time_posted,
  time_modified: (row) => row.time_modified,
  time_deleted_post: (row) => row.time_deleted_post,
  time_deleted_file: (row) => row.time_deleted_file,
  time_archived: (row) => row.time_archived,
  time_bumped: (row) => row.time_bumped,
  name: (row) => row.name,
  tripcode: (row) => row.tripcode,
  capcode: (row) => row.capcode,
  posterid: (row) => row.posterid,
  country: (row) => row.country,
  email: (row) => row.email,
  subject: (row) => row.subject,
  comment: (row) => row.comment,
  thread_subject: (row) => row.thread_subject,
  thread_hits: (row) => row.group?.hits ?? null,
  file_name: (row) => row.file?.name ?? null,
  file_type: (row) => row.file?.type ?? null,
  file_size: (row) => row.file?.size ?? null,
  file_width: (row) => row.file?.width ?? null,
  file_height: (row) => row.file?.height ?? null,
  file_md5: (row) => row.file?.md5 ?? null,
  file_url: (row, site) => (row.file?.url == null ? null : site.whole(row.file.url)),
  spoiler: (row) => row.spoiler,
  sticky: (row) => row.sticky,
  closed: (row) => row.closed,
  posters: (row) => row.posters,
  replies: (row) => row.replies,
  images: (row) => row.images,
  since4pass: (row) => row.since4pass,
  rev: (row) => row.rev,
  url: (row, site) => site.post(row),
};

export const CSV_COLUMNS: readonly string[] = Object.keys(COLUMNS);
const CELLS = Object.values(COLUMNS);
const BYTE_ORDER_MARK = '\uFEFF';

export function csvWriter(site: Site): ExportWriter {
  return {
    type: 'text/csv; charset=utf-8; header=present',
    extension: 'csv',
    begin: () => BYTE_ORDER_MARK + lines([CSV_COLUMNS]),
    rows: (rows) => lines(rows.map((row) => CELLS.map((cell) => cell(row, site)))),
    end: (end) => lines([endCells(end)]),
  };
}

/**
 * The row has as many cells as any other. If rows begin with the board, its first cell is `#end`, since board names do not begin with
 * `#`.
 */
function endCells({ rows, complete, reason, next }: ExportEnd): readonly Cell[] {
  const told = ['#end', `rows=${rows}`, `complete=${complete}`, `reason=${reason ?? ''}`, `next=${next ?? ''}`];
  return CSV_COLUMNS.map((_, place) => told[place] ?? null);
}

function lines(rows: readonly (readonly Cell[])[]): string {
  return stringify(
    rows.map((row) => row.map(toText)),
    { record_delimiter: 'windows', quote_record_delimiter: true },
  );
}

function toText(cell: Cell): string | null {
  if (typeof cell === 'string') return cell.replaceAll(FORMULA, "'");
  return cell === null ? null : String(cell);
}

/**
 * The places that need an apostrophe: before signs of a formula, also in full width, and at the beginning also before tabs and line
 * ends, which spreadsheets skip. A spreadsheet whose separator is a semicolon or a tab cuts our lines differently: each semicolon, tab
 * and line end in a text begins a cell, quotes do not protect the text after them, and quotes or spaces may come before the sign.
 */
const FORMULA = /^(?=[\t\r\n])|(?=[=+\-@＝＋－＠])(?<=(?:^|[;\t\r\n\v\f"])[" \u00A0]*)/g;

const MAX_WORDS_LENGTH = 40;

/** Letters, digits and dashes only, so that no query can break a header or a file system. */
export function exportFileName(q: string, now: Date, extension: string): string {
  const words = q
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_WORDS_LENGTH)
    .replaceAll(/^-+|-+$/g, '');
  return ['sagasu', words, now.toISOString().slice(0, 10)].filter((part) => part !== '').join('-') + `.${extension}`;
}
