/** Files that contributors have handed over, in quarantine. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Type, type FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import {
  DecidedOffers,
  DumpActionResult,
  DumpOfferList,
  DumpOfferQuery,
} from '../../../../mappings/contract/dump-moderation.ts';
import { DumpPath } from '../../../../mappings/contract/dump-list.ts';
import { mediaTypeOf } from '../../../../mappings/media.ts';
import { decideOffers, findQuarantined, listOffers } from '../../../contributions/offered-files.ts';
import type { DumpModerator } from '../../../contributions/moderate-dumps.ts';
import { NotFoundError } from '../../errors.ts';
import { problems, reference } from '../../plugins/schemas.ts';

const TAGS = ['admin'];

export function adminDumpOfferRoutes(
  by: (request: FastifyRequest) => DumpModerator,
  folder: string | null,
): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/dumps/offers',
      {
        schema: {
          operationId: 'listDumpOffers',
          summary: 'Missing files that the archive asks contributors for, and those that they handed over',
          tags: TAGS,
          querystring: DumpOfferQuery,
          response: { 200: reference(DumpOfferList, 'One page.'), ...problems(400, 401, 403) },
        },
      },
      async (request, reply) => reply.send(await listOffers(by(request), request.query)),
    );
    app.post(
      '/dumps/offers',
      {
        schema: {
          operationId: 'decideDumpOffers',
          summary: 'Accept or refuse files in quarantine',
          tags: TAGS,
          body: reference(DecidedOffers),
          response: {
            200: reference(DumpActionResult, 'What was decided; accepted files are stored within a minute.'),
            ...problems(400, 401, 403),
          },
        },
      },
      async (request, reply) => reply.send(await decideOffers(by(request), request.body)),
    );
    app.get(
      '/dumps/offers/:id/file',
      {
        schema: {
          operationId: 'getQuarantinedFile',
          summary: 'A file in quarantine, to look at',
          tags: TAGS,
          params: DumpPath,
          response: {
            200: {
              description: 'The file.',
              content: {
                'application/octet-stream': { schema: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) },
              },
            },
            ...problems(400, 401, 403, 404),
          },
        },
      },
      async (request, reply) => {
        const file = await findQuarantined(by(request), request.params.id);
        const path = file === null || folder === null ? null : join(folder, file.sha256);
        const found = path === null ? null : await stat(path).catch(() => null);
        if (file === null || path === null || found === null)
          throw new NotFoundError('file_unknown', 'There is no such file in quarantine on this server.');
        const { mime, isInline } = mediaTypeOf(file.type);
        return reply
          .headers({
            'content-length': found.size,
            'content-security-policy': "sandbox; default-src 'none'; img-src 'self'; media-src 'self'",
            'x-content-type-options': 'nosniff',
            'content-disposition': isInline ? 'inline' : 'attachment',
          })
          .type(mime)
          .send(createReadStream(path));
      },
    );
  };
}
