import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { createBoardStatus, type BoardStatusOptions } from '../../../admin/boards/status.ts';
import { AdminBoardList } from '../../../../mappings/contract/admin.ts';
import { problems, reference } from '../../plugins/schemas.ts';

export function adminBoardRoutes(options: BoardStatusOptions): FastifyPluginAsyncTypebox {
  const readStatus = createBoardStatus(options);
  return async (app) => {
    app.get(
      '/boards',
      {
        config: { access: { role: 'janitor', boards: 'any' } },
        schema: {
          operationId: 'listAdminBoards',
          summary:
            'Status of the boards on which the account has a role: posts, documents, indexing lag, indices, harvest and unfinished tasks',
          tags: ['admin'],
          response: { 200: reference(AdminBoardList, 'The boards of the account, by name.'), ...problems(401, 403) },
        },
      },
      async (request, reply) => reply.send(await readStatus(request.secret)),
    );
  };
}
