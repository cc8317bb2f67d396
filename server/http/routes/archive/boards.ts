import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { PostgresProbe } from '../../../visibility/postgres-probe.ts';
import type { BoardDirectory } from '../../../boards/directory.ts';
import { isListed } from '../../../../mappings/board.ts';
import { BoardList, BoardsQuery } from '../../../../mappings/contract/board.ts';
import type { OtherArchive } from '../../../../platform/setting-values.ts';
import { withElsewhere } from '../../../boards/elsewhere.ts';
import { problems, reference } from '../../plugins/schemas.ts';

interface BoardRoutes {
  readonly boards: BoardDirectory;
  readonly postgres: PostgresProbe;
  readonly otherArchives: readonly OtherArchive[];
  readonly contact: string | null;
}

export function boardRoutes({ boards, postgres, otherArchives, contact }: BoardRoutes): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/boards',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'listBoards',
          summary: 'All boards, by name',
          tags: ['archive'],
          querystring: BoardsQuery,
          response: {
            200: reference(BoardList, 'All boards with their number of posts and newest post.'),
            ...problems(400),
          },
        },
      },
      async (request, reply) => {
        const [views, all] = await Promise.all([boards.views(), boards.all()]);
        const byName = new Map(all.map((board) => [board.name, board]));
        return reply.header('cache-control', 'no-cache').send({
          boards: views
            .filter(({ name }) => name === request.query.board || isListed(byName.get(name) ?? {}))
            .map((view) => withElsewhere(view, byName.get(view.name), otherArchives)),
          contact,
          degraded: postgres.isAway,
        });
      },
    );
  };
}
