/** `sagasu ban`: operators ban without a session, and the log records it. */
import { beforeAll, expect, test } from 'vitest';
import { aPost, insertBoard, writePosts } from '../../support/builders.ts';
import { useWorld } from '../../support/world.ts';
import { sagasu } from './harness.ts';

const world = useWorld();

beforeAll(async () => {
  const g = await insertBoard(world().pool, 'g');
  await writePosts(world().pool, g, [aPost({ num: 10 }), aPost({ num: 10, subnum: 1, thread: 10, comment: 'ghost' })]);
  await world().pool.query(
    `insert into poster_addresses values ($1, 10, 1, '198.51.100.77', now() + interval '1 day')`,
    [g.id],
  );
});

test('a network and the writer of a ghost post are banned, listed, shown and unbanned', async () => {
  const added = await sagasu(world(), 'ban', 'add', '192.0.2.0/24', '--days', '3', '--reason', 'flood');
  expect(added).toMatchObject({ code: 0, stdout: 'Banned: 1. Lift a ban with sagasu ban lift <id>.\n' });
  const wide = ['--board', 'g', '--width', 'network', '--days', '0.5', '--reason', 'spam'];
  expect(await sagasu(world(), 'ban', 'add', 'g/10_1', ...wide)).toMatchObject({ code: 0 });
  const list = await sagasu(world(), 'ban', 'list');
  expect(list.stdout).toMatch(/\n2 +g +g\/10_1 +.+ cli +spam +0\n1 +all +.+ cli +flood +0\n/);
  expect(list.stdout).not.toMatch(/192\.0|198\.51/);
  expect((await sagasu(world(), 'ban', 'look', '2', '--reason', 'complaint')).stdout).toContain('198.51.100.0/24');
  expect((await sagasu(world(), 'ban', 'look', 'g/10_1')).stdout).toMatch(/poster +198\.51\.100\.77/);
  expect(await sagasu(world(), 'ban', 'lift', '1')).toMatchObject({ code: 0, stdout: 'Lifted the ban 1.\n' });
  expect((await sagasu(world(), 'ban', 'lift', '1')).stderr).toContain('no ban 1');
  const { rows } = await world().pool.query<{ entry: string }>(
    `select actor || ' ' || action || ' ' || target as entry from audit_log where action ~ 'ban|address' order by id`,
  );
  expect(rows.map(({ entry }) => entry)).toEqual([
    'cli bans.insert {"id": 1, "board_id": null}',
    expect.stringMatching(/^cli bans\.insert \{"id": 2, "board_id": \d+\}$/),
    'cli addresses.look {"ban": 2}',
    'cli addresses.look {"posts": ["10_1"]}',
    expect.stringContaining('cli bans.update {"id": 1,'),
  ]);
});

test('an invalid network, length or board is refused', async () => {
  const why = ['--reason', 'spam'];
  expect((await sagasu(world(), 'ban', 'add', '192.0.0.0/8', '--days', '1', ...why)).stderr).toContain('is no network');
  expect(await sagasu(world(), 'ban', 'add', '192.0.2.1', '--days', '0', ...why)).toMatchObject({ code: 2 });
  expect((await sagasu(world(), 'ban', 'add', '192.0.2.1', '--days', '1', '--board', 'x', ...why)).code).toBe(1);
  expect((await sagasu(world(), 'ban', 'look', '99')).code).toBe(1);
});
