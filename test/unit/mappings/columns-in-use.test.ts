/** Every stored value has a reader. The schema is mappings/postgres/schema.sql, which a test compares with the database. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ALL_POST_COLUMNS } from '../../../mappings/postgres/post-columns.ts';
import { MODULES } from '../../support/modules.ts';
import { columnsReadIn, programTexts } from '../../support/read-columns.ts';

const file = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

const operationsPages = () =>
  globSync('docs/operations/*.md', { cwd: new URL('../../..', import.meta.url) })
    .map(file)
    .join('\n');

const columnsOf = (body: string) =>
  [...body.matchAll(/^ {2}"?(\w+)"? /gm)].map(([, name = '']) => name).filter((name) => name !== 'constraint');

const tables = new Map(
  [...file('mappings/postgres/schema.sql').matchAll(/^create table (\w+) \(\n([\s\S]*?)^\)/gm)]
    .map(([, table = '', body = '']): [string, readonly string[]] => [table, columnsOf(body)])
    .filter(([table]) => table !== 'posts'),
);
const all = [...tables].flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`));
const functions = [...file('mappings/postgres/schema.sql').matchAll(/\$function\$([\s\S]*?)\$function\$/g)].map(
  ([, body = '']) => body,
);
const read = columnsReadIn([...programTexts(), ...functions], tables);

/** Operators read them with SQL: docs/operations/ lists the tables. */
const OF_OPERATORS: Readonly<Record<string, readonly string[]>> = {
  deleted_files: ['deleted_at'],
  double_inserts: ['num', 'first_seen', 'last_seen'],
  tasks: ['worker'],
  wanted_media: ['detail', 'since'],
  ...Object.assign({}, ...MODULES.map(({ database }) => database?.columnsOfOperators)),
};

/** No statement reads them, for the given reason. */
const UNREAD: Readonly<Record<string, string>> = {
  'board_defaults.only_row': 'allows one row',
  'file_changes.only_row': 'allows one row',
  'sync_state.only_row': 'allows one row',
  'transaction_accounts.is_ending': 'its change queues the trigger that deletes the row',
  'migrations.id': 'of the tool that runs migrations',
  'migrations.run_on': 'of the tool that runs migrations',
  'removed_indices.since': 'for operators whose indexers do not run',
};

/** Columns of core tables that only modules read, which may be absent. */
const OF_MODULES: ReadonlySet<string> = new Set(['images.codecs', 'images.duration', 'images.sha1']);

const unread = [
  ...Object.keys(UNREAD),
  ...Object.entries(OF_OPERATORS).flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`)),
];

test('some statement reads every column outside posts, except the listed ones', () => {
  expect(all.length).toBeGreaterThan(250);
  const found = all.filter((column) => !read.has(column) && !OF_MODULES.has(column));
  expect(found.sort()).toEqual(unread.toSorted());
});

test('readers select every column of posts except the board, which they know, the order of arrival, and the number of rows that they read', () => {
  const unselected = ALL_POST_COLUMNS.filter(({ field }) => field === null).map(({ name }) => name);
  expect(unselected).toEqual(['board_id', 'extra_files', 'id']);
});

test('docs/operations/ lists the tables that operators read', () => {
  const docs = operationsPages();
  const missing = Object.keys(OF_OPERATORS).filter((table) => !new RegExp(`\`[^\`]*\\b${table}\\b[^\`]*\``).test(docs));
  expect(missing).toEqual([]);
});

test('a write-only column is detected, however it is written', () => {
  const table = new Map([['shelves', ['id', 'name', 'seen', 'times', 'colour']]]);
  const found = columnsReadIn(
    [
      `insert into shelves (id, name, seen, times) values ($1, $2, $3, 1)
       on conflict (id) do update set name = excluded.name, seen = $3, times = shelves.times + 1`,
      `update shelves set colour = $2, seen = now() where id = $1`,
      `select colour from shelfs`,
    ],
    table,
  );
  expect([...found]).toEqual(['shelves.id']);
  expect([...columnsReadIn(['select name from shelves s', 'delete from shelves where seen < $1'], table)]).toEqual([
    'shelves.name',
    'shelves.seen',
  ]);
});
