import { beforeAll, expect, test } from 'vitest';
import { sagasu } from '../../../../test/integration/cli/harness.ts';
import { insertBoard } from '../../../../test/support/builders.ts';
import { useWorld } from '../../../../test/support/world.ts';

const world = useWorld();

beforeAll(async () => insertBoard(world().pool, 'g'));

test('a board that allows ghost posts prints a notice until the operator gives a contact', async () => {
  const need = 'ghosts.allowed has no effect until SAGASU_CONTACT is set.\n';
  const set = await sagasu(world(), 'board', 'set', 'g', 'ghosts.allowed=true');
  expect(set).toMatchObject({ code: 0, stdout: 'ghosts.allowed=true\n', stderr: need });
});

test('another setting of ghost posts prints one until the board allows them', async () => {
  const { stderr } = await sagasu(world(), 'board', 'set', 'g', 'ghosts.allowed=false', 'ghosts.hold=true');
  expect(stderr).toContain('ghosts.hold has no effect until ghosts.allowed is true.\n');
});
