import { Type, type FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Pool } from 'pg';
import { archiveUnavailable } from '../../../platform/postgres-errors.ts';
import type { PostgresProbe } from '../../visibility/postgres-probe.ts';
import type { Elasticsearch } from '../../../platform/elasticsearch.ts';
import { toError, UnavailableError } from '../../../platform/errors.ts';
import { readWriteBlocks, WRITE_BLOCK_ADVICE, type WriteBlock } from '../../../platform/write-blocks.ts';
import { pendingMigrations } from '../../../platform/migrate.ts';
import { readFailingSources } from '../../boards/source-answers.ts';
import { Health } from '../../../mappings/contract/health.ts';
import type { StoreState } from '../../../mappings/contract/store-state.ts';
import { PROBE_MS, type StoreStates } from '../../health/store-states.ts';
import type { IndexCoverage } from '../../search/elasticsearch/index-coverage.ts';
import { PROBLEM_TYPE, sendError } from '../plugins/problems.ts';
import { problems, reference } from '../plugins/schemas.ts';

export interface HealthOptions {
  readonly pool: Pool;
  readonly elasticsearch: Elasticsearch;
  readonly postgres: PostgresProbe;
  readonly indexPrefix: string;
  readonly coverage: Pick<IndexCoverage, 'gaps'>;
  readonly storeStates: Pick<StoreStates, 'check'>;
}

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
                'for the reason in `write_blocks`, or while Redis is away. `stores` has the state of each store, `failing_sources` the sources of boards ' +
                'that do not answer.',
            ),
            ...problems(),
          },
        },
      },
      async (request, reply) => {
        const stores = [...(await options.storeStates.check())];
        void reply.header('cache-control', 'no-store');
        try {
          return await reply.send(await readHealth(options, stores));
        } catch (error) {
          return sendError(toError(error), request, reply, (answer, problem) =>
            answer
              .code(problem.status)
              .type(PROBLEM_TYPE)
              .send({ ...problem, stores }),
          );
        }
      },
    );
  };
}

/** @throws UnavailableError when nothing can be shown */
async function readHealth(options: HealthOptions, stores: StoreState[]): Promise<Health> {
  const [unavailable, gaps, blocks] = await Promise.all([
    readUnavailable(options, isSearchable(stores)),
    options.coverage.gaps(),
    readBlocks(options),
  ]);
  // Indexers get their jobs from Redis.
  const hasArchive = !unavailable.includes('archive');
  const isIndexing = blocks.length === 0 && stateOf(stores, 'Redis')?.state === 'up';
  const found = [...unavailable, ...(gaps.length > 0 ? ['search'] : []), ...(isIndexing ? [] : ['indexing'])];
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
    stores,
    failing_sources: hasArchive ? await readFailingSources(options.pool).catch(() => null) : null,
  };
}

function stateOf(stores: readonly StoreState[], store: StoreState['name']): StoreState | undefined {
  return stores.find(({ name }) => name === store);
}

function isSearchable(stores: readonly StoreState[]): boolean {
  const { state, reason } = stateOf(stores, 'Elasticsearch') ?? {};
  return state !== 'down' && reason !== 'shards_missing';
}

/** Empty while Elasticsearch is away: `search` is listed then. */
async function readBlocks({ elasticsearch, indexPrefix }: HealthOptions): Promise<readonly WriteBlock[]> {
  return readWriteBlocks(elasticsearch, indexPrefix, { requestTimeout: PROBE_MS, maxRetries: 0 }).catch(() => []);
}

/** The names of unavailable parts. @throws UnavailableError when nothing can be shown */
async function readUnavailable({ pool, postgres }: HealthOptions, canSearch: boolean): Promise<string[]> {
  return postgres.readOrFallback(
    async () => {
      await assertArchive(pool);
      return canSearch ? [] : ['search'];
    },
    async (copy) => {
      await copy.boards();
      if (!canSearch) throw archiveUnavailable();
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
