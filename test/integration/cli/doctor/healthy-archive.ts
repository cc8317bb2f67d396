/** An archive without a fault, over a PostgreSQL and a Redis of its own: their roles and settings belong to the whole server. */
import { chmodSync } from 'node:fs';
import { afterAll, beforeAll, inject } from 'vitest';
import { Redis } from 'ioredis';
import { folderPlace } from '../../../../backup/place.ts';
import { recordRestore } from '../../../../backup/restore-record.ts';
import { createElasticsearch } from '../../../../platform/elasticsearch.ts';
import { boardAlias, indexName, postsAlias } from '../../../../mappings/elasticsearch/index-names.ts';
import { postIndexSettings, postMappingOf } from '../../../../mappings/elasticsearch/post-index.ts';
import { migrate } from '../../../../platform/migrate.ts';
import { createPostgresPool } from '../../../../platform/postgres.ts';
import { addAdmin } from '../../../../server/admin/accounts/accounts.ts';
import { permitLogins } from '../../../support/logins.ts';
import { OwnStack } from '../../../support/own-stack.ts';
import type { World } from '../../../support/world.ts';
import { temporaryFolder } from './examine.ts';
import { givenProc } from './given-proc.ts';

export interface HealthyArchive extends World {
  readonly redis: Redis;
  /** The folder of its last backup, which was restored once. */
  readonly backup: string;
}

/** Call once at the top of a test file. The returned getter works inside tests and hooks. */
export function useHealthyArchive(): () => HealthyArchive {
  const stack = new OwnStack();
  let archive: HealthyArchive | undefined;
  beforeAll(async () => {
    await stack.choosePorts();
    const elasticsearchUrls = inject('elasticsearchUrls');
    const { urls } = await stack.run({ ELASTICSEARCH_URL: elasticsearchUrls.join(',') });
    const [databaseUrl = '', redisUrl = ''] = [urls['DATABASE_URL'], urls['REDIS_URL']];
    await migrate(databaseUrl);
    await permitLogins(databaseUrl);
    const pool = createPostgresPool({ url: databaseUrl });
    const backup = temporaryFolder();
    await recordRestore(folderPlace(backup), { backup: '20260101T000000Z', at: new Date().toISOString() });
    await pool.query(
      `insert into tasks (kind, status, requested_by, finished_at, options) values ('backup', 'succeeded', 'cli', now(), $1)`,
      [{ folder: backup }],
    );
    await addAdmin(pool, 'mika', 'correct horse battery staple');
    const prefix = `doctor${process.pid}`;
    archive = {
      databaseUrl,
      redisUrl,
      elasticsearchUrls,
      indexPrefix: `${prefix}-`,
      queuePrefix: prefix,
      pool,
      redis: new Redis(redisUrl),
      elasticsearch: createElasticsearch(elasticsearchUrls),
      backup,
    };
  });
  afterAll(async () => {
    archive?.redis.disconnect();
    if (archive !== undefined) await deleteIndex(archive);
    await archive?.elasticsearch.close();
    await archive?.pool.end();
    await stack.stopRunning();
    stack.removeFolder();
  });
  return () => {
    if (archive === undefined) throw new Error('the archive exists only inside tests and hooks');
    return archive;
  };
}

/** The first index of the board g. */
export const indexOf = ({ indexPrefix }: World): string => indexName(indexPrefix, { board: 'g', slice: 0, build: 1 });

const deleteIndex = async (world: World) =>
  world.elasticsearch.indices.delete({ index: indexOf(world), ignore_unavailable: true });

/** Creates it as indexers do, or with another mapping, in place of an earlier one. */
export async function createIndex(world: World, mappings: object = postMappingOf(true)): Promise<void> {
  await deleteIndex(world);
  await world.elasticsearch.indices.create({
    index: indexOf(world),
    settings: { index: postIndexSettings({ replicas: 0 }) } as object,
    mappings,
    aliases: { [boardAlias(world.indexPrefix, 'g')]: {}, [postsAlias(world.indexPrefix)]: {} },
  });
}

/** The settings, folders and kernel of an archive that is operated well. */
export function wellKept(): { env: Record<string, string>; proc: string } {
  const data = temporaryFolder();
  chmodSync(data, 0o700);
  return {
    env: {
      SAGASU_DATA: data,
      SAGASU_SECRET: 'a secret that is long enough for tests',
      SAGASU_CONTACT: 'mail@example.org',
      SAGASU_USER_AGENT: 'Test/1.0 (mail@example.org)',
    },
    proc: givenProc({ mapCount: 262_144, openFiles: 1_048_576 }),
  };
}
