/** `sagasu dumps`: an operator moderates contributed dumps. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DumpStage, keyOf } from '../../support/dump-stage.ts';
import { useWorld } from '../../../../../test/support/world.ts';
import { PICTURE } from '../../unit/format/sample-dump.ts';
import { sagasu } from '../../../../../test/integration/cli/harness.ts';

const world = useWorld();
let stage: DumpStage;

beforeAll(async () => {
  stage = await DumpStage.of(world());
});
afterAll(async () => stage.close());

test('an operator trusts a contributor, shows and smites a dump, reverts a client and deletes smitten dumps', async () => {
  const run = async (...words: string[]) => sagasu(world(), 'dumps', ...words);
  await stage.post(PICTURE);
  const id = String(await stage.contribute(PICTURE));
  const trusted = await run('trust-contributor', keyOf('ann'), 'sagasu', '1.2.0');
  expect(trusted).toMatchObject({ code: 0, stdout: 'The contributor is trusted with sagasu 1.2.0: full.\n' });
  await stage.service();
  expect(JSON.parse((await run('list', '--state', 'used', '--json')).stdout)).toMatchObject({ id: Number(id) });
  expect(JSON.parse((await run('show', id)).stdout)).toMatchObject({
    state: 'used',
    details: { dump: { id: Number(id) } },
  });
  const { stdout: changes } = await run('changes', '--state', 'pending');
  expect(changes).toContain('sha256');
  expect(await run('forget', id)).toMatchObject({
    code: 1,
    stderr: `${id}: A dump that is used cannot become forgotten.\n`,
  });
  expect((await run('revert', 'sagasu', '1.2.0', '--reason', 'a bug')).stdout).toBe(
    '0 changes reverted, 6 withdrawn, 1 dumps new again, 1 contributors no longer trusted with it.\n',
  );
  expect(await run('smite', id)).toMatchObject({ code: 0, stdout: `Done: ${id}.\n` });
  expect((await run('clean', '--state', 'used')).code).toBe(2);
  expect((await run('clean', '--state', 'smitten')).stdout).toBe('1 dumps deleted.\n');
  const { rows } = await world().pool.query<{ action: string }>(
    `select action from audit_log where actor = 'cli' and action like 'dumps.%' order by id`,
  );
  expect(rows.map(({ action }) => action)).toEqual(['dumps.trust', 'dumps.revertclient', 'dumps.smite', 'dumps.clean']);
});
