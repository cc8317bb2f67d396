import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import pg from 'pg';
import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { ArchiveCopy } from '../../../../server/visibility/fallback-snapshot.ts';
import { ArchiveWatch } from '../../../../server/visibility/postgres-probe.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

test('an answer is kept no longer than whoever asked keeps it, for as long as PostgreSQL stays', async () => {
  const redis = new Redis({ lazyConnect: true });
  // Neither is ever connected to: nothing looks whether PostgreSQL is away.
  const watch = new ArchiveWatch({
    pool: new pg.Pool(),
    copy: new ArchiveCopy({ redis, prefix: 'none', clock: () => new Date(0) }),
  });
  const ask = async () =>
    new WeakRef(
      await watch.ask(
        async () => ({ body: 'long' }),
        async () => ({ body: 'copy' }),
      ),
    );
  const answers = await Promise.all([ask(), ask(), ask()]);
  await expect
    .poll(() => {
      collectGarbage();
      return answers.filter((answer) => answer.deref() !== undefined).length;
    })
    .toBe(0);
  redis.disconnect();
});
