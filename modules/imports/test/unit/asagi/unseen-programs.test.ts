/** Hand-made rows of programs without an available database, by their documentation: Hayden, Ena, and FoolFuuka's own tables. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { TABLE_COLUMNS } from '../../../asagi/columns.ts';
import { readingAt } from '../../../asagi/new-york.ts';
import { observe } from '../../support/observed.ts';

type Values = Readonly<Record<string, string | number | null>>;

const folder = mkdtempSync(join(tmpdir(), 'sagasu-unseen-'));
afterAll(() => rmSync(folder, { recursive: true }));

const literal = (value: string | number | null) =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''").replaceAll('\n', String.raw`\n`)}'` : String(value);

const insert = (table: string, rows: readonly (readonly (string | number | null)[])[]) =>
  rows.map((row) => `INSERT INTO \`${table}\` VALUES (${row.map(literal).join(',')});\n`).join('');

const create = (table: string, columns: readonly string[]) =>
  `CREATE TABLE \`${table}\` (\n${columns.map((column) => `  ${column}`).join(',\n')}\n) ENGINE=InnoDB;\n`;

/** A board whose `media_orig` has the type; rows have the values of an ordinary reply by default. */
function boardOf(table: string, type: string, rows: readonly Values[]): string {
  const types: Readonly<Record<string, string>> = { media_orig: type, comment: 'text', exif: 'text' };
  const columns = TABLE_COLUMNS.map((name) => `\`${name}\` ${types[name] ?? 'int'}`);
  const texts = ['preview_orig', 'media_filename', 'media_hash', 'media_orig', 'email', 'trip', 'title', 'poster_hash'];
  const none: Values = Object.fromEntries([...texts, 'poster_country', 'exif'].map((name) => [name, null]));
  const filled = rows.map((row, at): Values => ({
    doc_id: at + 1,
    poster_ip: 3_221_225_985,
    delpass: 'secret',
    capcode: 'N',
    name: 'Anonymous',
    ...none,
    op: row['num'] === row['thread_num'] ? 1 : 0,
    ...row,
  }));
  return (
    create(table, columns) +
    insert(
      table,
      filled.map((row) => TABLE_COLUMNS.map((name) => row[name] ?? (name in none ? null : 0))),
    )
  );
}

async function read(sql: string) {
  const path = join(folder, 'dump.sql');
  writeFileSync(path, `/*!40101 SET NAMES utf8mb4 */;\n${sql}`);
  return observe([path]);
}

const NOON = 1_690_000_000;
const MD5 = 'K9ZlPfL41DtgBvhU5G0BKg==';
const fileOf = (name: string, size = 12_345): Values => ({
  media_orig: name,
  preview_orig: `${name.replace(/\..*/, '')}s.jpg`,
  media_filename: `Tom &amp; Jerry.${name.split('.')[1]}`,
  media_hash: MD5,
  media_size: size,
  media_w: 800,
  media_h: 600,
  preview_w: 250,
  preview_h: 187,
});

test('Hayden: whole file names, decoded text, and times of threads that were only pruned', async () => {
  const { plan, posts, refused } = await read(
    boardOf('hay', 'varchar(255)', [
      {
        num: 1,
        thread_num: 1,
        timestamp: readingAt(NOON),
        ...fileOf('1690000000123456.webm'),
        title: 'R&D <tips>',
        comment: '>a & "b"\n[spoiler]x[/spoiler] [spoiler:lit]y[/spoiler:lit]',
        poster_country: 'XX',
        sticky: 1,
        exif: '{"uniqueIps":17,"since4pass":2016,"trollCountry":"AC","Camera":"X"}',
      },
      {
        num: 2,
        thread_num: 1,
        timestamp: readingAt(NOON + 60),
        timestamp_expired: readingAt(NOON + 3600),
        deleted: 1,
        comment: 'gone',
      },
      {
        num: 3,
        thread_num: 3,
        timestamp: readingAt(NOON + 90),
        timestamp_expired: readingAt(NOON + 7200),
        comment: 'pruned',
      },
      {
        num: 4,
        thread_num: 1,
        timestamp: readingAt(NOON + 99),
        capcode: 'G',
        poster_hash: 'Manager',
        comment: 'by staff',
      },
    ]),
  );
  expect(refused).toEqual([]);
  expect(plan.boards).toMatchObject([{ name: 'hay', dialect: { name: 'Hayden' }, clock: 'new_york' }]);
  const found = posts.get('hay') ?? [];
  expect(JSON.stringify(found)).not.toMatch(/secret|3221225985/);
  expect(found).toMatchObject([
    {
      fields: {
        timePosted: new Date(NOON * 1000),
        mediaTime: 1_690_000_000_123_456,
        mediaType: 'webm',
        mediaName: 'Tom & Jerry',
        mediaHash: Buffer.from(MD5, 'base64'),
        mediaSize: 12_345,
        subject: 'R&D <tips>',
        comment: '<span class="quote">&gt;a &amp; &quot;b&quot;</span><br><s>x</s> [spoiler]y[/spoiler]',
        country: 'troll:ac',
        sticky: true,
        posters: 17,
        extra: { since4pass: 2016, exif: { Camera: 'X' }, poster_country: 'XX' },
      },
    },
    { deletion: { time: new Date((NOON + 3600) * 1000) } },
    { fields: { extra: { asagi: { timestamp_expired: readingAt(NOON + 7200) } } } },
    { fields: { capcode: 'G', posterid: 'Manager' } },
  ]);
  expect(found[2]?.deletion).toBeUndefined();
});

test('Ena: times in UTC, and the time of archival', async () => {
  const { plan, posts } = await read(
    boardOf('ena', 'varchar(20)', [
      {
        num: 1,
        thread_num: 1,
        timestamp: NOON,
        ...fileOf('1690000000123.png', 600),
        comment: 'an opener',
        exif: `{"archivedOn":${NOON + 500}}`,
      },
      {
        num: 2,
        thread_num: 1,
        timestamp: NOON + 60,
        ...fileOf('1690000060123.png', 600),
        comment: '[spoiler]typed as s[/spoiler]',
      },
    ]),
  );
  expect(plan.boards).toMatchObject([{ name: 'ena', clock: 'utc' }]);
  expect(posts.get('ena')).toMatchObject([
    { fields: { timePosted: new Date(NOON * 1000), timeArchived: new Date((NOON + 500) * 1000) } },
    { fields: { timePosted: new Date((NOON + 60) * 1000), comment: '<s>typed as s</s>' } },
  ]);
});

test("FoolFuuka's tables: titles, hidden boards, the clock of a board of its own, and banned files", async () => {
  const row = { num: 1, thread_num: 1, timestamp: NOON, comment: 'typed here' };
  const { plan, banned } = await read(
    boardOf('own', 'varchar(20)', [row]) +
      boardOf('secret', 'varchar(20)', [row]) +
      create('ff_boards', [
        '`id` int',
        '`shortname` varchar(32)',
        '`name` varchar(256)',
        '`archive` smallint',
        '`hidden` smallint',
      ]) +
      insert('ff_boards', [
        [1, 'own', 'Our own board', 0, 0],
        [2, 'secret', 'Hidden', 1, 1],
      ]) +
      create('ff_banned_md5', ['`md5` varchar(24)']) +
      insert('ff_banned_md5', [[MD5]]),
  );
  expect(plan.boards).toMatchObject([{ name: 'own', title: 'Our own board', isArchive: false, clock: 'utc' }]);
  expect(plan.leftOut).toMatchObject([{ table: 'secret' }]);
  expect([...banned]).toEqual([Buffer.from(MD5, 'base64').toString('hex')]);
});
