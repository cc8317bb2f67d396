import { beforeEach, expect, test } from 'vitest';
import { createPostgresPool } from '../../../platform/postgres.ts';
import { SettingsChangedError, changeSettings, readSettings } from '../../../store/boards/settings.ts';
import { eventually } from '../../support/archive.ts';
import { insertBoard, type TestBoard } from '../../support/builders.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld();
let board: TestBoard;

beforeEach(async () => {
  await world().pool.query('truncate boards cascade');
  board = await insertBoard(world().pool, 'g');
});

const stored = async () => (await readSettings(world().pool, board)).settings;

/** Runs both while the board is locked, until both wait for it. */
async function atOnce(first: () => Promise<unknown>, second: () => Promise<unknown>) {
  const { pool } = world();
  const other = await pool.connect();
  await other.query('begin');
  await other.query('select from boards for no key update');
  const changes = Promise.allSettled([first(), second()]);
  try {
    await eventually('both wait for the board', async () => {
      const { rows } = await pool.query<{ waiting: number }>(
        `select count(*)::int as waiting from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows[0]?.waiting === 2;
    });
  } finally {
    await other.query('commit');
    other.release();
  }
  return changes;
}

test('of two who change settings at once neither loses anything', async () => {
  const { pool } = world();
  await atOnce(
    () => changeSettings(pool, board, { archive: false }),
    () => changeSettings(pool, board, { refreshDelay: 60 }),
  );
  expect(await stored()).toEqual({ archive: false, refreshDelay: 60 });
});

test('of two who have seen the same settings and change the same one, the second is told', async () => {
  const { pool } = world();
  const { revision } = await readSettings(pool, board);
  const outcomes = await atOnce(
    () => changeSettings(pool, board, { refreshDelay: 30 }, revision),
    () => changeSettings(pool, board, { refreshDelay: 60 }, revision),
  );
  const done = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  expect(done).toHaveLength(1);
  expect(refused).toEqual([expect.any(SettingsChangedError)]);
});

test('a revision says what is stored, and nothing of how it came there', async () => {
  const { pool } = world();
  const { revision } = await readSettings(pool, board);
  await changeSettings(pool, board, { 'media.files.op': false, archive: false }, revision);
  const { revision: other } = await readSettings(pool, board);
  expect(other).not.toBe(revision);
  await expect(changeSettings(pool, board, { catalog: false }, revision)).rejects.toThrow(SettingsChangedError);
  const { after } = await changeSettings(pool, board, { archive: null, 'media.files.op': null }, other);
  expect(after.revision).toBe(revision);
});

test('what somebody wrote into the table is mended by whoever changes all of it that nobody understands', async () => {
  const { pool } = world();
  await pool.query(`update boards set settings = '{"threads": {"not": "("}, "colour": "red", "archive": false}'`);
  await expect(changeSettings(pool, board, { 'threads.not': null })).rejects.toThrow('colour is not a setting');
  await changeSettings(pool, board, { 'threads.not': 'weeds', colour: null });
  expect(await stored()).toEqual({ archive: false, threads: { not: 'weeds' } });
});

test("the server's role changes settings and nothing else of a board", async () => {
  const pool = createPostgresPool({ url: world().databaseUrl, role: 'sagasu_server' });
  try {
    await changeSettings(pool, board, { archive: false });
    expect(await stored()).toEqual({ archive: false });
    await expect(pool.query(`update boards set url = 'http://evil.example.org'`)).rejects.toThrow('permission denied');
    await expect(pool.query('delete from missing_posts')).rejects.toThrow('permission denied');
    await expect(pool.query('update missing_posts set num = 1')).rejects.toThrow('permission denied');
  } finally {
    await pool.end();
  }
});
