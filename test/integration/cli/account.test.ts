import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addAdmin, changePassword, removeAccount } from '../../../server/admin/accounts/accounts.ts';
import { insertBoard } from '../../support/builders.ts';
import { runCommand } from '../../support/commands.ts';
import { worldEnvironment } from '../../support/processes.ts';
import { useWorld } from '../../support/world.ts';
import { givenServer } from '../server/given-archive.ts';
import { adminWith, cookieOf, signIn } from '../server/admin/given-admin.ts';

const world = useWorld();
const PASSWORD = 'a password from a pipe';

const sagasu = async (command: string, stdin = '') => {
  const { code, output } = await runCommand(world(), command.split(' '), stdin);
  return { code, output };
};

test('an admin is added and signs in, gets a new password, and is removed', async () => {
  const server = await givenServer(world());
  const trySignIn = async (password: string) => signIn(server, 'ann', password);
  expect(await sagasu('account add ann', `${PASSWORD}\n`)).toEqual({
    code: 0,
    output: 'Added ann, who can now sign in at /admin.\n',
  });

  const ann = adminWith(server, 'ann', cookieOf(await trySignIn(PASSWORD)));
  expect((await ann.get('/session')).status).toBe(200);
  expect((await sagasu('account list')).output).toMatch(
    /\nann +\d{4}-\d\d-\d\d \d\d:\d\dZ +enabled +admin +off +\d{4}-\d\d-\d\d \d\d:\d\dZ\n$/,
  );

  expect((await sagasu('account password ann', 'quite another password')).output).toContain('Sessions ended: 1');
  expect((await ann.get('/session')).status).toBe(401);
  expect((await trySignIn(PASSWORD)).status).toBe(401);
  expect((await trySignIn('quite another password')).status).toBe(200);

  expect(await sagasu('account remove ann')).toEqual({
    code: 1,
    output: 'sagasu: This is the last enabled admin of all boards. Make another account admin of all boards first.\n',
  });
  await addAdmin(world().pool, 'zoe', PASSWORD);
  expect((await sagasu('account remove ann')).code).toBe(0);
  expect((await trySignIn('quite another password')).status).toBe(401);
  await server.close();
});

test('a separate process hashes with OWASP’s parameters, and reads the password from a pipe', async () => {
  const child = spawn(process.execPath, ['cli/main.ts', 'account', 'add', 'own'], {
    cwd: join(import.meta.dirname, '../../..'),
    env: worldEnvironment(world()),
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin.end(`${PASSWORD}\n`);
  expect(await once(child, 'exit')).toEqual([0, null]);
  const { rows } = await world().pool.query(`delete from accounts where name = 'own' returning password_hash`);
  expect(rows[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('an invalid change prints one sentence and changes nothing', async () => {
  const { pool } = world();
  await addAdmin(pool, 'bob', PASSWORD);
  const before = (await pool.query('select * from accounts order by id')).rows;
  expect(await sagasu('account add bob', PASSWORD)).toEqual({
    code: 1,
    output: 'sagasu: An account named bob already exists.\n',
  });
  expect((await sagasu('account add eve')).output).toBe('sagasu: no password was given\n');
  // A password argument would be stored in the shell's history.
  expect((await sagasu('account add eve a-password-as-argument')).code).toBe(2);
  await expect(addAdmin(pool, 'Eve', PASSWORD)).rejects.toThrow(/^A name has 1 to 32 of the characters a-z/);
  await expect(addAdmin(pool, 'eve', 'too short')).rejects.toThrow('A password has 12 to 1024 characters');
  await expect(changePassword(pool, 'eve', PASSWORD)).rejects.toThrow('There is no account named eve');
  await expect(removeAccount(pool, 'eve')).rejects.toThrow('There is no account named eve');
  expect((await pool.query('select * from accounts order by id')).rows).toEqual(before);
});

test('an account that lost its authenticator signs in again after the operator has removed the second factor', async () => {
  const { pool } = world();
  const server = await givenServer(world());
  await addAdmin(pool, 'kim', PASSWORD);
  const kim = adminWith(server, 'kim', cookieOf(await signIn(server, 'kim', PASSWORD)));
  await pool.query(
    `with changed as (update accounts set totp_secret = decode(repeat('ab', 20), 'hex'), totp_step = 1 where name = 'kim' returning id)
     insert into recovery_codes (account_id, code_hash) select id, decode(repeat('cd', 32), 'hex') from changed`,
  );
  expect((await signIn(server, 'kim', PASSWORD)).body).toMatchObject({ code: 'code_required' });
  expect((await sagasu('account list')).output).toMatch(/\nkim .* on /);
  expect((await sagasu('account totp kim')).code).toBe(2);
  expect(await sagasu('account totp kim --remove')).toEqual({
    code: 0,
    output: 'Removed the second factor of kim, who can now sign in with the password alone.\n',
  });
  expect((await kim.get('/session')).status).toBe(401);
  expect((await signIn(server, 'kim', PASSWORD)).status).toBe(200);
  expect((await pool.query('select from recovery_codes')).rowCount).toBe(0);
  expect((await sagasu('account totp nobody --remove')).output).toBe('sagasu: There is no account named nobody.\n');
  await server.close();
});

test('an account is invited with roles, which the operator changes; it is disabled and enabled', async () => {
  const { pool } = world();
  await insertBoard(pool, 'g');
  const server = await givenServer(world());
  const invited = await sagasu('account invite lee janitor moderator:g');
  expect(invited).toMatchObject({ code: 0, output: expect.stringContaining('It works once, until ') });
  const [, token = ''] = /http:\/\/localhost:\d+\/admin\/invitation#([\w-]{43})\n/.exec(invited.output) ?? [];
  const url = '/api/v1/admin/invitation';
  const accepted = await server.app.inject({ method: 'POST', url, payload: { token, password: PASSWORD } });
  expect(accepted.json()).toEqual({ name: 'lee' });
  const lee = adminWith(server, 'lee', cookieOf(await signIn(server, 'lee', PASSWORD)));
  const boards = async () => (await lee.get('/boards')).status;
  expect(await boards()).toBe(200);
  expect((await sagasu('account list')).output).toMatch(/\nlee .* enabled +janitor, moderator:g +off /);
  expect((await sagasu('account totp lee --require')).output).toBe('lee must have a second factor.\n');
  expect(await boards()).toBe(403);
  expect((await sagasu('account totp lee --no-require')).output).toBe('lee may do without a second factor.\n');
  expect((await sagasu('account role lee admin')).output).toBe('lee is now admin.\n');
  expect((await lee.get('/tasks')).status).toBe(200);
  expect((await sagasu('account disable lee')).output).toBe('Disabled lee.\n');
  expect(await boards()).toBe(401);
  expect((await sagasu('account enable lee')).output).toBe('Enabled lee.\n');
  expect((await signIn(server, 'lee', PASSWORD)).status).toBe(200);
  expect(await sagasu('account role lee king')).toMatchObject({
    code: 2,
    output: expect.stringContaining('Roles are'),
  });
  expect((await sagasu('account role lee janitor:nowhere')).output).toBe('sagasu: There is no board "nowhere".\n');
  await server.close();
});
