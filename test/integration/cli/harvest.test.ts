import { beforeAll, expect, test } from 'vitest';
import { updateKickChannel } from '../../../mappings/kick.ts';
import { createRedis } from '../../../platform/redis.ts';
import { upsertBoard } from '../../../scraper/boards/boards.ts';
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

test('a kick is heard, or waits; an address of no board is refused', async () => {
  const listener = createRedis(world().redisUrl);
  try {
    await listener.subscribe(updateKickChannel(world().queuePrefix, `${URL}/g`));
    expect(await run('kick', `${URL}/g/thread/5.json`)).toEqual([0, 'thread 5 of /g/ is fetched.\n', '']);
  } finally {
    listener.disconnect();
  }
  expect((await run('kick', '/g/'))[1]).toContain('No scraper holds /g/ now');
  expect(await run('kick', 'https://evil.example/g/')).toEqual([
    2,
    '',
    expect.stringContaining('no address of a board'),
  ]);
  expect((await run('kick'))[0]).toBe(2);
  expect(await run('kick', '--config')).toEqual([0, '0 scrapers read boards and settings anew.\n', '']);
});

test('a forum is closed and opened by its base address', async () => {
  expect((await run('forum', 'list'))[1]).toBe(`/g/  ${URL}/g  {}\n`);
  expect((await run('forum', 'close', `${URL}/g`))[0]).toBe(0);
  expect((await run('forum', 'list'))[1]).toContain('closed since');
  expect(await run('kick', '/g/')).toEqual([2, '', expect.stringContaining('is closed')]);
  expect((await run('forum', 'open', `${URL}/g`))[0]).toBe(0);
  expect((await run('forum', 'list'))[1]).not.toContain('closed');
  expect((await run('forum', 'close', `${URL}/x`))[0]).toBe(2);
});

test('an address becomes the number that posts bear, and is written nowhere else', async () => {
  expect((await run('identity', 'set', 'ann', 'Ann@Hive.example', '!Ep8pui8Vw2', 'Ann B.'))[0]).toBe(0);
  const [, listed] = await run('identity', 'list');
  expect(listed).toMatch(/^ann: name Ann B\., sender s\d+, tripcode !Ep8pui8Vw2\n$/);
  expect((await run('identity', 'of', 'ann@hive.example'))[1]).toBe('ann\n');
  const { rows } = await world().pool.query('select address from senders');
  expect(rows).toEqual([{ address: 'ann@hive.example' }]);
  expect((await run('identity', 'remove', 'ann'))[0]).toBe(0);
  expect((await run('identity', 'of', 'Ann B.'))[0]).toBe(2);
});
