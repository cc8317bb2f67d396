/** Damaged dumps, and files that are not dumps: every complete row is imported, and the report lists the lost parts. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { describe, expect, inject, test } from 'vitest';
import { IMAGES_COLUMNS, TABLE_COLUMNS } from '../../asagi/columns.ts';
import { HAS_ASAGI_FIXTURES, asagiFixture } from '../support/asagi-fixtures.ts';
import { createWorld, destroyWorld, type World } from '../../../../test/support/world.ts';
import { observe } from '../support/observed.ts';
import { importFiles, readPosts } from '../support/stored.ts';

const folder = mkdtempSync(join(tmpdir(), 'sagasu-damaged-'));

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const define = (table: string, columns: readonly string[] = TABLE_COLUMNS, between = ',\n') =>
  `CREATE TABLE \`${table}\` (\n${columns.map((name) => `\`${name}\` text`).join(between)}\n);\n`;

/** The first post of a board is its opener, and the file's name states the second in UTC. */
function row(num: number, comment: string): string {
  const time = 1_400_000_000 + num;
  const media =
    num === 1 ? [`'${time + 14_400}123s.jpg'`, 8, 6, `'cat.jpg'`, 8, 6, 99] : ['NULL', 0, 0, 'NULL', 0, 0, 0];
  const hash = num === 1 ? [`'K9ZlPfL41DtgBvhU5G0BKg=='`, `'${time + 14_400}123.jpg'`] : ['NULL', 'NULL'];
  const head = [num, 'NULL', 0, num, 0, 1, num === 1 ? 1 : 0, time, 0, ...media, ...hash];
  return `(${[...head, 0, 0, `'N'`, 'NULL', `'Anonymous'`, 'NULL', 'NULL', comment, 'NULL', 0, 0, 'NULL', 'NULL', 'NULL'].join(',')})`;
}
const insert = (table: string, rows: readonly string[]) => `INSERT INTO \`${table}\` VALUES ${rows.join(',')};\n`;
const quoted = (text: string) => `'${text}'`;
const HEAD = '-- MySQL dump 10.13\n/*!40101 SET NAMES utf8mb4 */;\n';

async function inNewWorld<T>(work: (world: World) => Promise<T>): Promise<T> {
  const world = await createWorld(inject('databaseUrl'), inject('redisUrl'), inject('elasticsearchUrls'));
  try {
    return await work(world);
  } finally {
    await destroyWorld(inject('databaseUrl'), world);
  }
}

test('only a damaged row is lost: the rest of its statement, later statements and later boards are imported', async () => {
  const dump = file(
    'damaged.sql',
    HEAD +
      define('ga') +
      insert('ga', [
        row(1, "'opener'"),
        row(2, "'real\nend of a line'"),
        row(3, "'lost' it's"),
        row(4, "'joined' 'text'"),
      ]) +
      insert('ga', [row(5, "'after'")]) +
      'INSRT INTO `ga` VALUES (1,2),(3,4);\n' +
      define('gb') +
      insert('gb', [row(1, "'opener'"), row(2, "'last'")]),
  );
  await inNewWorld(async (world) => {
    const report = await importFiles(world, [dump]);
    const posts = await readPosts(world.pool);
    expect(posts.map(({ board, num, comment }) => [board, num, comment])).toEqual([
      ['ga', 1, 'opener'],
      ['ga', 2, 'real<br>end of a line'],
      ['ga', 4, 'joinedtext'],
      ['ga', 5, 'after'],
      ['gb', 1, 'opener'],
      ['gb', 2, 'last'],
    ]);
    expect(report.damage).toEqual([
      {
        file: 'damaged.sql',
        table: 'ga',
        kind: 'row',
        statement: 2,
        line: 38,
        detail: 'a row cannot be read',
        lost: 1,
      },
      {
        file: 'damaged.sql',
        table: 'ga',
        kind: 'statement',
        statement: 4,
        line: 40,
        detail: 'a statement is not understood',
        lost: 2,
      },
    ]);
    expect([report.damaged_parts, report.lost_rows]).toEqual([2, 3]);
    const [first, second] = report.boards;
    expect([first?.read, first?.refused, second?.read]).toEqual([7, { unreadable: 3 }, 2]);
  });
});

test('a definition in one line is read, and one that is not understood is damage', async () => {
  const images = "(1,'K9ZlPfL41DtgBvhU5G0BKg==','1.jpg',NULL,NULL,1,1)";
  const posts = define('gc') + insert('gc', [row(1, "'opener'")]);
  const one = file('one-line.sql', posts + define('gc_images', IMAGES_COLUMNS, ', ') + insert('gc_images', [images]));
  const { banned, damage } = await observe([one]);
  expect([[...banned].length, damage]).toEqual([1, []]);
  const odd = file('odd.sql', `${posts}CREATE TABLE gc_images AS SELECT 1;\n${insert('gc_images', [images])}`);
  const read = await observe([odd]);
  // Its rows are recognized by their number of values.
  expect(read.banned.size).toBe(1);
  expect(read.damage).toMatchObject([
    { table: 'gc_images', kind: 'statement', detail: 'the definition of the table is not understood' },
  ]);
});

/** The message of an import about a refused file. */
const said = async (path: string) => {
  try {
    await observe([path]);
    return 'read';
  } catch (error) {
    return (error as Error).message;
  }
};

test('files that are not dumps are refused with their kind and a remedy', async () => {
  const dump = define('gd') + insert('gd', [row(1, "'opener'")]);
  expect(await said(file('utf16.sql', Buffer.from(`\uFEFF${dump}`, 'utf16le')))).toMatch(/UTF-16.*--result-file/);
  expect(await said(file('utf16-without-mark.sql', Buffer.from(dump, 'utf16le')))).toMatch(/UTF-16/);
  expect(await said(file('dump.xml', '<?xml version="1.0"?>\n<mysqldump>'))).toMatch(/is in XML/);
  expect(await said(file('dump.custom', 'PGDMP\u0001'))).toMatch(/pg_restore/);
  await expect(
    inNewWorld(async (world) =>
      importFiles(world, [file('schema.sql', define('gd') + define('ge'))], { dryRun: true }),
    ),
  ).rejects.toThrow(/defines the tables of 2 boards \(gd, ge\) but has no row of them/);
});

test('texts that were encoded twice are counted, and repaired if asked to', async () => {
  const dump = file(
    'twice.sql',
    HEAD +
      define('gf') +
      insert('gf', [
        row(1, quoted('GÃ¶ran isst MÃ¼sli â€“ gern')),
        row(2, quoted('日本語 Ã¶')),
        row(3, quoted('Göran')),
      ]),
  );
  for (const [repairEncoding, comment] of [
    [false, 'GÃ¶ran isst MÃ¼sli â€“ gern'],
    [true, 'Göran isst Müsli – gern'],
  ] as const) {
    await inNewWorld(async (world) => {
      const { boards } = await importFiles(world, [dump], { repairEncoding });
      expect(boards[0]).toMatchObject({ doubly_encoded: 1, repaired: repairEncoding ? 1 : 0 });
      expect((await readPosts(world.pool)).map((post) => post.comment)).toEqual([comment, '日本語 Ã¶', 'Göran']);
    });
  }
});

test('a requested board that the source lacks is skipped with a message', async () => {
  const dump = file('named.sql', define('gg') + insert('gg', [row(1, "'opener'")]));
  const { plan } = await observe([dump], ['gg', 'gh']);
  expect(plan.leftOut).toEqual([{ table: 'gh', reason: 'the source has no rows of a board of this name' }]);
});

const report = (name: string) => asagiFixture(join('..', 'reports', 'sql', name));
const comments = async (name: string, board: string) =>
  (await observe([report(name)])).posts.get(board)?.map(({ fields }) => fields.comment);

describe.skipIf(!HAS_ASAGI_FIXTURES)('dumps of public reports', () => {
  test.each([
    ['min', { mina: 3, minb: 1 }],
    ['sa', { sa: 9 }],
    ['sb', { sb: 3 }],
    ['sg', { sg: 3 }],
    ['sn', { sn: 11 }],
    ['sr', { sr: 11 }],
    ['st', { st1: 5, st2: 3 }],
    ['su', { su1: 5, su2: 3 }],
  ])('%s.sql is read whole', async (name, expected) => {
    const { posts, damage, refused } = await observe([report(`${name}.sql`)]);
    expect([damage, refused]).toEqual([[], []]);
    expect(Object.fromEntries([...posts].map(([board, found]) => [board, found.length]))).toEqual(expected);
  });

  test('function calls of SQLite and MySQL give the texts that they encode', async () => {
    expect(await comments('sg.sql', 'sg')).toEqual([
      'sg opener',
      'sg second it&#039;s<br>line two 😀 日本語',
      'sg third',
    ]);
    expect((await comments('sa.sql', 'sa'))?.slice(5)).toEqual(['sax', 'sacatconcat', 'saconv', 'safinal']);
    expect((await comments('sr.sql', 'sr'))?.[4]).toBe('sr 5x');
  });

  test.each([
    ['../reports/sql/se.sql', /UTF-16, as PowerShell/],
    ['variants/dst.xml.gz', /is in XML/],
    ['variants/csv-4plebs-form.tar.gz', /a tar archive/],
    ['ritual.sqlite.gz', /a compressed SQLite database/],
  ])('%s is refused with its kind', async (name, message) => {
    await expect(observe([asagiFixture(name)])).rejects.toThrow(message);
  });

  test('a dump without rows is reported', async () => {
    await expect(
      inNewWorld(async (world) => importFiles(world, [asagiFixture('variants/schema-only.sql.gz')], { dryRun: true })),
    ).rejects.toThrow(/but has no row of them/);
  });
});
