import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { createPostgresPool } from '../../../../platform/postgres.ts';
import { FallbackSnapshot } from '../../../../server/visibility/fallback-snapshot.ts';
import { PostgresProbe } from '../../../../server/visibility/postgres-probe.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

test('a read leaves nothing in memory while PostgreSQL stays available', async () => {
  const redis = new Redis({ lazyConnect: true });
  // Never connected, because the test does not probe.
  const probe = new PostgresProbe({
    pool: createPostgresPool({ url: 'postgres://127.0.0.1/' }),
    snapshot: new FallbackSnapshot({ redis, prefix: 'none', clock: () => new Date(0) }),
  });
  const read = async () =>
    new WeakRef(
      await probe.readOrFallback(
        async () => ({ body: 'long' }),
        async () => ({ body: 'snapshot' }),
      ),
    );
  const answers = await Promise.all([read(), read(), read()]);
  await expect
    .poll(() => {
      collectGarbage();
      return answers.filter((answer) => answer.deref() !== undefined).length;
    })
    .toBe(0);
  redis.disconnect();
});
