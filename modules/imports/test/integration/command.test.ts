import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import type { ImportReport } from '../../asagi/report.ts';
import { addFilter, listFilters } from '../../../../server/filters/filters.ts';
import { fileOf } from '../../../../test/support/pictures.ts';
import { fileColumns, givenAsagiArchive } from '../support/asagi-archive.ts';
import { HAS_ASAGI_FIXTURES, asagiFixture } from '../support/asagi-fixtures.ts';
import { countOf } from '../../../../test/support/full-counts.ts';
import { worldEnvironment } from '../../../../test/support/processes.ts';
import { createWorld, destroyWorld, useWorld } from '../../../../test/support/world.ts';
import { readPosts } from '../support/stored.ts';
import { sagasu } from '../../../../test/integration/cli/harness.ts';

const world = useWorld();

test('a source that cannot be read is an error of one sentence', async () => {
  const missing = await sagasu(world(), 'import', 'asagi', '/nonexistent/g.sql');
  expect([missing.code, missing.stderr]).toEqual([
    1,
    expect.stringMatching(/^sagasu: \/nonexistent\/g\.sql cannot be opened: .*\n$/),
  ]);
  const other = await sagasu(world(), 'import', 'asagi', 'package.json');
  expect([other.code, other.stderr]).toEqual([1, expect.stringContaining("has no tables of Asagi's form")]);
  const address = await sagasu(world(), 'import', 'asagi', 'mysql://reader:secret@db/asagi');
  expect(address.stderr).not.toContain('secret');
});

test('lost rows are named with their place, and the exit code is 1', async () => {
  const { dump } = await givenAsagiArchive({ x: [{ num: 1 }, { num: 2, comment: 'damaged' }, { num: 3 }] });
  const content = await readFile(dump('x'), 'utf8');
  await writeFile(dump('x'), content.replace('"damaged"', '"damaged'));
  const { code, stdout } = await sagasu(world(), 'import', 'asagi', '--dry-run', '--clock', 'utc', dump('x'));
  expect(stdout).toContain('Damaged: x.csv, line 2, table x: a row cannot be read (1 row lost).');
  expect(stdout).toContain('Damaged parts: 1, lost rows: 1.');
  expect(code).toBe(1);
});

describe.skipIf(!HAS_ASAGI_FIXTURES)('an import', () => {
  const dump = HAS_ASAGI_FIXTURES ? asagiFixture('asagi-1.3.0.mysql.sql.gz') : '';

  test('that is killed at any moment is completed by another run, after which a run changes nothing', async () => {
    for (let kill = 0; kill < countOf(20, 2); kill++) {
      const running = spawn(process.execPath, ['cli/main.ts', 'import', 'asagi', dump], {
        env: worldEnvironment(world()),
        stdio: 'ignore',
      });
      const ended = once(running, 'close');
      const timer = setTimeout(() => running.kill('SIGKILL'), 500 + Math.random() * 2500);
      await ended;
      clearTimeout(timer);
    }
    const { code, stdout } = await sagasu(world(), 'import', 'asagi', '--json', dump);
    const report = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as ImportReport;
    // Three hand-typed rows are refused.
    expect(code).toBe(1);
    const stored = await readPosts(world().pool);
    const read = report.boards.reduce((rows, board) => rows + board.read, 0);
    expect(stored.length).toBe(read - 3);
    const { rows } = await world().pool.query(
      `select 1 from forums where closed_at is null union all select 1 from wanted_media`,
    );
    expect(rows).toEqual([]);
    await sagasu(world(), 'import', 'asagi', dump);
    expect(await readPosts(world().pool)).toEqual(stored);
  });
});

test('the command writes posts as the importer role and needs its password', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sagasu-import-'));
  onTestFinished(async () => rm(folder, { recursive: true, force: true }));
  const posts = [{ no: 7, resto: 0, time: 1_400_000_000, now: '', name: 'Anonymous', com: 'a heron' }];
  await mkdir(join(folder, 'birds'));
  await writeFile(join(folder, 'birds/7.json'), JSON.stringify({ posts }));
  const { SAGASU_IMPORTER_DATABASE_PASSWORD: _password, ...without } = worldEnvironment(world());
  const refused = spawnSync(process.execPath, ['cli/main.ts', 'import', 'json', folder], { env: without });
  expect([refused.status, refused.stderr.toString()]).toEqual([
    1,
    expect.stringMatching(/log in to PostgreSQL as sagasu_importer: set SAGASU_IMPORTER_DATABASE_PASSWORD/),
  ]);
  await world().pool.query('revoke select on posts from sagasu_importer');
  expect(await sagasu(world(), 'import', 'json', folder)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('permission denied for table posts') as string,
  });
  await world().pool.query('grant select on posts to sagasu_importer');
  expect(await sagasu(world(), 'import', 'json', folder)).toMatchObject({ code: 0, stderr: '' });
  const { rows } = await world().pool.query(`select num, comment from posts where num = 7`);
  expect(rows).toEqual([{ num: '7', comment: 'a heron' }]);
});

test('a filter that lists files applies to imported posts, including those that the importer role writes', async () => {
  const [listed, other] = [fileOf(Buffer.from('listed')), fileOf(Buffer.from('other'))];
  const row = (num: number, file: typeof listed) => ({
    num,
    thread_num: num,
    comment: `file ${num}`,
    timestamp: 1_425_394_800 + num,
    ...fileColumns(file, `${1_425_394_800 + num}123.png`),
  });
  const { dump } = await givenAsagiArchive({ filed: [row(1, listed), row(2, other), row(3, listed)] });
  const id = await addFilter(world().pool, null, {
    kind: 'files',
    action: 'hide',
    files: [listed.md5],
  });
  await world().pool.query('update post_filters set tried_at = now(), enabled_at = now() where id = $1', [id]);
  expect((await sagasu(world(), 'import', 'asagi', '--clock', 'utc', dump('filed'))).code).toBe(0);
  const { rows } = await world().pool.query(
    `select num, hidden from posts where board_id = (select id from boards where name = 'filed') order by num`,
  );
  expect(rows).toEqual([
    { num: '1', hidden: true },
    { num: '2', hidden: false },
    { num: '3', hidden: true },
  ]);
  expect((await listFilters(world().pool, null)).find((one) => one.id === id)).toMatchObject({ hidden: 2 });
});

test('--media imports files, an exported archive includes them, and a folder without the board is reported', async () => {
  const [one, two] = [fileOf(Buffer.from('first file')), fileOf(Buffer.from('second file'))];
  const names = ['1425394800123.png', '1425394900123.png'] as const;
  const { dump, folder } = await givenAsagiArchive(
    { moved: [one, two].map((file, at) => ({ num: at + 1, ...fileColumns(file, names[at] ?? '') })) },
    { [`moved/image/1425/39/${names[0]}`]: one.bytes, [`moved/image/1425/39/${names[1]}`]: two.bytes },
  );
  const args = ['import', 'asagi', dump('moved'), '--media'];
  const wrong = await sagasu(world(), ...args, join(folder, 'moved'));
  expect([wrong.code, wrong.stderr]).toEqual([
    1,
    expect.stringContaining('no folder of an imported board; it has image'),
  ]);
  expect((await sagasu(world(), ...args, folder)).code).toBe(0);
  const out = join(folder, 'out');
  expect((await sagasu(world(), 'export', 'archive', out)).code).toBe(0);
  const other = await createWorld(inject('databaseUrl'), inject('redisUrl'), inject('elasticsearchUrls'));
  try {
    const { code, stdout } = await sagasu(other, 'import', 'archive', out);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/\/moved\/ +2 +2 /)]);
    expect(stdout).toContain('Files: 2 stored');
  } finally {
    await destroyWorld(inject('databaseUrl'), other);
  }
});
