/** One damaged row in the middle of a dump, in every form that is read. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Batch, Row } from '../../../dump/batch.ts';
import { LineReader } from '../../../dump/line-readers.ts';
import { SqlReader } from '../../../dump/sql-reader.ts';
import { countOf } from '../../../../../test/support/full-counts.ts';

const COLUMNS = ['doc_id', 'num', 'media_orig', 'capcode', 'name', 'title', 'comment', 'sticky', 'media_hash', 'exif'];
type Values = readonly (string | null)[];

const list = (quote: string) => COLUMNS.map((name) => `${quote}${name}${quote}`).join(', ');
const definition = (table: string, quote: string) =>
  `CREATE TABLE ${quote}${table}${quote} (\n${COLUMNS.map((name) => `  ${quote}${name}${quote} text DEFAULT 'x,y'`).join(',\n')}\n);\n`;

const ESCAPES: Readonly<Record<string, string>> = {
  '\0': '\\0',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\u001A': '\\Z',
  "'": "\\'",
  '"': '\\"',
  '\\': '\\\\',
};
// oxlint-disable no-control-regex
const escaped = (text: string) => `'${text.replaceAll(/[\0\n\r\u001A"'\\]/g, (sign) => ESCAPES[sign] ?? sign)}'`;
const doubled = (text: string) => `'${text.replaceAll("'", "''")}'`;
const field = (text: string) => text.replaceAll(/[\0\n\r\t\\]/g, (sign) => ESCAPES[sign] ?? sign);
const csv = (text: string) => `"${text.replaceAll(/["\\\n]/g, (sign) => `\\${sign}`)}"`;
// oxlint-enable no-control-regex

const NUMBERS = new Set([0, 1, 7]);
const tuple = (row: Values, quote: (text: string) => string, between = ',') =>
  `(${row.map((value, at) => (value === null ? 'NULL' : NUMBERS.has(at) ? value : quote(value))).join(between)})`;
const line = (row: Values, between: string, write: (text: string) => string) =>
  row.map((value) => (value === null ? String.raw`\N` : write(value))).join(between);

interface Form {
  readonly head: (table: string) => string;
  /** A row, with the text before and after it. */
  readonly row: (
    row: Values,
    at: number,
    rows: number,
    table: string,
  ) => readonly [before: string, row: string, after: string];
  readonly tail: string;
  readonly tables: readonly string[];
  readonly file?: 'tab' | 'csv';
}

const extended = (
  head: string,
  [before, between, after]: readonly [string, string, string],
  write: (row: Values) => string,
  quote = '`',
): Form => ({
  head: (table) => definition(table, quote) + head.replaceAll('TABLE', quote + table + quote),
  row: (row, at, rows) => [at === 0 ? before : '', write(row), at === rows - 1 ? after : between],
  tail: '',
  tables: ['g', 'after'],
});
const single = (start: string, quote: (text: string) => string, head: (table: string) => string): Form => ({
  head,
  row: (row, _at, _rows, table) => [start.replaceAll('TABLE', table), tuple(row, quote), ';\n'],
  tail: '',
  tables: ['g', 'after'],
});
const lines = (file: 'tab' | 'csv', write: (row: Values) => string): Form => ({
  head: () => '',
  row: (row) => ['', write(row), '\n'],
  tail: '',
  tables: ['g'],
  file,
});

const NAMES = '/*!40101 SET NAMES utf8mb4 */;\n';
const FORMS: Readonly<Record<string, Form>> = {
  'mysqldump, one line a statement': extended('INSERT INTO TABLE VALUES ', ['', ',', ';\n'], (row) =>
    tuple(row, escaped),
  ),
  'mariadb-dump, one line a row': extended(
    'LOCK TABLES TABLE WRITE;\nINSERT INTO TABLE VALUES\n',
    ['', ',\n', ';\nUNLOCK TABLES;\n'],
    (row) => tuple(row, escaped),
  ),
  phpMyAdmin: extended(`INSERT INTO TABLE (${list('`')}) VALUES\n`, ['', ',\n', ';\n\n-- Dump\n'], (row) =>
    tuple(row, escaped, ', '),
  ),
  mydumper: extended(`${NAMES}INSERT INTO TABLE VALUES`, ['', '\n,', ';\n'], (row) => tuple(row, escaped)),
  'doubled quotes and real ends of lines': extended(
    `SET SESSION sql_mode='NO_BACKSLASH_ESCAPES';\nINSERT INTO TABLE (${list('"')}) VALUES\n\t `,
    ['', ',\n\t ', ';\n'],
    (row) => tuple(row, doubled),
    '"',
  ),
  'mysqldump, one statement a row': single('INSERT INTO `TABLE` VALUES ', escaped, (table) => definition(table, '`')),
  sqlite3: single('INSERT INTO TABLE VALUES', doubled, (table) => `PRAGMA foreign_keys=OFF;\n${definition(table, '')}`),
  'pg_dump --inserts': single(
    'INSERT INTO public.TABLE VALUES ',
    doubled,
    (table) => `--\n-- PostgreSQL database dump\n--\n\n${definition(table, '"')}`,
  ),
  pg_dump: {
    head: (table) =>
      `--\n-- PostgreSQL database dump\n--\n\n${definition(table, '"')}COPY public.${table} (${list('')}) FROM stdin;\n`,
    row: (row, at, rows) => ['', line(row, '\t', field), at === rows - 1 ? '\n\\.\n\n' : '\n'],
    tail: '',
    tables: ['g', 'after'],
  },
  'mysqldump --tab': lines('tab', (row) => line(row, '\t', field)),
  CSV: lines('csv', (row) => line(row, ',', csv)),
};

function dumpOf(form: Form, rows: readonly Values[], damaged: number, damage: (row: Buffer) => Buffer) {
  const parts: Buffer[] = [];
  let at = 0;
  for (const table of form.tables) {
    parts.push(Buffer.from(form.head(table)));
    for (const [index, values] of rows.entries()) {
      const [before, row, after] = form.row(values, index, rows.length, table);
      const isDamaged = table === 'g' && index === damaged;
      parts.push(Buffer.from(before));
      if (isDamaged) at = Buffer.concat(parts).toString('latin1').split('\n').length;
      parts.push(isDamaged ? damage(Buffer.from(row)) : Buffer.from(row), Buffer.from(after));
    }
  }
  return { dump: Buffer.concat([...parts, Buffer.from(form.tail)]), line: at };
}

function read(form: Form, dump: Buffer, size: number): readonly Batch[] {
  const reader =
    form.file === 'csv'
      ? LineReader.csv('g', 'g.csv', COLUMNS)
      : form.file === 'tab'
        ? LineReader.tab('g', 'g.txt', (_table, width) => (width === COLUMNS.length ? COLUMNS : null))
        : new SqlReader(() => true);
  const batches: Batch[] = [];
  for (let at = 0; at < dump.length; at += size) batches.push(...reader.push(dump.subarray(at, at + size)));
  return [...batches, ...reader.end()];
}

const rowsOf = (batches: readonly Batch[], table: string): readonly Row[] =>
  batches.flatMap(({ rows, table: of }) => (of === table ? rows : []));
const damageOf = (batches: readonly Batch[]) => batches.flatMap(({ damage }) => damage);

const text = fc.oneof(
  fc.constant('An ordinary sentence, with a comma (and more).'),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc
    .array(
      fc.constantFrom(
        "'",
        '"',
        '\\',
        '),(',
        "');",
        '\n',
        '\t',
        ',',
        '(1,2,',
        "(9,9,'N','x'),",
        'INSERT INTO `g` VALUES (1',
        '--',
        ';',
        'é',
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join('')),
);
const rows = fc
  .array(
    fc.tuple(fc.option(text), fc.option(text), fc.option(text), fc.option(fc.constant('K9ZlPfL41DtgBvhU5G0BKg=='))),
    {
      minLength: 3,
      maxLength: 8,
    },
  )
  .map((found) =>
    found.map(([name, title, comment, hash], at): Values => {
      const media = hash === null ? null : `140000000${at}123.jpg`;
      return [String(at + 1), String(at + 101), media, 'N', name, title, comment, '0', hash, null].map(
        (value) => value?.toWellFormed() ?? null,
      );
    }),
  );
const damages = fc.record({
  row: fc.nat(),
  at: fc.nat(),
  kind: fc.constantFrom('remove', 'replace', 'insert'),
  byte: fc.oneof(fc.constantFrom(...Buffer.from('\'"\\,();\nN0')), fc.integer({ min: 1, max: 255 })),
});

describe.each(Object.entries(FORMS))('%s', (_name, form) => {
  test('a whole dump is read without damage', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 20, max: 400 }), (given, size) => {
        const { dump } = dumpOf(form, given, -1, (row) => row);
        const batches = read(form, dump, size);
        expect(damageOf(batches)).toEqual([]);
        for (const table of form.tables) expect(rowsOf(batches, table)).toEqual(given);
      }),
      { numRuns: countOf(1000) },
    );
  });

  test('a damaged byte in a row does not affect other rows, and the report names its line', () => {
    fc.assert(
      fc.property(rows, damages, fc.integer({ min: 20, max: 400 }), (given, { row, at, kind, byte }, size) => {
        const damaged = row % given.length;
        const { dump, line: damagedLine } = dumpOf(form, given, damaged, (bytes) => {
          const place = 1 + (at % (bytes.length - 1));
          const after = kind === 'insert' ? place : place + 1;
          const put = kind === 'remove' ? [] : [byte];
          return Buffer.concat([bytes.subarray(0, place), Buffer.from(put), bytes.subarray(after)]);
        });
        const batches = read(form, dump, size);
        const found = rowsOf(batches, 'g');
        const others = given.filter((_, index) => index !== damaged);
        const isRead = found.length === given.length;
        expect(isRead ? found.filter((_, index) => index !== damaged) : found).toEqual(others);
        if (form.tables.includes('after')) expect(rowsOf(batches, 'after')).toEqual(given);
        if (isRead) return;
        const [first, ...more] = damageOf(batches);
        expect(first).toMatchObject({ table: 'g', line: damagedLine });
        // In formats with one row per line, an inserted line end makes two rows of one; and a digit can turn a text into a row.
        if (byte !== 10 && (byte < 48 || byte > 57)) expect([first?.lost, more]).toEqual([1, []]);
      }),
      { numRuns: countOf(4000) },
    );
  });
});
