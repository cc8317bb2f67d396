import { expect, test } from 'vitest';
import { freePort } from '../../support/ports.ts';
import { useWorld } from '../../support/world.ts';
import { sagasu } from './harness.ts';

const world = useWorld();

test.each([['reindex --all'], ['verify']])('%s without any board says so, and how to add one', async (command) => {
  const { code, stdout, stderr } = await sagasu(world(), ...command.split(' '));
  expect([code, stdout, stderr]).toEqual([0, '', 'No boards yet: sagasu board add --help\n']);
});

test('a board is unknown where there is none', async () => {
  const { code, stderr } = await sagasu(world(), 'verify', 'g');
  expect([code, stderr]).toEqual([2, 'sagasu: there is no board /g/: none is archived yet\n']);
});

test('a database that is out of reach is a sentence and exit code 1', async () => {
  const away = { ...world(), databaseUrl: `postgres://127.0.0.1:${await freePort()}/none` };
  const { code, stdout, stderr } = await sagasu(away, 'tasks', 'list');
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^sagasu: the database is out of reach: .*ECONNREFUSED.*\n$/);
});

test('a database that was never migrated says what to run', async () => {
  await world().pool.query('alter table tasks rename to tasks_of_old');
  const { code, stderr } = await sagasu(world(), 'tasks', 'list');
  await world().pool.query('alter table tasks_of_old rename to tasks');
  expect([code, stderr]).toEqual([1, 'sagasu: the database is older than this program: run sagasu migrate\n']);
});
