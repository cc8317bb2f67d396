/** Commands of moderation that act for an API key, in the role of servers, while the owner's password is wrong. */
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { STAFF_COMMANDS } from '../../../cli/command-roles.ts';
import { aPost, insertBoard, writePosts } from '../../support/builders.ts';
import { runCommand, runCommandWith, type CommandResult } from '../../support/commands.ts';
import { PASSWORD } from '../../support/logins.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld();
const keys = new Map<string, string>();

beforeAll(async () => {
  const board = await insertBoard(world().pool, 'tea');
  await writePosts(world().pool, board, [
    aPost({ num: 1, comment: 'a kettle' }),
    aPost({ num: 2, thread: 1, comment: 'cheap watches' }),
  ]);
  for (const [name, ...roles] of [['moderator', '--role', 'moderator'], ['admin', '--role', 'admin'], ['reader']]) {
    const { code, output } = await runCommand(world(), ['key', 'add', name ?? '', ...roles]);
    if (code !== 0) throw new Error(output);
    keys.set(name ?? '', /\S{30,}/.exec(output)?.[0] ?? '');
  }
});

async function runWith(token: string, line: string): Promise<CommandResult> {
  const url = new URL(world().databaseUrl);
  url.password = 'wrong';
  const settings = {
    DATABASE_URL: url.href,
    SAGASU_SERVER_DATABASE_PASSWORD: PASSWORD,
    ...(token !== '' && { SAGASU_STAFF_TOKEN: token }),
  };
  return runCommandWith(world(), settings, line.split(' '));
}

const as = async (name: string, line: string): Promise<CommandResult> => runWith(keys.get(name) ?? '', line);

const hidden = async (num: number) =>
  (await world().pool.query<{ hidden: boolean }>('select hidden from posts where num = $1', [num])).rows[0]?.hidden;

test('a key of a moderator hides and shows posts, and the log names it', async () => {
  expect(await as('moderator', 'post hide tea/2 --dry-run')).toMatchObject({ code: 0 });
  expect(await hidden(2)).toBe(false);
  expect(await as('moderator', 'post hide tea/2')).toEqual(
    expect.objectContaining({ code: 0, stdout: 'Hidden 1 post of /tea/: 2\n', stderr: '' }),
  );
  expect(await hidden(2)).toBe(true);
  expect(await as('moderator', 'post show tea/2')).toMatchObject({ code: 0, stderr: '' });
  expect(await hidden(2)).toBe(false);
  const { rows } = await world().pool.query(
    `select action, actor from audit_log where action like 'posts.%' order by id`,
  );
  expect(rows).toEqual(['posts.hide', 'posts.show'].map((action) => ({ action, actor: 'key:moderator' })));
});

test('a key bans networks, and keeps filters', async () => {
  const banned = await as('moderator', 'ban add 192.0.2.0/24 --board tea --days 3 --reason flood');
  expect(banned).toMatchObject({ code: 0, stderr: '' });
  const ban = /Banned: (\d+)/.exec(banned.stdout)?.[1] ?? '';
  const { stdout } = await as('moderator', 'ban list --json');
  expect(JSON.parse(stdout)).toMatchObject({ id: Number(ban), banned_by: 'key:moderator' });
  expect(await as('admin', `ban look ${ban}`)).toMatchObject({ code: 0, stderr: '' });
  expect(await as('moderator', `ban lift ${ban}`)).toMatchObject({ code: 0, stderr: '' });

  const added = await as('admin', 'filter add watches --board tea');
  expect(added).toMatchObject({ code: 0, stderr: '' });
  const filter = /Added the filter (\d+)/.exec(added.stdout)?.[1] ?? '';
  for (const action of ['try', 'enable', 'apply'])
    expect(await as('admin', `filter ${action} ${filter}`)).toMatchObject({ code: 0, stderr: '' });
  expect(await hidden(2)).toBe(true);
  for (const action of ['undo', 'disable', 'remove'])
    expect(await as('admin', `filter ${action} ${filter}`)).toMatchObject({ code: 0, stderr: '' });
  expect(await hidden(2)).toBe(false);
  expect(await as('admin', 'filter list')).toMatchObject({ code: 0, stdout: 'There are no filters.\n' });
});

test('a key has no more rights than its roles, and an unknown one none', async () => {
  for (const line of ['post hide tea/2', 'ban list', 'filter list']) {
    const refused = await as('reader', line);
    expect([line, refused.code, refused.stdout]).toEqual([line, 1, '']);
    expect(await runWith('x'.repeat(43), line)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('SAGASU_STAFF_TOKEN is no API key of this archive') as string,
    });
    expect(await runWith('', line)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('or SAGASU_STAFF_TOKEN with SAGASU_SERVER_DATABASE_PASSWORD') as string,
    });
  }
  expect(await as('moderator', 'post hide tea/1 --thread')).toMatchObject({ code: 1 });
  expect([await hidden(1), await hidden(2)]).toEqual([false, false]);
  expect((await as('admin', 'post purge --yes tea/2')).code).toBe(1);
});

test('the guide lists these commands', () => {
  const page = readFileSync('docs/operations/one-machine.md', 'utf8');
  const [, list = ''] = /SAGASU_STAFF_TOKEN[^]*?\n\n([^]*?)\n\n/.exec(page) ?? [];
  const named = [...list.matchAll(/`sagasu ([a-z ]+)`/g)].map(([, name]) => name);
  expect(new Set(named)).toEqual(STAFF_COMMANDS);
});
