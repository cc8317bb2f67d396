import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Redis } from 'ioredis';
import { afterEach, expect, test } from 'vitest';
import type { Logger } from '../../../../platform/logger.ts';
import { createRedis } from '../../../../platform/redis.ts';
import { createPatientRedis } from '../../../support/patient-redis.ts';
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

/** A clock like another process's, with its own connection. */
function clockOf(url = world().redisUrl, logger: Logger = silent): HostClock {
  const redis = createRedis(url);
  open.push(redis);
  return createHostClock({ redis, prefix: world().queuePrefix, logger });
}

const newHost = () => `host-${++hosts}.example:80`;

test('turns of several processes are separated by the delay', async () => {
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

test('callers of one process take turns in order', async () => {
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

test('an aborted caller does not block the next one', async () => {
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

test('a back-off holds for all processes, and successes reduce it', async () => {
  const [one, other] = [clockOf(), clockOf()];
  const host = newHost();
  await one.turn(host, 0, signal);
  await one.backOff(host, 500, signal);
  const { until = Infinity } = await stateOf(host);
  await other.turn(host, 0, signal);
  expect(await redisTime()).toBeGreaterThanOrEqual(until);
  await one.recover(host, signal);
  expect((await stateOf(host)).level).toBe(0);
});

test('no turn is granted while Redis is unavailable, and turns resume when it is back', async () => {
  const port = await freePort();
  await startRedis(port);
  const noticed = Promise.withResolvers<void>();
  const logger = Object.assign(Object.create(silent) as Logger, { warn: () => noticed.resolve() });
  const clock = clockOf(`redis://127.0.0.1:${port}`, logger);
  const host = newHost();
  await clock.turn(host, 10, signal);
  await kill(servers.splice(0)[0]);

  let granted = false;
  const wait = async () => {
    await clock.turn(host, 10, signal);
    granted = true;
  };
  const waiting = wait();
  await noticed.promise;
  expect(granted).toBe(false);

  await startRedis(port);
  await waiting;
  expect(granted).toBe(true);
});

interface StoredState {
  readonly until?: number;
  readonly level?: number;
}

async function stateOf(host: string): Promise<StoredState> {
  return JSON.parse((await open[0]?.get(`${world().queuePrefix}:host:${host}`)) ?? '{}') as StoredState;
}

async function redisTime(): Promise<number> {
  const [seconds, micros] = (await open[0]?.time()) ?? [0, 0];
  return Number(seconds) * 1000 + Math.floor(Number(micros) / 1000);
}

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

test('a host that was used before the clock was set back by a day is requested again within a burst', async () => {
  const redis = createPatientRedis(world().redisUrl);
  open.push(redis);
  const host = newHost();
  const tomorrow = Date.now() + 86_400_000;
  const state = { next: tomorrow, until: 0, level: 0, probe: 0 };
  await redis.set(`${world().queuePrefix}:host:${host}`, JSON.stringify(state), 'PX', 86_400_000);
  await clockOf().turn(host, 40, AbortSignal.timeout(30_000));
});
