import { Type, type FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Pool } from 'pg';
import { postsAlias } from '../../../mappings/elasticsearch/index-names.ts';
import { archiveUnavailable } from '../../../platform/postgres-errors.ts';
import type { PostgresProbe } from '../../visibility/postgres-probe.ts';
import type { Elasticsearch } from '../../../platform/elasticsearch.ts';
import { UnavailableError } from '../../../platform/errors.ts';
import { readWriteBlocks, WRITE_BLOCK_ADVICE, type WriteBlock } from '../../../platform/write-blocks.ts';
import { pendingMigrations } from '../../../platform/migrate.ts';
import { Health } from '../../../mappings/contract/health.ts';
import type { IndexCoverage } from '../../search/elasticsearch/index-coverage.ts';
import { problems, reference } from '../plugins/schemas.ts';

export interface HealthOptions {
  readonly pool: Pool;
  readonly elasticsearch: Elasticsearch;
  readonly postgres: PostgresProbe;
  readonly indexPrefix: string;
  readonly coverage: Pick<IndexCoverage, 'gaps'>;
}

/** A probe that takes longer counts as failed. */
const PROBE_MS = 1_500;

export function healthRoutes(options: HealthOptions): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/livez',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'isAlive',
          summary: 'Whether the process answers; queries no store',
          tags: ['operation'],
          response: { 200: Type.Object({ status: Type.Literal('ok') }, { description: 'The process answers.' }) },
        },
      },
      async () => ({ status: 'ok' as const }),
    );

    app.get(
      '/readyz',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'isReady',
          summary: 'Whether this server can serve readers',
          tags: ['operation'],
          response: {
            200: reference(
              Health,
              'The server is ready; `degraded` lists what is unavailable: `search`, `archive` or `indexing`. `search` is also listed ' +
                'when some boards cannot be searched, which `partial_reasons` names; `indexing` when Elasticsearch refuses writes, ' +
                'for the reason in `write_blocks`. 503 when nothing can be shown.',
            ),
            ...problems(),
          },
        },
      },
      async (_request, reply) => {
        const health = await readHealth(options);
        return reply.header('cache-control', 'no-store').send(health);
      },
    );
  };
}

/** @throws UnavailableError when nothing can be shown */
async function readHealth(options: HealthOptions): Promise<Health> {
  const [unavailable, gaps, blocks] = await Promise.all([
    readUnavailable(options),
    options.coverage.gaps(),
    readBlocks(options),
  ]);
  const found = [...unavailable, ...(gaps.length > 0 ? ['search'] : []), ...(blocks.length > 0 ? ['indexing'] : [])];
  const degraded = [...new Set(found)];
  return {
    status: degraded.length === 0 ? 'ok' : 'degraded',
    degraded,
    partial_reasons: [...gaps],
    write_blocks: blocks.map(({ reason, boards }) => ({
      reason,
      boards: [...boards],
      detail: WRITE_BLOCK_ADVICE[reason],
    })),
  };
}

/** Empty while Elasticsearch is away: `search` is listed then. */
async function readBlocks({ elasticsearch, indexPrefix }: HealthOptions): Promise<readonly WriteBlock[]> {
  return readWriteBlocks(elasticsearch, indexPrefix, { requestTimeout: PROBE_MS, maxRetries: 0 }).catch(() => []);
}

/** The names of unavailable parts. @throws UnavailableError when nothing can be shown */
async function readUnavailable(options: HealthOptions): Promise<string[]> {
  const { pool, postgres } = options;
  const searchable = isSearchable(options);
  return postgres.readOrFallback(
    async () => {
      await assertArchive(pool);
      return (await searchable) ? [] : ['search'];
    },
    async (copy) => {
      await copy.boards();
      if (!(await searchable)) throw archiveUnavailable();
      return ['archive'];
    },
  );
}

/** @throws UnavailableError when a migration is missing; errors of the pool when PostgreSQL fails */
async function assertArchive(pool: Pool): Promise<void> {
  const pending = await pendingMigrations(pool);
  if (pending.length > 0) {
    throw new UnavailableError(
      'archive',
      `The database is behind this version: ${pending.join(', ')} must be applied.`,
    );
  }
}

/** A red index has a shard that cannot be searched: answers would be partial. */
async function isSearchable({ elasticsearch, indexPrefix }: HealthOptions): Promise<boolean> {
  try {
    const health = await elasticsearch.cluster.health(
      { index: `${postsAlias(indexPrefix)}*`, timeout: `${PROBE_MS}ms` },
      // One node may be down while the others work.
      { requestTimeout: PROBE_MS, maxRetries: 2, retryBackoff: () => 0 },
    );
    return health.status !== 'red' && !health.timed_out;
  } catch {
    return false;
  }
}
