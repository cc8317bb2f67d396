/** `sagasu doctor`: sources, tasks, backups and accounts, in which each fault is planted; and the command as a whole. */
import { beforeAll, expect, test } from 'vitest';
import { CHECKS } from '../../../../cli/doctor/all-checks.ts';
import { folderPlace } from '../../../../backup/place.ts';
import { recordRestore } from '../../../../backup/restore-record.ts';
import { addAdmin } from '../../../../server/admin/accounts/accounts.ts';
import { runCommand } from '../../../support/commands.ts';
import { insertBoard, type TestBoard } from '../../../support/builders.ts';
import { useWorld } from '../../../support/world.ts';
import { diagnosisOf, examine, faults, hoursAhead, temporaryFolder } from './examine.ts';

const world = useWorld();
let board: TestBoard;

beforeAll(async () => {
  board = await insertBoard(world().pool, 'g');
});

test('a dead source and a board without a scraper are named', async () => {
  const { pool } = world();
  const names = ['sources.failing', 'sources.unpolled'];
  expect(await diagnosisOf(world(), names)).toMatchObject({ findings: [], unchecked: [] });
  await pool.query(
    `insert into source_answers (board_id, base_url, failing_since, answers) values ($1, $2, '2026-01-02T03:04:00Z', $3)`,
    [
      board.id,
      'http://127.0.0.1:1/g',
      JSON.stringify([{ at: '2026-01-02T03:04:00Z', outcome: 'connection_refused', detail: null }]),
    ],
  );
  await pool.query(`update boards set created_at = now() - interval '1 hour' where id = $1`, [board.id]);
  const { findings } = await diagnosisOf(world(), names);
  expect(findings).toMatchObject([
    {
      check: 'sources.failing',
      level: 'error',
      found: '127.0.0.1:1 fails, the source of /g/, since 2026-01-02 03:04Z: connection refused',
    },
    { check: 'sources.unpolled', level: 'error', found: 'No scraper polls /g/' },
  ]);
});

test('failed tasks and tasks that nobody takes are named', async () => {
  const { pool } = world();
  const add = async (kind: string, status: string) => {
    const { rows } = await pool.query<{ id: string }>(
      `insert into tasks (kind, board_id, status, requested_by, error, enqueued_at, finished_at)
       values ($1, $2, $3, 'mika', '{"code":"x","message":"the disk is full"}', now() - interval '2 hours', now()) returning id`,
      [kind, board.id, status],
    );
    return rows[0]?.id;
  };
  const failed = await add('reindex', 'failed');
  const waiting = await add('verify', 'enqueued');
  expect(await examine(world(), 'tasks.failed')).toMatchObject([
    {
      level: 'error',
      found: expect.stringMatching(/^reindex of \/g\/ failed, since .*: the disk is full$/),
      fix: `sagasu tasks show ${failed} names the cause; run its command again`,
    },
  ]);
  expect(await faults(world(), 'tasks.waiting')).toEqual([
    expect.stringMatching(new RegExp(`^the task ${waiting} \\(verify\\) has waited since`)),
  ]);
  await pool.query('delete from tasks');
  expect((await diagnosisOf(world(), ['tasks.failed', 'tasks.waiting'])).findings).toEqual([]);
});

test('a missing or old backup, and one that was never restored, are named', async () => {
  const { pool } = world();
  expect(await examine(world(), 'backups.made')).toMatchObject([
    { level: 'warning', found: 'No backup was made yet', fix: expect.stringContaining('sagasu backup') },
  ]);
  expect(await faults(world(), 'backups.restored')).toEqual([]);
  const folder = temporaryFolder();
  await pool.query(
    `insert into tasks (kind, status, requested_by, finished_at, options)
     values ('backup', 'succeeded', 'cli', now() - interval '9 days', $1)`,
    [{ folder }],
  );
  expect(await faults(world(), 'backups.made')).toEqual([expect.stringMatching(/^Last backup, since/)]);
  await pool.query('update tasks set finished_at = now()');
  expect(await faults(world(), 'backups.made')).toEqual([]);
  expect(await faults(world(), 'backups.restored')).toEqual([`no backup in ${folder} was ever restored`]);
  await recordRestore(folderPlace(folder), { backup: '20260101T000000Z', at: new Date().toISOString() });
  expect(await faults(world(), 'backups.restored')).toEqual([]);
  expect(await examine(world(), 'backups.restored', { now: hoursAhead(200 * 24) })).toMatchObject([{ level: 'note' }]);
});

test('an archive without an admin gets a note', async () => {
  expect(await examine(world(), 'accounts.admin')).toMatchObject([{ level: 'note' }]);
  await addAdmin(world().pool, 'mika', 'correct horse battery staple');
  expect(await faults(world(), 'accounts.admin')).toEqual([]);
});

test('each check has a name of its own, a meaning and a command', () => {
  const names = CHECKS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(60);
  for (const { name, meaning, fix } of CHECKS) {
    expect(name).toMatch(/^[a-z]+\.[a-z-]+$/);
    expect(meaning).toMatch(/^(?:[A-Z]|pg_dump ).*\.$/);
    expect(fix.length).toBeGreaterThan(5);
  }
});

test('the command prints what is wrong, with meaning and command, and ends with 1', async () => {
  const { code, stdout } = await runCommand(world(), ['doctor']);
  expect(code).toBe(1);
  expect(stdout).toContain('ERROR    sources.unpolled: No scraper polls /g/');
  expect(stdout).toContain('         Mend it: start a scraper, and read its log');
  expect(stdout).toMatch(/^\d+ checks: \d+ errors?/m);
});

test('the command prints JSON with the version', async () => {
  const { stdout } = await runCommand(world(), ['doctor', '--json']);
  const printed = JSON.parse(stdout) as { version: string; findings: { check: string; fix: string }[] };
  expect(printed.version).toMatch(/^\d+\.\d+\.\d+/);
  expect(printed.findings.map(({ check }) => check)).toContain('sources.unpolled');
});

test('wrong settings are findings, and no other check is made', async () => {
  const wrong = { ...world(), elasticsearchUrls: ['gopher://127.0.0.1'] };
  const { code, stdout } = await runCommand(wrong, ['doctor', '--json']);
  expect(code).toBe(1);
  const { findings, unchecked } = JSON.parse(stdout) as { findings: object[]; unchecked: object[] };
  expect(findings).toMatchObject([
    { check: 'settings.valid', level: 'error', found: expect.stringContaining('ELASTICSEARCH_URL must be') },
  ]);
  expect(unchecked).toHaveLength(CHECKS.length);
});

test('doctor list prints all checks', async () => {
  const { code, stdout } = await runCommand(world(), ['doctor', 'list', '--json']);
  expect(code).toBe(0);
  expect(stdout.trim().split('\n')).toHaveLength(CHECKS.length);
});

test('sagasu --version prints the version of the package', async () => {
  expect((await runCommand(world(), ['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});
