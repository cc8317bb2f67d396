import { describe, expect, test } from 'vitest';
import { clientNetwork, widerNetwork } from '../../../../server/shared/client-network.ts';
import { AttemptCounter } from '../../../../server/admin/sessions/attempt-counter.ts';
import { REDIS_AWAY } from '../../../support/redis-away.ts';

describe('a network', () => {
  test('a disconnected client, whose socket has no address, has a network of its own', () => {
    expect([clientNetwork(undefined), widerNetwork(undefined)]).toEqual(['disconnected', null]);
  });

  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:1::', '2001:db8:1:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['not an address', 'unknown'],
  ])('of %s is %s', (address, network) => {
    expect(clientNetwork(address)).toBe(network);
  });
});

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:0DB8:0001:ffff::1', '2001:db8:1::/48'],
  ['192.0.2.1', null],
  ['::ffff:192.0.2.1', null],
  ['not an address', null],
])('the wider network of %s is %s', (address, network) => {
  expect(widerNetwork(address)).toBe(network);
});

describe('counts of one process', () => {
  const WINDOW_MS = 1_000;
  let now = 0;
  const counts = () =>
    new AttemptCounter({ redis: REDIS_AWAY, prefix: '', windowMs: WINDOW_MS, clock: () => new Date(now) });

  test('end with the window that the first attempt began', async () => {
    const tries = counts();
    expect(await tries.add('a')).toEqual({ count: 1, endsInMs: 1_000 });
    now += 900;
    expect(await tries.add('a')).toEqual({ count: 2, endsInMs: 100 });
    now += 100;
    expect(await tries.read('a')).toBe(0);
    expect(await tries.add('a')).toEqual({ count: 1, endsInMs: 1_000 });
  });

  test('decrease when an attempt is withdrawn, but never below 0', async () => {
    const tries = counts();
    await tries.add('a');
    await tries.add('a');
    await tries.takeBack('a');
    expect(await tries.read('a')).toBe(1);
    await tries.takeBack('a');
    await tries.takeBack('a');
    expect(await tries.read('a')).toBe(0);
    expect((await tries.add('a')).count).toBe(1);
  });

  test('are separate for each key, and can be cleared', async () => {
    const tries = counts();
    await tries.add('a');
    await tries.add('b');
    await tries.clear('a');
    expect([await tries.read('a'), await tries.read('b')]).toEqual([0, 1]);
  });

  test('are limited in number: the oldest are dropped', async () => {
    const tries = counts();
    for (let key = 0; key <= 10_000; key++) await tries.add(String(key));
    expect([await tries.read('0'), await tries.read('1'), await tries.read('10000')]).toEqual([0, 1, 1]);
  });
});

test('restart if they began before the clock was set back by a day', async () => {
  let now = 86_400_000;
  const counter = new AttemptCounter({ redis: REDIS_AWAY, prefix: '', windowMs: 1_000, clock: () => new Date(now) });
  for (const expected of [1, 2, 3]) expect((await counter.add('a')).count).toBe(expected);
  now = 0;
  expect(await counter.add('a')).toEqual({ count: 1, endsInMs: 1_000 });
});
