import { expect, test } from 'vitest';
import { runCommand } from '../../support/commands.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld();

const sagasu = async (given: Partial<ReturnType<typeof world>>, ...args: readonly string[]) =>
  runCommand({ ...world(), ...given }, ['config', ...args]);

test('right settings are said to be right', async () => {
  expect(await sagasu({}, 'check')).toMatchObject({ code: 0, stdout: 'The settings are right.\n' });
});

test('every wrong setting is named, and the exit code is 1', async () => {
  const wrong = { elasticsearchUrls: ['gopher://127.0.0.1'], databaseUrl: 'mysql://127.0.0.1' };
  const { code, stdout } = await sagasu(wrong, 'check');
  expect(code).toBe(1);
  expect(stdout).toMatch(/^Wrong: DATABASE_URL must be .*\nWrong: ELASTICSEARCH_URL must be /);
  const { problems } = JSON.parse((await sagasu(wrong, 'check', '--json')).stdout) as { problems: string[] };
  expect(problems).toHaveLength(2);
});

test('settings are shown with sources and without passwords', async () => {
  const { stdout } = await sagasu({}, 'show', '--set', '--json');
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { name: string; source: string; value: string });
  expect(rows.find(({ name }) => name === 'SAGASU_QUEUE_PREFIX')).toMatchObject({
    source: 'environment',
    value: world().queuePrefix,
  });
  expect(rows.every(({ source }) => source === 'environment')).toBe(true);
  expect(stdout).not.toContain(decodeURIComponent(new URL(world().databaseUrl).password));
  expect((await sagasu({}, 'show')).stdout).toMatch(/^SAGASU_PORT +default +8080$/m);
});
