/** Reverts of single changes, and of all changes of a client and version. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Dump } from '../../../format/dump.ts';
import { inTransaction } from '../../../../../platform/postgres.ts';
import { lockDumpTrust } from '../../../store/dumped-file-lock.ts';
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
const record = async () => (await stage.owner.query('select sha256 from images')).rows;

test('reverting a client and version restores records and posts, and revokes its trust', async () => {
  const same = await stage.post(PICTURE, { width: 800, height: 600 });
  stage.later(DAY);
  await stage.grant();
  expect(await stage.revert(PICTURE)).toEqual({
    reverted: 6,
    withdrawn: 0,
    dumps: 1,
    untrusted: 1,
    left: false,
  });
  expect(await stage.fileOf(num)).toMatchObject(NATURAL);
  // This post had its values from the source.
  expect(await stage.fileOf(same)).toMatchObject({ sha256: null, width: '800', height: '600' });
  expect(await record()).toEqual([]);
  stage.later(DAY);
  await stage.service();
  await stage.grant();
  expect([...(await stage.states()).values()]).toEqual(['new']);
  expect(await stage.fileOf(num)).toMatchObject(NATURAL);
});

test('a large set is reverted in transactions of at most 250 files, after the trust was revoked', async () => {
  await stage.owner.query(
    `with given as (
       insert into dumps (digest, state, content, client, version, md5, sha1, sha256, size, type)
       select sha256(n::text::bytea), 11, '', 'bad', '1', decode(md5(n::text), 'hex'), substr(sha256(n::text::bytea), 13), sha256(n::text::bytea), n, 'png'
       from generate_series(1, 600) n returning id, md5, size)
     insert into dump_changes (dump_id, client, version, md5, size, field, after, made_at)
     select id, 'bad', '1', md5, size, 'width', '1', now() from given`,
  );
  const bad = { client: { name: 'bad', version: '1' } };
  await stage.trust('eve', bad);
  expect(await stage.revert(bad)).toMatchObject({ withdrawn: 600, dumps: 600, untrusted: 1, left: false });
  const { rows } = await stage.owner.query<{ files: number }>(
    `select count(*)::int as files from dump_changes where client = 'bad' and state = 'withdrawn' group by xmin::text order by 1 desc`,
  );
  expect(rows.map(({ files }) => files)).toEqual([250, 250, 100]);
  const [trusted] = (
    await stage.owner.query<{ count: number }>(`select count(*)::int from dump_trust where client = 'bad'`)
  ).rows;
  expect(trusted?.count).toBe(0);
});

test('a revert waits for services that judge by the trust, so that no dump becomes used later', async () => {
  const waiting = `select count(*)::int as waiting from pg_locks l join pg_database d on d.oid = l.database
    where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`;
  let reverted: ReturnType<DumpStage['markReverted']> | undefined;
  await inTransaction(stage.indexer, async (service) => {
    await lockDumpTrust(service, 'read');
    reverted = stage.markReverted(PICTURE);
    await expect.poll(async () => (await stage.owner.query(waiting)).rows).toEqual([{ waiting: 1 }]);
    // The trust still exists while the service holds the lock.
    expect(await stage.owner.query('select from dump_trust')).toMatchObject({ rowCount: 1 });
  });
  expect(await reverted).toMatchObject({ untrusted: 1, dumps: 1 });
});

test('successive changes can be reverted in any order', async () => {
  const wide: Dump = {
    ...PICTURE,
    client: { name: 'other', version: '9' },
    image: { ...PICTURE.image!, width: 900, height: 700 },
  };
  const both: readonly Dump[] = [PICTURE, wide];
  for (const order of [both, both.toReversed()]) {
    await stage.clear();
    num = await stage.post(PICTURE, { width: 1, height: 1 });
    await stage.trust('ann', PICTURE);
    dump = await stage.contribute(PICTURE);
    await stage.service();
    stage.later(DAY);
    await stage.grant();
    await stage.moderate('smite', dump);
    await stage.trust('bob', wide);
    await stage.contribute(wide, 'bob');
    await stage.service();
    stage.later(DAY);
    await stage.grant();
    expect(await stage.fileOf(num)).toMatchObject({ width: '900', height: '700' });
    for (const each of order) await stage.revert(each);
    expect(await stage.fileOf(num)).toMatchObject(NATURAL);
    expect(await record()).toEqual([]);
  }
});

test('a single change is reverted, the dump does not request it again, and a moderator can grant it again', async () => {
  stage.later(DAY);
  await stage.grant();
  const width = (await stage.changes()).find(({ field }) => field === 'width')?.id ?? 0;
  await stage.decide('revert', width);
  expect(await stage.fileOf(num)).toMatchObject({ ...DESCRIBED, width: '1' });
  await stage.moderate('reset', dump);
  await stage.service();
  expect([...(await stage.states()).values()]).toEqual(['used']);
  expect(await stage.changes()).toHaveLength(6);
  await stage.decide('grant', width);
  expect(await stage.fileOf(num)).toMatchObject(DESCRIBED);
});
