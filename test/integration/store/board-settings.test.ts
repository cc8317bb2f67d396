import { beforeEach, expect, test } from 'vitest';
import { createPostgresPool } from '../../../platform/postgres.ts';
import { asAccount } from '../../../server/admin/as-account.ts';
import {
  SettingsChangedError,
  changeDefaults,
  changeSettings,
  readDefaults,
  readSettings,
} from '../../../store/boards/settings.ts';
import { eventually } from '../../support/archive.ts';
import { insertBoard, type TestBoard } from '../../support/builders.ts';
import { openSession } from '../../support/sessions.ts';
import { useWorld } from '../../support/world.ts';
import { loginUrl } from '../../support/logins.ts';

const world = useWorld();
let board: TestBoard;

beforeEach(async () => {
  await world().pool.query('truncate boards cascade');
  await world().pool.query(`update board_defaults set settings = '{}'`);
  board = await insertBoard(world().pool, 'g');
});

const stored = async () => (await readSettings(world().pool, board)).settings;

/** Holds the board's lock until both changes wait for it. */
async function atOnce(first: () => Promise<unknown>, second: () => Promise<unknown>) {
  const { pool } = world();
  const other = await pool.connect();
  await other.query('begin');
  await other.query('select from boards for no key update');
  await other.query('select from board_defaults for no key update');
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

test('two concurrent changes of settings are both kept', async () => {
  const { pool } = world();
  await atOnce(
    () => changeSettings(pool, board, { archive: false }),
    () => changeSettings(pool, board, { refreshDelay: 60 }),
  );
  expect(await stored()).toEqual({ archive: false, refreshDelay: 60 });
});

test('the defaults of all boards are changed like the settings of one, and read with them', async () => {
  const { pool } = world();
  await atOnce(
    () => changeDefaults(pool, { archive: false }),
    () => changeDefaults(pool, { refreshDelay: 60 }),
  );
  const defaults = { archive: false, refreshDelay: 60 };
  expect(await readDefaults(pool)).toMatchObject({ settings: defaults });
  const { revision } = await readDefaults(pool);
  expect(await changeSettings(pool, board, { archive: true })).toMatchObject({
    after: { settings: { archive: true }, defaults },
  });
  await expect(changeDefaults(pool, { refreshDelayMax: 30 })).rejects.toThrow('refreshDelayMax must not be less');
  await changeDefaults(pool, { refreshDelay: null }, revision);
  await expect(changeDefaults(pool, { refreshDelay: 5 }, revision)).rejects.toThrow(SettingsChangedError);
  expect(await readSettings(pool, board)).toMatchObject({ settings: { archive: true }, defaults: { archive: false } });
});

test('if two admins change the same setting based on the same revision, the second change is refused', async () => {
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

test('a revision depends only on the stored settings', async () => {
  const { pool } = world();
  const { revision } = await readSettings(pool, board);
  await changeSettings(pool, board, { 'media.files.op': false, archive: false }, revision);
  const { revision: other } = await readSettings(pool, board);
  expect(other).not.toBe(revision);
  await expect(changeSettings(pool, board, { catalog: false }, revision)).rejects.toThrow(SettingsChangedError);
  const { after } = await changeSettings(pool, board, { archive: null, 'media.files.op': null }, other);
  expect(after.revision).toBe(revision);
});

test('a malformed value in the table is replaced by a change of all invalid settings', async () => {
  const { pool } = world();
  await pool.query(`update boards set settings = '{"threads": {"not": "("}, "colour": "red", "archive": false}'`);
  await expect(changeSettings(pool, board, { 'threads.not': null })).rejects.toThrow('colour is not a setting');
  await changeSettings(pool, board, { 'threads.not': 'weeds', colour: null });
  expect(await stored()).toEqual({ archive: false, threads: { not: 'weeds' } });
});

test('scrapers read the defaults of all boards and cannot change them; nobody but the owner adds a row', async () => {
  const admin = await openSession(world().pool, { name: 'root', role: 'admin' });
  const scraper = createPostgresPool({ url: loginUrl(world().databaseUrl, 'scraper') });
  const server = createPostgresPool({ url: loginUrl(world().databaseUrl, 'server') });
  try {
    await asAccount(server, admin, async (client) => changeDefaults(client, { archive: false }));
    expect(await readSettings(scraper, board)).toMatchObject({ defaults: { archive: false } });
    await expect(changeDefaults(scraper, { archive: true })).rejects.toThrow('permission denied');
    for (const pool of [scraper, server]) {
      await expect(pool.query('delete from board_defaults')).rejects.toThrow('permission denied');
      await expect(pool.query('insert into board_defaults default values')).rejects.toThrow('permission denied');
    }
  } finally {
    await Promise.all([scraper.end(), server.end()]);
  }
});

test("the server's role changes settings for an admin, and nothing else of a board", async () => {
  const admin = await openSession(world().pool, { name: 'of-g', role: 'admin', boardId: board.id });
  const pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'server') });
  try {
    await expect(changeSettings(pool, board, { archive: true })).rejects.toThrow('the settings have no row');
    await asAccount(pool, admin, async (client) => changeSettings(client, board, { archive: false }));
    expect(await stored()).toEqual({ archive: false });
    await expect(pool.query(`update boards set url = 'http://evil.example.org'`)).rejects.toThrow('permission denied');
    await expect(pool.query('delete from missing_posts')).rejects.toThrow('permission denied');
    await expect(pool.query('update missing_posts set num = 1')).rejects.toThrow('permission denied');
  } finally {
    await pool.end();
  }
});
