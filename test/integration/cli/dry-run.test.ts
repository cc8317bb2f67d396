/** `--dry-run` prints what a command would change, fails where the command would fail, and changes nothing. */
import { beforeAll, expect, test } from 'vitest';
import { RemovalLog } from '../../../platform/removal-log.ts';
import { addAdmin } from '../../../server/admin/accounts/accounts.ts';
import { aPost, insertBoard, writePosts } from '../../support/builders.ts';
import { runCommand } from '../../support/commands.ts';
import { worldEnvironment } from '../../support/processes.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld();

beforeAll(async () => {
  const board = await insertBoard(world().pool, 'g', { sliceSize: 1_000 });
  await writePosts(
    world().pool,
    board,
    [10, 11].map((num) => aPost({ num, thread: 10, comment: 'plumword' })),
  );
  await addAdmin(world().pool, 'mika', 'correct horse battery staple');
  await addAdmin(world().pool, 'ann', 'correct horse battery staple');
});

const sagasu = async (...args: readonly string[]) => runCommand(world(), args);

async function rows(statement: string): Promise<unknown> {
  return (await world().pool.query(statement)).rows;
}

/** All that the commands below may change. */
async function state(): Promise<unknown> {
  const log = new RemovalLog(worldEnvironment(world())['SAGASU_DATA'] ?? '');
  return Promise.all([
    rows('select num, hidden, time_purged, comment from posts order by num'),
    rows('select name, disabled_at from accounts order by name'),
    rows('select name from identities order by name'),
    rows('select name from api_keys order by name'),
    rows('select count(*) from audit_log'),
    rows('select count(*) from tombstones'),
    rows('select count(*) from banned_media'),
    log.read(),
  ]);
}

test('removing commands report and leave everything as it was', async () => {
  expect(await sagasu('identity', 'set', 'kim', '!Ep8pui8Vw2')).toMatchObject({ code: 0 });
  expect(await sagasu('key', 'add', 'mirror')).toMatchObject({ code: 0 });
  const before = await state();
  const done: readonly (readonly [readonly string[], string])[] = [
    [['post', 'purge', 'g/11'], 'Dry run, undone: Purged 1 post of /g/: 11\n'],
    [['post', 'hide', 'g/10', '--thread'], 'Dry run, undone: Hidden 2 posts of /g/: 10 11\n'],
    [['account', 'remove', 'ann'], 'Dry run, undone: Removed ann.\n'],
    [['identity', 'remove', 'kim'], 'Dry run, undone: Removed kim.\n'],
    [['key', 'revoke', 'mirror'], 'Dry run, undone: Revoked the key mirror.\n'],
    [
      ['media', 'ban', 'a'.repeat(64)],
      `Dry run, undone: Banned ${'a'.repeat(64)}. Stored files that will be deleted: 0.\n`,
    ],
    [['page', 'reset', 'about'], 'Dry run, undone: about (en) shows its default.\n'],
  ];
  for (const [args, stdout] of done) {
    expect(await sagasu(...args, '--dry-run')).toMatchObject({ code: 0, stdout, stderr: '' });
    expect(await state()).toEqual(before);
  }
});

test('a dry run fails where the command would fail, also at the end of its transaction', async () => {
  await world().pool.query(`delete from accounts where name = 'ann'`);
  const wet = await sagasu('account', 'remove', 'mika');
  expect(wet).toMatchObject({ code: 1, stdout: '' });
  expect(await sagasu('account', 'remove', 'mika', '--dry-run')).toMatchObject({ code: 1, stderr: wet.stderr });
  expect(await sagasu('key', 'revoke', 'nobody', '--dry-run')).toMatchObject({ code: 1, stdout: '' });
});

test('the same command without --dry-run removes', async () => {
  expect(await sagasu('post', 'purge', 'g/11', '--yes')).toMatchObject({ code: 0 });
  expect(await rows('select num from posts where time_purged is not null')).toEqual([{ num: '11' }]);
});
