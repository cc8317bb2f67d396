import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { afterEach, expect, test } from 'vitest';
import { createRedis } from '../../../../platform/redis.ts';
import { createHostClock, type HostClock } from '../../../../scraper/net/host-clock.ts';
import { eventually } from '../../../support/archive.ts';
import { freePort } from '../../../support/ports.ts';
import { useWorld } from '../../../support/world.ts';
import { silent } from '../harness.ts';
import { pauses, watchTurns } from './polite.ts';

const world = useWorld();
const open: Redis[] = [];
const servers: ChildProcess[] = [];
const { signal } = new AbortController();
let hosts = 0;

afterEach(async () => {
  for (const redis of open.splice(0)) redis.disconnect();
  for (const server of servers.splice(0)) await kill(server);
});

/** As another process would have it: with a connection of its own. */
function clockOf(url = world().redisUrl): HostClock {
  const redis = createRedis(url);
  open.push(redis);
  return createHostClock({ redis, prefix: world().queuePrefix, logger: silent });
}

const newHost = () => `host-${++hosts}.example:80`;

test('turns of several processes are a delay apart', async () => {
  const host = newHost();
  const clocks = [clockOf(), clockOf(), clockOf()];
  const watch = await watchTurns(world());
  try {
    await Promise.all(clocks.flatMap((clock) => Array.from({ length: 8 }, async () => clock.turn(host, 40, signal))));
    const turns = await watch.turns(host, 40);
    expect(turns).toHaveLength(24);
    expect(Math.min(...pauses(turns))).toBeGreaterThanOrEqual(40);
  } finally {
    watch.close();
  }
});

test('hosts do not wait for each other', async () => {
  const clock = clockOf();
  const slow = newHost();
  await clock.turn(slow, 60_000, signal);
  await clock.turn(newHost(), 60_000, signal);
});

test('callers of one process go in order', async () => {
  const clock = clockOf();
  const host = newHost();
  const order: number[] = [];
  await Promise.all(
    [1, 2, 3, 4].map(async (caller) => {
      await clock.turn(host, 20, signal);
      order.push(caller);
    }),
  );
  expect(order).toEqual([1, 2, 3, 4]);
});

test('a caller that goes away holds nobody up', async () => {
  const clock = clockOf();
  const host = newHost();
  const leaving = new AbortController();
  await clock.turn(host, 200, signal);
  const left = clock.turn(host, 200, leaving.signal);
  const next = clock.turn(host, 200, signal);
  leaving.abort();
  await expect(left).rejects.toMatchObject({ name: 'AbortError' });
  await next;
});

test('what one process hears from a host holds for all, and fades with good answers', async () => {
  const [one, other] = [clockOf(), clockOf()];
  const host = newHost();
  await one.turn(host, 0, signal);
  await one.rest(host, 2_500, signal);
  const restedAt = performance.now();
  await other.turn(host, 0, signal);
  expect(performance.now() - restedAt).toBeGreaterThan(2_400);
  await one.answered(host, signal);
  const redis = open[0];
  const state = JSON.parse((await redis?.get(`${world().queuePrefix}:host:${host}`)) ?? '{}') as { level?: number };
  expect(state.level).toBe(0);
});

test('nobody asks anything while Redis is away, and it goes on when Redis is back', async () => {
  const port = await freePort();
  await startRedis(port);
  const clock = clockOf(`redis://127.0.0.1:${port}`);
  const host = newHost();
  await clock.turn(host, 10, signal);
  await kill(servers.splice(0)[0]);

  let granted = false;
  const wait = async () => {
    await clock.turn(host, 10, signal);
    granted = true;
  };
  const waiting = wait();
  await sleep(1_500);
  expect(granted).toBe(false);

  await startRedis(port);
  await waiting;
  expect(granted).toBe(true);
});

async function startRedis(port: number): Promise<void> {
  const server = spawn('redis-server', ['--port', String(port), '--save', '', '--bind', '127.0.0.1'], {
    stdio: 'ignore',
  });
  servers.push(server);
  await eventually('Redis answers', async () => {
    const probe = createRedis(`redis://127.0.0.1:${port}`);
    try {
      return (await probe.ping()) === 'PONG';
    } finally {
      probe.disconnect();
    }
  });
}

async function kill(server: ChildProcess | undefined): Promise<void> {
  if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGKILL');
  await once(server, 'exit');
}
