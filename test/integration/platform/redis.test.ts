import { expect, onTestFinished, test } from 'vitest';
import { createRedis } from '../../../platform/redis.ts';
import { atPort, startTcpProxy } from '../../support/tcp-proxy.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld();

test('a Redis that hangs is not ready after the first command, until it answers again', async () => {
  const { hostname, port } = new URL(world().redisUrl);
  const proxy = await startTcpProxy({ host: hostname, port: Number(port) });
  const redis = createRedis(atPort(world().redisUrl, proxy.port));
  onTestFinished(async () => {
    redis.disconnect();
    await proxy.close();
  });
  await redis.ping();
  expect(redis.status).toBe('ready');
  // New connections are accepted too, as those of a stopped process are.
  proxy.stall();
  await expect(redis.ping()).rejects.toThrow();
  const statuses = new Set<string>();
  for (let look = 0; look < 50; look++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    statuses.add(redis.status);
  }
  expect([...statuses]).not.toContain('ready');
  proxy.restore();
  await expect.poll(() => redis.status, { timeout: 30_000 }).toBe('ready');
  expect(await redis.ping()).toBe('PONG');
});
