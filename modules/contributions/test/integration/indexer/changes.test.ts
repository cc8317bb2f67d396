/** Changes that dumps request: when they are granted, and their effect. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DumpStage } from '../../support/dump-stage.ts';
import { useWorld } from '../../../../../test/support/world.ts';
import { PICTURE } from '../../unit/format/sample-dump.ts';

const world = useWorld();
let stage: DumpStage;
let num: number;
let dump: number;

beforeAll(async () => {
  stage = await DumpStage.of(world());
});
afterAll(async () => stage.close());
beforeEach(async () => {
  ({ num, dump } = await stage.beginWithPicture());
});

const DAY = 24 * 60;
const NATURAL = { sha256: null, width: '1', height: '1' };
const DESCRIBED = { sha256: PICTURE.file.sha256, width: '800', height: '600' };
const statesOf = async () => Object.fromEntries((await stage.changes()).map(({ field, state }) => [field, state]));
const record = async () =>
  (
    await stage.owner.query(
      `select encode(sha256, 'hex') as sha256, encode(sha1, 'hex') as sha1, encode(pixels_sha3, 'hex') as pixels, perceptual_hash::text as perceptual,
         width, height, only_described, datastore_id from images`,
    )
  ).rows;

test('changes are granted after 24 hours and applied to records and posts', async () => {
  expect(await stage.changes()).toMatchObject([
    { field: 'sha256', before: null, after: PICTURE.file.sha256, state: 'pending' },
    { field: 'sha1', before: null },
    { field: 'pixels', before: null },
    { field: 'perceptual', before: null, after: '-42' },
    { field: 'width', before: '1', after: '800' },
    { field: 'height', before: '1', after: '600' },
  ]);
  stage.later(DAY - 1);
  expect(await stage.grant()).toBe(0);
  expect(await stage.fileOf(num)).toMatchObject(NATURAL);
  const { rev } = await stage.fileOf(num);
  stage.later(1);
  expect(await stage.grant()).toBe(6);
  expect(await record()).toEqual([
    {
      sha256: PICTURE.file.sha256,
      sha1: PICTURE.file.sha1,
      pixels: PICTURE.image?.pixels,
      perceptual: '-42',
      width: 800,
      height: 600,
      only_described: true,
      datastore_id: null,
    },
  ]);
  const after = await stage.fileOf(num);
  expect(after).toMatchObject(DESCRIBED);
  expect(Number(after.rev)).toBeGreaterThan(Number(rev));
  const { rows: dirty } = await stage.owner.query<{ thread: string }>('select thread from dirty');
  expect(dirty).toEqual([{ thread: String(num) }]);
});

test('many posts of a file are changed in steps, and later posts follow', async () => {
  for (let more = 0; more < 450; more++) await stage.post(PICTURE, { width: 1, height: 1 });
  const other = await stage.post(PICTURE, { width: 7, height: 7 });
  stage.later(DAY);
  await stage.grant();
  const count = async () =>
    (
      await stage.owner.query(
        'select count(*)::int as n from posts where media_hash_src is not null and media_dims_src_w = 800',
      )
    ).rows[0];
  expect(await count()).toEqual({ n: 451 });
  expect(await stage.fileOf(other)).toMatchObject({ sha256: PICTURE.file.sha256, width: '7', height: '7' });
  const late = await stage.post(PICTURE, { width: 1, height: 1 });
  await stage.service();
  await stage.finish();
  expect(await stage.fileOf(late)).toMatchObject(DESCRIBED);
});

test('additional files of posts are changed and restored like first ones', async () => {
  const other = await stage.post(PICTURE, { width: 1, height: 1, place: 2 });
  stage.later(DAY);
  await stage.grant();
  for (const [post, place] of [
    [num, 0],
    [other, 2],
  ] as const) {
    expect(await stage.fileOf(post, place)).toMatchObject(DESCRIBED);
  }
  const { rev } = await stage.fileOf(other, 2);
  const late = await stage.post(PICTURE, { width: 1, height: 1, place: 1 });
  await stage.service();
  await stage.finish();
  expect(await stage.fileOf(late, 1)).toMatchObject(DESCRIBED);
  await stage.revert(PICTURE);
  for (const [post, place] of [
    [num, 0],
    [other, 2],
    [late, 1],
  ] as const) {
    expect(await stage.fileOf(post, place)).toMatchObject(NATURAL);
  }
  expect(Number((await stage.fileOf(other, 2)).rev)).toBeGreaterThan(Number(rev));
  expect(await record()).toEqual([]);
});

test('a file that only an additional place of a post shows is judged, described and kept', async () => {
  await stage.clear();
  const only = await stage.post(PICTURE, { width: 1, height: 1, place: 1 });
  await stage.trust('ann', PICTURE);
  await stage.contribute(PICTURE);
  await stage.service();
  expect((await stage.changes()).find(({ field }) => field === 'width')).toMatchObject({ before: '1', after: '800' });
  stage.later(DAY);
  await stage.grant();
  expect(await stage.fileOf(only, 1)).toMatchObject(DESCRIBED);
  expect(await record()).toHaveLength(1);
});

test('the granter ignores a stopped change, and a moderator can grant it', async () => {
  const [first] = await stage.changes();
  expect((await stage.decide('stop', first?.id ?? 0)).done).toHaveLength(1);
  stage.later(2 * DAY);
  // The file does not have a record before its SHA-256 is granted.
  expect(await stage.grant()).toBe(2);
  expect(await statesOf()).toEqual({
    sha256: 'stopped',
    sha1: 'stopped',
    pixels: 'stopped',
    perceptual: 'stopped',
    width: 'granted',
    height: 'granted',
  });
  expect(await stage.fileOf(num)).toMatchObject({ ...DESCRIBED, sha256: null });
  const waiting = (await stage.changes()).filter(({ state }) => state === 'stopped').map(({ id }) => id);
  await stage.decide('grant', ...waiting);
  expect(await stage.fileOf(num)).toMatchObject(DESCRIBED);
  expect((await record())[0]).toMatchObject({ sha1: PICTURE.file.sha1, perceptual: '-42' });
});

describe('the granter leaves to moderators', () => {
  test.each<[string, () => Promise<unknown>, Readonly<Record<string, string>>]>([
    [
      'changes of a value that was edited in the meantime',
      async () => stage.owner.query('update posts set media_dims_src_w = 640'),
      { width: 'stopped', height: 'granted' },
    ],
    [
      'no change that the record already has: it is withdrawn',
      async () => stage.owner.query('update posts set media_dims_src_w = 800'),
      { width: 'withdrawn', height: 'granted' },
    ],
    [
      'changes of a banned file',
      async () => stage.owner.query(`insert into banned_media (hash, banned_by) select md5, 'me' from dumps`),
      { sha256: 'stopped', width: 'stopped' },
    ],
    [
      'changes of a contributor who is not trusted any more',
      async () => stage.trust('ann', PICTURE, null),
      { width: 'stopped' },
    ],
    [
      'changes of a contributor whose trust became lesser',
      async () => stage.trust('ann', PICTURE, 'lesser'),
      { sha256: 'granted', width: 'stopped' },
    ],
    [
      'no changes of a dump that is not used any more',
      async () => stage.moderate('smite', dump),
      { sha256: 'withdrawn', width: 'withdrawn' },
    ],
    [
      'no changes of a deleted dump',
      async () => stage.moderate('delete', dump),
      { sha256: 'withdrawn', width: 'withdrawn' },
    ],
    [
      'the SHA-256 of a file that was stored in the meantime with another one',
      async () => stage.file({ ...PICTURE, file: { ...PICTURE.file, sha256: 'e'.repeat(64) } }),
      { sha256: 'stopped' },
    ],
  ])('%s', async (_name, happen, expected) => {
    await happen();
    stage.later(DAY);
    await stage.grant();
    expect(await statesOf()).toMatchObject(expected);
    await stage.owner.query('delete from banned_media');
  });
});

test('a client with lesser trust only changes hashes and duration', async () => {
  await stage.clear();
  await stage.post(PICTURE);
  await stage.trust('ann', PICTURE, 'lesser');
  await stage.contribute(PICTURE);
  await stage.service();
  expect((await stage.changes()).map(({ field }) => field)).toEqual(['sha256', 'sha1']);
});

test('a purged post is not changed, and a change does not keep its number', async () => {
  await stage.owner.query(
    `update posts set media_hash = null, media_size = null, media_time = null, media_type = null, media_dims_src_w = null, media_dims_src_h = null`,
  );
  stage.later(DAY);
  await stage.grant();
  expect(await stage.fileOf(num)).toMatchObject({ sha256: null, width: null });
  expect(await record()).toEqual([]);
});

test('every action of a moderator is in the audit log with its actor', async () => {
  const changes = (await stage.changes()).map(({ id }) => id);
  const actions: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['trust', async () => stage.moderate('trust', dump)],
    ['stop', async () => stage.decide('stop', changes[1] ?? 0)],
    ['grant', async () => stage.decide('grant', changes[4] ?? 0)],
    ['revert', async () => stage.decide('revert', changes[4] ?? 0)],
    ['refuse', async () => stage.decide('refuse', changes[2] ?? 0)],
    ['unlock', async () => stage.moderate('unlock', dump)],
    ['smite', async () => stage.moderate('smite', dump)],
    ['reset', async () => stage.moderate('reset', dump)],
    ['smite', async () => stage.moderate('smite', dump)],
    ['forget', async () => stage.moderate('forget', dump)],
    ['clean', async () => stage.clean('forgotten')],
    ['revertclient', async () => stage.revert(PICTURE)],
    ['trust', async () => stage.trust('ann', PICTURE)],
    ['delete', async () => stage.moderate('delete', await stage.contribute(PICTURE))],
  ];
  for (const [action, act] of actions) {
    await act();
    const { rows } = await stage.owner.query<{ action: string; actor: string }>(
      `select action, actor from audit_log order by id desc limit 1`,
    );
    expect(rows).toEqual([{ action: `dumps.${action}`, actor: 'warden' }]);
  }
  // A refused action is not in the log.
  await stage.moderate('forget', dump);
  const { rows } = await stage.owner.query<{ action: string }>('select action from audit_log order by id desc limit 1');
  expect(rows).toEqual([{ action: 'dumps.delete' }]);
});
