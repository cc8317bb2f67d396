import { beforeAll, expect, test } from 'vitest';
import { updateKickChannel } from '../../../mappings/kick.ts';
import { createPatientRedis } from '../../support/patient-redis.ts';
import { upsertBoard } from '../../../store/boards/boards.ts';
import { useWorld } from '../../support/world.ts';
import { sagasu } from './harness.ts';

const world = useWorld();
const URL = 'http://127.0.0.1:9';

beforeAll(async () => {
  await upsertBoard(world().pool, { name: 'g', title: 'G', worksafe: true, source: '4chan', url: URL, mediaUrl: URL });
});

const run = async (...args: string[]) => {
  const { code, stdout, stderr } = await sagasu(world(), ...args);
  return [code, stdout, stderr];
};

test('a kick is received by a scraper or waits; an address of no board is refused', async () => {
  const listener = createPatientRedis(world().redisUrl);
  try {
    await listener.subscribe(updateKickChannel(world().queuePrefix, `${URL}/g`));
    expect(await run('kick', `${URL}/g/thread/5.json`)).toEqual([0, 'Thread 5 of /g/ is harvested now.\n', '']);
  } finally {
    listener.disconnect();
  }
  expect((await run('kick', '/g/'))[1]).toContain('No scraper holds /g/ now');
  expect(await run('kick', 'https://evil.example/g/')).toEqual([
    2,
    '',
    expect.stringContaining('is not an address of any board'),
  ]);
  expect((await run('kick'))[0]).toBe(2);
  expect(await run('kick', '--config')).toEqual([0, '0 scrapers reload boards and settings.\n', '']);
});

test('a forum is closed and opened by its base address', async () => {
  expect((await run('forum', 'list'))[1]).toMatch(new RegExp(`^BOARD +BASE URL.*\n/g/ +${URL}/g +{} +open\n$`));
  expect((await run('forum', 'close', `${URL}/g`))[0]).toBe(0);
  expect((await run('forum', 'list'))[1]).toContain('closed since');
  expect(await run('kick', '/g/')).toEqual([2, '', expect.stringContaining('is closed')]);
  expect((await run('forum', 'open', `${URL}/g`))[0]).toBe(0);
  expect((await run('forum', 'list', '--json'))[1]).toContain('"closed_at":null');
  expect((await run('forum', 'close', `${URL}/x`))[0]).toBe(2);
});

test('a board that is added as closed is closed from the start, and stays closed', async () => {
  const address = 'http://127.0.0.1:9';
  const added = ['board', 'add', 'tea', '--source', 'foolfuuka', '--url', address, '--unchecked'];
  expect((await run(...added, '--closed'))[0]).toBe(0);
  const harvested = async () =>
    (await world().pool.query("select 1 from harvested_boards h join boards b using (id) where b.name = 'tea'"))
      .rowCount;
  expect(await harvested()).toBe(0);
  expect((await run(...added))[0]).toBe(0);
  expect(await harvested()).toBe(0);
  expect((await run('forum', 'open', `${address}/tea`))[0]).toBe(0);
  expect(await harvested()).toBe(1);
  const file = {
    name: 'tea',
    title: 'Tea',
    worksafe: true,
    source: 'foolfuuka',
    url: address,
    mediaUrl: address,
  } as const;
  await upsertBoard(world().pool, { ...file, closed: true });
  expect(await harvested()).toBe(0);
  await upsertBoard(world().pool, { ...file, closed: false });
  expect(await harvested()).toBe(1);
});

test('a part of an archive is read again by its base address; other kinds of sources are refused', async () => {
  const address = 'http://127.0.0.1:9';
  const { pool } = world();
  await upsertBoard(pool, {
    name: 'oolong',
    title: 'Oolong',
    worksafe: true,
    source: 'foolfuuka',
    url: `${address}/archive`,
    mediaUrl: address,
  });
  const base = `${address}/archive/oolong`;
  await pool.query(
    `insert into forums (board_id, base_url, finished) select id, $1, '{[100,500)}' from boards where name = 'oolong'`,
    [base],
  );
  expect((await run('forum', 'reharvest', base, '--from', '200', '--to', '299'))[1]).toContain('is read again');
  expect((await run('forum', 'list'))[1]).toContain('{[100,200),[300,500)}');
  expect((await run('forum', 'reharvest', base))[0]).toBe(0);
  expect((await run('forum', 'list'))[1]).not.toContain('500)');
  expect(await run('forum', 'reharvest', base, '--from', '2016-06')).toEqual([
    2,
    '',
    expect.stringContaining('thread'),
  ]);
  expect(await run('forum', 'reharvest', base, '--from', '9', '--to', '8')).toEqual([
    2,
    '',
    expect.stringContaining('after'),
  ]);
  expect(await run('forum', 'reharvest', `${URL}/g`)).toEqual([2, '', expect.stringContaining('Kick it')]);
  expect((await run('forum', 'reharvest', `${URL}/x`))[0]).toBe(2);
});

test('an e-mail address is stored as a sender and listed as the poster ID of its posts', async () => {
  expect((await run('identity', 'set', 'ann', 'Ann@Hive.example', '!Ep8pui8Vw2', 'Ann B.'))[0]).toBe(0);
  const [, listed] = await run('identity', 'list');
  expect(listed).toMatch(/\nann +name Ann B\., sender s\d+, tripcode !Ep8pui8Vw2\n$/);
  expect((await run('identity', 'find', 'ann@hive.example'))[1]).toBe('ann\n');
  const { rows } = await world().pool.query('select address from senders');
  expect(rows).toEqual([{ address: 'ann@hive.example' }]);
  expect((await run('identity', 'remove', 'ann'))[0]).toBe(0);
  expect((await run('identity', 'find', 'Ann B.'))[0]).toBe(2);
});
