import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  BannedFileList,
  BannedFilePath,
  BannedFileQuery,
  NearFileList,
} from '../../../../mappings/contract/banned-files.ts';
import type { AdminContext } from '../../../admin/context.ts';
import { signedIn } from '../../plugins/guard.ts';
import { listBannedFiles, listNearFiles, unbanFile } from '../../../moderation/banned-files.ts';
import { emptyResponse, problems, reference } from '../../plugins/schemas.ts';

export function adminBannedFileRoutes({
  pool,
  removals,
}: Pick<AdminContext, 'pool' | 'removals'>): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/banned-files',
      {
        config: { access: { role: 'moderator', boards: 'any' } },
        schema: {
          operationId: 'listBannedFiles',
          summary: 'Files that are never stored again, the newest bans first',
          tags: ['admin'],
          querystring: BannedFileQuery,
          response: { 200: reference(BannedFileList, 'One page.'), ...problems(400, 401, 403) },
        },
      },
      async (request, reply) => {
        const { before = null, limit = 50 } = request.query;
        return reply.send(await listBannedFiles(pool, request.secret, { before, limit }));
      },
    );

    app.get(
      '/banned-files/:hash/near',
      {
        config: { access: { role: 'moderator', boards: 'any' } },
        schema: {
          operationId: 'listNearFiles',
          summary: 'Stored files that look like a banned one, the nearest first',
          description: 'Up to 100, to be looked at and banned one by one with `POST /api/v1/admin/files`.',
          tags: ['admin'],
          params: BannedFilePath,
          response: { 200: reference(NearFileList, 'The files.'), ...problems(400, 401, 403) },
        },
      },
      async (request, reply) => reply.send({ files: await listNearFiles(pool, request.secret, request.params.hash) }),
    );

    app.delete(
      '/banned-files/:hash',
      {
        config: { access: { role: 'moderator', boards: 'all' } },
        schema: {
          operationId: 'unbanFile',
          summary: 'Lift the ban of a file by this hash: it may be stored again',
          tags: ['admin'],
          params: BannedFilePath,
          response: { 204: emptyResponse('Lifted.'), ...problems(400, 401, 403, 404) },
        },
      },
      async (request, reply) => {
        const { hash } = request.params;
        await unbanFile(pool, request.secret, hash, removals);
        request.log.info({ account: signedIn(request).name, hash }, 'file unbanned');
        return reply.code(204).send(undefined);
      },
    );
  };
}
