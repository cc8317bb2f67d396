import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Post } from '../../../../../mappings/post.ts';
import type { ExportEnd } from '../../../../../mappings/contract/export.ts';
import { CSV_COLUMNS, csvWriter, exportFileName, ndjsonWriter } from '../../../../../server/search/export/writers.ts';
import { toExportRow } from '../../../../../server/search/export/write-export.ts';
import { Site } from '../../../../../server/shared/site.ts';
import { readCsv } from '../../../../support/csv.ts';
import { emptyPost, fullPost } from '../../posts.ts';
import { countOf } from '../../../../support/full-counts.ts';

const csv = csvWriter(new Site('https://archive.example.org'));
const AT_SOURCE = { source: '4chan', name: 'g', mediaUrl: 'https://m.example.org' } as const;
const rowOf = (post: Post) =>
  toExportRow({ post, atSource: AT_SOURCE, threadSubject: null, threadHits: null, position: null });
const END: ExportEnd = { end: true, rows: 2, complete: false, reason: 'limit', next: 'abc' };

/** Cells of one row by their columns. */
function cells(post: Post): Record<string, string> {
  const [row = []] = readCsv(csv.rows([rowOf(post)]));
  expect(row).toHaveLength(CSV_COLUMNS.length);
  return Object.fromEntries(CSV_COLUMNS.map((column, place) => [column, row[place] ?? '']));
}

const withoutApostrophes = (written: string) => written.replaceAll("'", '');

describe('CSV', () => {
  test('begins with a byte order mark and the names of the columns', () => {
    expect(csv.begin().startsWith('\uFEFFboard,num,subnum,thread,')).toBe(true);
    expect(readCsv(csv.begin().slice(1))).toEqual([CSV_COLUMNS]);
  });

  test('has the columns that docs/API.md names', () => {
    const page = readFileSync(new URL('../../../../../docs/API.md', import.meta.url), 'utf8');
    const named = /Columns: `([^`]+)`/.exec(page)?.[1]?.split(/\s+/);
    expect(named).toEqual(CSV_COLUMNS);
  });

  test('has every field of a post in its column, and an empty cell for unknown values', () => {
    expect(cells(fullPost)).toMatchObject({
      board: 'g',
      num: '73339442',
      subnum: '2',
      opener: 'true',
      time_posted: '2019-03-05T12:00:01.000Z',
      name: 'Name "quoted" \u2028',
      comment: '>>73339400\n>green & 😀\nspoiler link\na < b',
      file_name: 'a file',
      file_size: '2147483647',
      file_url: `https://archive.example.org/media/00/00/${'0'.repeat(64)}.png`,
      url: 'https://archive.example.org/g/thread/73339400#p73339442_2',
    });
    expect(cells(emptyPost)).toMatchObject({ name: '', comment: '', file_name: '', posters: '', sticky: 'false' });
  });

  test.each([
    ['=1+1', `'=1+1`],
    ['+1', `'+1`],
    ['-1', `'-1`],
    ['@SUM(A1)', `'@SUM(A1)`],
    ['\t=1', `'\t'=1`],
    ['\r=1', `'\r'=1`],
    ['\n=1', `'\n'=1`],
    ['＝1', `'＝1`],
    ['＋1', `'＋1`],
    ['－1', `'－1`],
    ['＠x', `'＠x`],
    [' =1', ` '=1`],
    ['"=1"', `"'=1"`],
    // A spreadsheet with semicolons as separators splits these, whether they are quoted or not.
    ['tea;=1+1', `tea;'=1+1`],
    ['tea, "hot";=1+1', `tea, "hot";'=1+1`],
    ['tea;"=1+1";-2', `tea;"'=1+1";'-2`],
    ['tea; +1', `tea; '+1`],
    ['tea\n@x', `tea\n'@x`],
    ['tea\t=1', `tea\t'=1`],
  ])('with %j has %j in every column of text, so that spreadsheets do not read it as a formula', (formula, safe) => {
    const fields = ['name', 'tripcode', 'capcode', 'posterid', 'country', 'email', 'subject'] as const;
    const post = { ...fullPost, mediaName: formula, mediaType: formula };
    const found = cells({ ...post, ...Object.fromEntries(fields.map((field) => [field, formula])) });
    for (const field of [...fields, 'file_name', 'file_type']) expect(found[field]).toBe(safe);
  });

  test.each(['a-b', '5 + 6', 'ann@example.org', 'x=1; y=2', '>>1\n>tea - hot', `'=1`])(
    'keeps %j unchanged',
    (subject) => {
      expect(cells({ ...fullPost, subject })['subject']).toBe(subject);
    },
  );

  test('takes time in proportion to its length, regardless of quotes and spaces in a text', () => {
    // In linear time this takes a fifth of a second; in quadratic time it would exceed the test's time limit by far.
    const length = 2_000_000;
    expect(cells({ ...fullPost, subject: '" '.repeat(length) })['subject']).toHaveLength(2 * length);
  });

  test('is parsed back cell by cell for any posts, and no cell begins like a formula, with any separator', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc
        .array(fc.constantFrom('"', ',', '\r', '\n', '\t', '=', '+', '-', '@', "'", ';', 'a', ' '))
        .map((all) => all.join('')),
    );
    fc.assert(
      fc.property(text, text, (name, subject) => {
        const post = { ...fullPost, name, subject };
        const found = cells(post);
        expect(withoutApostrophes(found['name'] ?? '')).toBe(withoutApostrophes(name));
        expect(withoutApostrophes(found['subject'] ?? '')).toBe(withoutApostrophes(subject));
        const elsewhere = csv.rows([rowOf(post)]).split(/[;\t\r\n]/);
        for (const cell of [...Object.values(found), ...elsewhere]) {
          expect(cell.replace(/^[" ]+/, '')).not.toMatch(/^[=+\-@＝＋－＠]/);
        }
        for (const cell of Object.values(found)) expect(cell).not.toMatch(/^[\t\r\n]/);
      }),
      { numRuns: countOf(1_000) },
    );
  }, 60_000);

  test('ends with a row that cannot be a post’s, with the same number of cells', () => {
    const [row = []] = readCsv(csv.end(END));
    expect(row).toHaveLength(CSV_COLUMNS.length);
    expect(row.slice(0, 6)).toEqual(['#end', 'rows=2', 'complete=false', 'reason=limit', 'next=abc', '']);
  });
});

test('NDJSON has one JSON text per line, for any posts', () => {
  const posts = [fullPost, { ...emptyPost, comment: 'a\nb\u2028c\r"\\' }];
  const text = ndjsonWriter.begin() + ndjsonWriter.rows(posts.map(rowOf)) + ndjsonWriter.end(END);
  expect(text.endsWith('\n')).toBe(true);
  expect(
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual([...posts.map(rowOf), END]);
});

test.each([
  ['kernel "custom built"', 'sagasu-kernel-custom-built-2024-03-31.csv'],
  ['', 'sagasu-2024-03-31.csv'],
  ['日本語', 'sagasu-2024-03-31.csv'],
  ['../../etc/passwd"\r\nX: y', 'sagasu-etc-passwd-x-y-2024-03-31.csv'],
  [`café ${'x'.repeat(100)}`, `sagasu-cafe-${'x'.repeat(35)}-2024-03-31.csv`],
])('an export of %j has a file name that is safe in headers and on disks', (q, name) => {
  expect(exportFileName(q, new Date('2024-03-31T12:00:00Z'), 'csv')).toBe(name);
});
