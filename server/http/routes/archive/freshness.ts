import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Pool } from 'pg';
import type { HarvestOptions } from '../../../boards/harvest-status.ts';
import type { PostgresProbe } from '../../../visibility/postgres-probe.ts';
import type { BoardDirectory } from '../../../boards/directory.ts';
import { Freshness } from '../../../../mappings/contract/freshness.ts';
import { PostPath } from '../../../../mappings/contract/post.ts';
import { problems, reference } from '../../plugins/schemas.ts';
import { readLastCheck } from '../../../threads/freshness.ts';
import { boardNamed } from '../../../boards/board-named.ts';

interface FreshnessContext extends HarvestOptions {
  readonly pool: Pool;
  readonly boards: BoardDirectory;
  readonly postgres: PostgresProbe;
  readonly clock: () => Date;
}

export function freshnessRoutes(context: FreshnessContext): FastifyPluginAsyncTypebox {
  const { pool, boards, postgres, clock } = context;
  return async (app) => {
    app.get(
      '/boards/:board/threads/:num/freshness',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'getThreadFreshness',
          summary: 'When the source was last asked for new posts of a thread',
          tags: ['archive'],
          params: PostPath,
          response: {
            200: reference(
              Freshness,
              'The time, and its age in whole seconds. Both are null for threads that are not polled, hidden, or not in the archive.',
            ),
            ...problems(400, 404),
          },
        },
      },
      async (request, reply) => {
        const board = await boardNamed(boards, request.params.board);
        const { num } = request.params;
        const at = await postgres.readOrFallback<Date | null>(
          async () => readLastCheck(pool, context, board, num),
          // The time is unknown, and scrapers could store nothing.
          async () => Promise.resolve(null),
        );
        return reply.header('cache-control', 'no-store').send({
          board: board.name,
          thread: num,
          checked_at: at?.toISOString() ?? null,
          age_seconds: at === null ? null : Math.max(0, Math.floor((clock().getTime() - at.getTime()) / 1000)),
        });
      },
    );
  };
}
