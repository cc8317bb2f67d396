import { expect, test } from 'vitest';
import { freePort } from '../../support/ports.ts';
import { useWorld } from '../../support/world.ts';
import { sagasu } from './harness.ts';

const world = useWorld();

test.each([['reindex --all'], ['verify']])('%s without any board names the command that adds one', async (command) => {
  const { code, stdout, stderr } = await sagasu(world(), ...command.split(' '));
  expect([code, stdout, stderr]).toEqual([0, '', 'No boards yet. Add one: sagasu board add --help\n']);
});

test('a board name is an error if no board exists', async () => {
  const { code, stderr } = await sagasu(world(), 'verify', 'g');
  expect([code, stderr]).toEqual([2, 'sagasu: there is no board /g/. Add one: sagasu board add --help\n']);
});

test('a database that does not answer prints one sentence and exits with code 1', async () => {
  const away = { ...world(), databaseUrl: `postgres://127.0.0.1:${await freePort()}/none` };
  const { code, stdout, stderr } = await sagasu(away, 'tasks', 'list');
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^sagasu: the database does not answer: .*ECONNREFUSED.*\n$/);
});

test('a database without migrations names the command to run', async () => {
  await world().pool.query('alter table tasks rename to tasks_of_old');
  const { code, stderr } = await sagasu(world(), 'tasks', 'list');
  await world().pool.query('alter table tasks_of_old rename to tasks');
  expect([code, stderr]).toEqual([1, 'sagasu: the database is older than this program: run sagasu migrate\n']);
});
