import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { addUser, changePassword, removeUser } from '../../../server/admin/users.ts';
import { worldEnvironment } from '../../support/processes.ts';
import { useWorld } from '../../support/world.ts';
import { givenServer } from '../server/given-archive.ts';
import { adminWith, cookieOf, signIn } from '../server/admin/given-admin.ts';

const world = useWorld();
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PASSWORD = 'a password from a pipe';

async function sagasu(command: string, stdin = ''): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ['cli/main.ts', ...command.split(' ')], {
    cwd: ROOT,
    stdio: 'pipe',
    env: worldEnvironment(world()),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stdin.end(stdin);
  await once(child, 'close');
  return { code: child.exitCode, output };
}

test('an admin is added and signs in, gets a new password, and is removed', async () => {
  const server = await givenServer(world());
  const trySignIn = async (password: string) => signIn(server, 'ann', password);
  expect(await sagasu('user add ann', `${PASSWORD}\n`)).toEqual({
    code: 0,
    output: 'Added ann, who can now sign in at /admin.\n',
  });

  const ann = adminWith(server, 'ann', cookieOf(await trySignIn(PASSWORD)));
  expect((await ann.get('/session')).status).toBe(200);
  expect((await sagasu('user list')).output).toMatch(
    /\nann +\d{4}-\d\d-\d\d \d\d:\d\dZ +\d{4}-\d\d-\d\d \d\d:\d\dZ\n$/,
  );

  expect((await sagasu('user password ann', 'quite another password')).output).toContain('Sessions ended: 1');
  expect((await ann.get('/session')).status).toBe(401);
  expect((await trySignIn(PASSWORD)).status).toBe(401);
  expect((await trySignIn('quite another password')).status).toBe(200);

  expect((await sagasu('user remove ann')).code).toBe(0);
  expect((await trySignIn('quite another password')).status).toBe(401);
  await server.close();
});

test('an invalid change is one sentence and changes nothing', async () => {
  const { pool } = world();
  await addUser(pool, 'bob', PASSWORD);
  const before = (await pool.query('select * from users order by id')).rows;
  expect(await sagasu('user add bob', PASSWORD)).toEqual({
    code: 1,
    output: 'sagasu: a user named bob already exists\n',
  });
  expect((await sagasu('user add eve')).output).toBe('sagasu: no password was given\n');
  // A password argument would be stored in the shell's history.
  expect((await sagasu('user add eve a-password-as-argument')).code).toBe(2);
  await expect(addUser(pool, 'Eve', PASSWORD)).rejects.toThrow(/^a name has 1 to 32 of the characters a-z/);
  await expect(addUser(pool, 'eve', 'too short')).rejects.toThrow('a password has 12 to 1024 characters');
  await expect(changePassword(pool, 'eve', PASSWORD)).rejects.toThrow('there is no user named eve');
  await expect(removeUser(pool, 'eve')).rejects.toThrow('there is no user named eve');
  expect((await pool.query('select * from users order by id')).rows).toEqual(before);
  expect(before[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});
