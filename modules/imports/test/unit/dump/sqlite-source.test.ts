/** SQLite files that are damaged or malicious. */
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { Batch } from '../../../dump/batch.ts';
import { sqliteSource } from '../../../dump/sqlite-source.ts';

const folder = mkdtempSync(join(tmpdir(), 'sagasu-sqlite-'));
const ROWS = 5000;

function given(name: string, sql: string, rows = 0): string {
  const path = join(folder, name);
  const database = new DatabaseSync(path);
  database.exec(`pragma page_size = 4096; ${sql}`);
  if (rows > 0) {
    database.exec(`insert into g with recursive n(i) as (values (1) union all select i + 1 from n where i < ${rows})
      select i, 'text of post ' || i || ' ' || hex(zeroblob(50)) from n`);
  }
  database.close();
  return path;
}

async function read(path: string): Promise<readonly Batch[]> {
  const source = sqliteSource(path);
  try {
    const batches: Batch[] = [];
    for await (const batch of source.read(() => true)) batches.push(batch);
    return batches;
  } finally {
    await source.close();
  }
}

const numbersOf = (batches: readonly Batch[], table = 'g') =>
  batches.flatMap(({ rows, table: of }) => (of === table ? rows.map(([num]) => Number(num)) : []));
const damageOf = (batches: readonly Batch[]) => batches.flatMap(({ damage }) => damage);

/** Writes nonsense over the page of a row. */
function damagePageOf(path: string, row: number): void {
  const bytes = readFileSync(path);
  const at = bytes.indexOf(`text of post ${row} `);
  bytes.fill(0xff, at - (at % 4096), at - (at % 4096) + 4096);
  writeFileSync(path, bytes);
}

test('only the rows of a damaged page are lost, and the report lists them', async () => {
  const path = given('page.db', 'create table g (num integer, comment text); create table h (num integer);', ROWS);
  damagePageOf(path, 100);
  damagePageOf(path, 3000);
  const batches = await read(path);
  const numbers = new Set(numbersOf(batches));
  const lost = Array.from({ length: ROWS }, (_, index) => index + 1).filter((num) => !numbers.has(num));
  expect([numbers.has(99 - 40), numbers.has(200), numbers.has(2900), numbers.has(ROWS)]).toEqual([
    true,
    true,
    true,
    true,
  ]);
  // Two pages of some 30 rows.
  expect([lost.length > 30, lost.length < 100]).toEqual([true, true]);
  const [first, second, ...more] = damageOf(batches);
  expect(first).toMatchObject({
    file: 'page.db',
    table: 'g',
    kind: 'row',
    detail: expect.stringMatching(/^rows after \d+ and before \d+ \(rowid\)/),
  });
  expect(second).toMatchObject({ kind: 'row' });
  expect(more).toEqual([]);
});

test('in a table without row numbers the rest is reported as lost', async () => {
  const path = given('no-rowid.db', 'create table g (num integer primary key, comment text) without rowid;', ROWS);
  damagePageOf(path, 3000);
  const batches = await read(path);
  expect(numbersOf(batches).length).toBeGreaterThan(2000);
  expect(damageOf(batches)).toMatchObject([{ table: 'g', kind: 'rest', lost: null }]);
});

test('a wrong header gives a one-sentence error', async () => {
  const path = given('header.db', 'create table g (num integer, comment text);', ROWS);
  const whole = readFileSync(path);
  for (const [at, bytes] of [
    [16, [0, 1]],
    [16, [0x80, 0]],
    [18, [9, 9]],
    [100, [0xff, 0xff, 0xff, 0xff]],
  ] as const) {
    const damaged = Buffer.from(whole);
    damaged.set(bytes, at);
    const copy = join(folder, `header-${at}-${bytes.join('-')}.db`);
    writeFileSync(copy, damaged);
    await expect(read(copy)).rejects.toMatchObject({
      code: 'import_source',
      message: expect.stringMatching(/cannot be read as an SQLite database: [^\n]+$/),
    });
  }
});

test('views, virtual tables, triggers and generated columns of the file are not evaluated', async () => {
  const path = given(
    'evaluated.db',
    `create table g (num integer, comment text, kept text as (upper(comment)) stored);
     create view v as with recursive n(i) as (values (1) union all select i + 1 from n) select i as num, 'x' as comment from n;
     create virtual table f using fts5(num, comment);
     insert into f values (1, 'x');
     create trigger t after insert on g begin insert into g (num) values (9); end;
     create table "odd ""name""" (num, comment blob);
     insert into "odd ""name""" values (1.5, x'4142'), ('text', null);`,
  );
  const database = new DatabaseSync(path);
  database.exec(`insert into g (num, comment) values (1, 'one');
    alter table g add column bomb text as (hex(zeroblob(200000000))) virtual`);
  database.close();
  const batches = await read(path);
  expect(batches.map(({ table, rows }) => [table, rows])).toEqual([
    [
      'g',
      [
        ['1', 'one'],
        ['9', null],
      ],
    ],
    [
      'odd "name"',
      [
        ['1.5', 'AB'],
        ['text', null],
      ],
    ],
  ]);
});

test('only the row with a text of more than 16 MB is lost', async () => {
  const path = given('long.db', 'create table g (num integer, comment text);', 100);
  const database = new DatabaseSync(path);
  database.exec(`update g set comment = hex(zeroblob(10000000)) where num = 50`);
  database.close();
  const batches = await read(path);
  expect(numbersOf(batches)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1).filter((num) => num !== 50));
  expect(damageOf(batches)).toMatchObject([{ table: 'g', kind: 'row', lost: 1 }]);
});

test('rows that are only in the WAL file are read, and a foreign WAL file is harmless', async () => {
  const path = join(folder, 'wal.db');
  const database = new DatabaseSync(path);
  database.exec(`pragma journal_mode = wal; create table g (num integer, comment text); insert into g values (1, 'a');
    pragma wal_checkpoint(truncate); insert into g values (2, 'b')`);
  for (const name of ['', '-wal']) copyFileSync(path + name, join(folder, `copy.db${name}`));
  database.close();
  expect(numbersOf(await read(join(folder, 'copy.db')))).toEqual([1, 2]);
  copyFileSync(path, join(folder, 'foreign.db'));
  writeFileSync(join(folder, 'foreign.db-wal'), Buffer.alloc(100_000, 0x5a));
  expect(numbersOf(await read(join(folder, 'foreign.db')))).toEqual([1, 2]);
});
