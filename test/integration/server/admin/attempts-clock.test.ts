import { expect, test } from 'vitest';
import { createPatientRedis } from '../../../support/patient-redis.ts';
import { AttemptCounter } from '../../../../server/admin/sessions/attempt-counter.ts';
import { eventually } from '../../../support/archive.ts';
import { useWorld } from '../../../support/world.ts';

const world = useWorld();
const WINDOW_MS = 60_000;

test('a count in Redis with an end a day ahead, after the clock was set back, ends with its window', async () => {
  const redis = createPatientRedis(world().redisUrl);
  try {
    await eventually('Redis is connected', async () => redis.status === 'ready');
    const prefix = `${world().queuePrefix}:attempts:`;
    await redis.set(`${prefix}a`, 50, 'PX', 86_400_000);
    const counter = new AttemptCounter({ redis, prefix, windowMs: WINDOW_MS, clock: () => new Date() });
    expect((await counter.add('a')).count).toBe(51);
    expect(await redis.pttl(`${prefix}a`)).toBeLessThanOrEqual(WINDOW_MS);
    await counter.add('b');
    const left = await redis.pttl(`${prefix}b`);
    await counter.add('b');
    expect(await redis.pttl(`${prefix}b`)).toBeLessThanOrEqual(left);
  } finally {
    redis.disconnect();
  }
});
