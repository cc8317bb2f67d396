/** Live databases are read once, in a snapshot, by a read-only user. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { ImportReport } from '../../asagi/report.ts';
import { readingAt } from '../../asagi/new-york.ts';
import { HAS_ASAGI_FIXTURES, asagiFixture } from '../support/asagi-fixtures.ts';
import { READER_PASSWORD, startMariaDb, type MariaDb } from '../../../../test/support/mariadb.ts';
import { restoreDump } from '../../../../test/support/restore-dump.ts';
import { worldEnvironment } from '../../../../test/support/processes.ts';
import { useWorld } from '../../../../test/support/world.ts';
import { observe, type Observed } from '../support/observed.ts';
import { importFiles, readPosts } from '../support/stored.ts';

/** Posts by number: servers and dumps have different orders of rows. */
function byNumber({ posts, refused, plan }: Observed) {
  const boards = [...posts].map(([board, found]) => [
    board,
    found.toSorted((a, b) => a.fields.num - b.fields.num || a.fields.subnum - b.fields.subnum),
  ]);
  return {
    boards: Object.fromEntries(boards) as Readonly<Record<string, unknown>>,
    refused: refused.toSorted(),
    clocks: Object.fromEntries(plan.boards.map(({ name, clock, clockFoundBy }) => [name, [clock, clockFoundBy]])),
    leftOut: plan.leftOut,
  };
}

describe.skipIf(!HAS_ASAGI_FIXTURES)('MariaDB', () => {
  const world = useWorld();
  let mariadb: MariaDb;
  const withPassword = (database: string) =>
    mariadb.url(database).replace('reader@', `reader:${encodeURIComponent(READER_PASSWORD)}@`);

  beforeAll(async () => {
    mariadb = await startMariaDb();
    mariadb.load('asagi10', asagiFixture('asagi-1.0.mysql.sql.gz'));
    mariadb.load('asagi13', asagiFixture('asagi-1.3.0.mysql.sql.gz'));
    mariadb.load('neofuuka', asagiFixture('neofuuka.mysql.sql.gz'));
  });
  afterAll(async () => mariadb?.stop());

  test.each([
    ['asagi10', 'asagi-1.0.mysql'],
    ['asagi13', 'asagi-1.3.0.mysql'],
    ['neofuuka', 'neofuuka.mysql'],
  ])('the database %s gives the same posts as its dump', async (database, name) => {
    const live = byNumber(await observe([withPassword(database)]));
    expect(Object.keys(live.boards).length).toBeGreaterThan(5);
    expect(live).toEqual(byNumber(await observe([asagiFixture(`${name}.sql.gz`)])));
  });

  test('messages do not contain the password', async () => {
    for (const address of [
      withPassword('nowhere'),
      withPassword('asagi13').replace('reader:', 'nobody:'),
      `mysql://reader:${encodeURIComponent(READER_PASSWORD)}@127.0.0.1:1/asagi`,
      `oracle://reader:${encodeURIComponent(READER_PASSWORD)}@127.0.0.1/asagi`,
    ]) {
      const error = await observe([address]).catch(String);
      expect(error).toMatch(/ImportError|not supported|127\.0\.0\.1/);
      expect(error).not.toContain(READER_PASSWORD);
      expect(error).not.toContain(encodeURIComponent(READER_PASSWORD));
    }
  });

  test('a second import reads only new rows and rows deleted since', async () => {
    const run = async () => {
      const command = ['cli/main.ts', 'import', 'asagi', '--json', '--boards', 'tech,mark', mariadb.url('asagi13')];
      const env = { ...worldEnvironment(world()), SAGASU_IMPORT_PASSWORD: READER_PASSWORD };
      const { stdout, stderr } = await promisify(execFile)(process.execPath, command, { env });
      expect(stdout + stderr).not.toContain(READER_PASSWORD);
      const report = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as ImportReport;
      return Object.fromEntries(report.boards.map((board) => [board.board, board]));
    };
    const first = await run();
    expect(first['mark']).toMatchObject({ clock: 'new_york', refused: {}, unchanged: 0 });
    const seconds = Math.floor(Date.now() / 1000);
    const now = readingAt(seconds);
    const columns = (num: number) =>
      `insert into mark (poster_ip, num, subnum, thread_num, op, timestamp, timestamp_expired, preview_w, preview_h, media_w, media_h,
         media_size, spoiler, deleted, capcode, comment) values (0, ${num}, 0, ${num}, 1, ${now - 60}, 0, 0, 0, 0, 0, 0, 0, 0, 'N', 'new')`;
    mariadb.run(`set foreign_key_checks = 0; ${columns(9_000_001)}; ${columns(9_000_002)};`, 'asagi13');
    expect((await run())['mark']).toMatchObject({ imported: 2 });
    const [old] = (await readPosts(world().pool)).filter(({ board, deleted }) => board === 'mark' && deleted === null);
    mariadb.run(`update mark set deleted = 1, timestamp_expired = ${now} where num = ${old?.num}`, 'asagi13');
    const third = await run();
    expect(third['mark']).toMatchObject({ imported: 1, refused: {} });
    expect(third['mark']?.read).toBeLessThan(10);
    const changed = (await readPosts(world().pool)).find(({ board, num }) => board === 'mark' && num === old?.num);
    expect(changed?.deleted).toBe(seconds);

    // A table without the last imported row is a different one.
    mariadb.run('delete from mark where num = 9000002', 'asagi13');
    const all = await run();
    expect(all['mark']).toMatchObject({ read: (first['mark']?.read ?? 0) + 1, imported: 0 });
  });

  test('an import over the dump of the same database changes nothing', async () => {
    const before = await readPosts(world().pool);
    const { boards } = await importFiles(world(), [asagiFixture('asagi-1.3.0.mysql.sql.gz')], { boards: ['tech'] });
    expect(boards.map(({ imported, conflicts }) => [imported, conflicts])).toEqual([[0, {}]]);
    expect(await readPosts(world().pool)).toEqual(before);
  });
});

describe.skipIf(!HAS_ASAGI_FIXTURES)('PostgreSQL', () => {
  const world = useWorld();

  test('a database gives the same posts as its dump', async () => {
    const url = new URL(inject('databaseUrl'));
    // An import takes another parameter for sockets.
    url.searchParams.delete('host');
    const database = `asagi_${new URL(world().databaseUrl).pathname.slice(1)}`;
    await world().pool.query(`create database ${database}`);
    url.pathname = `/${database}`;
    try {
      const client = new pg.Client({ connectionString: url.href });
      await client.connect();
      const dump = gunzipSync(readFileSync(asagiFixture('asagi-1.3.0.pgsql.sql.gz'))).toString();
      // The owners of the fixture's tables are not roles of this server.
      await restoreDump(client, dump.replaceAll(/^ALTER .* OWNER TO .*;$/gm, ''));
      await client.end();
      const live = byNumber(await observe([url.href]));
      expect(Object.keys(live.boards).length).toBeGreaterThan(5);
      expect(live).toEqual(byNumber(await observe([asagiFixture('asagi-1.3.0.pgsql.sql.gz')])));
    } finally {
      await world().pool.query(`drop database ${database} with (force)`);
    }
  });
});
