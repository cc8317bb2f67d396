import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { PostgresProbe } from '../../../visibility/postgres-probe.ts';
import type { BoardDirectory } from '../../../boards/directory.ts';
import { BoardList } from '../../../../mappings/contract/board.ts';
import { problems, reference } from '../../plugins/schemas.ts';

export function boardRoutes(boards: BoardDirectory, postgres: PostgresProbe): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/boards',
      {
        schema: {
          operationId: 'listBoards',
          summary: 'All boards, by name',
          tags: ['archive'],
          response: {
            200: reference(BoardList, 'All boards with their number of posts and newest post.'),
            ...problems(),
          },
        },
      },
      async (_request, reply) => {
        const views = await boards.views();
        return reply.header('cache-control', 'no-cache').send({ boards: [...views], degraded: postgres.isAway });
      },
    );
  };
}
