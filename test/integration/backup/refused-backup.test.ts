/** Backups that cannot begin: they are refused with a way out, and add no task that would count as failed. */
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { beforeAll, expect, test } from 'vitest';
import { useWorld } from '../../support/world.ts';
import { sagasu } from '../cli/harness.ts';

const world = useWorld();
const FOLDER = '/tmp/sagasu-refused-backup';
let recipient: string;

beforeAll(async () => {
  recipient = await identityToRecipient(await generateX25519Identity());
});

test.each([
  ['a base backup without the settings of PostgreSQL', ['base'], () => recipient, 'alter system set archive_mode = on'],
  ['a base backup for a wrong key', ['base'], () => 'age1wrong', 'age1wrong is no recipient of age'],
  ['a backup for a wrong key', [], () => 'age1wrong', 'age1wrong is no recipient of age'],
])('%s is refused, and adds no task', async (_name, method, key, message) => {
  const refused = await sagasu(world(), 'backup', ...method, FOLDER, '--recipient', key());
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(message) as string });
  const { rows } = await world().pool.query(`select id, error from tasks where kind = 'backup'`);
  expect(rows).toEqual([]);
});

test.each([[[]], [['base']]])('a refused login of backup %j is one sentence that names the setting', async (method) => {
  const url = new URL(world().databaseUrl);
  url.username = 'nobody_here';
  const environment = { ...world(), databaseUrl: url.href };
  const refused = await sagasu(environment, 'backup', ...method, FOLDER, '--recipient', recipient);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(/^sagasu: PostgreSQL refuses the login as nobody_here .*DATABASE_URL[^\n]*\n$/);
});
