/** Quarantined files that contributors have uploaded. */
import { Type, type FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { DecidedOffers, DumpActionResult, DumpOfferList, DumpOfferQuery } from '../../contract/dump-moderation.ts';
import { DumpPath } from '../../contract/dump-list.ts';
import { offeredFile, offeredThumbnail } from '../../format/changes.ts';
import { detectMediaType, HEAD_BYTES, mediaTypeOf } from '../../../../mappings/media.ts';
import { decideOffers, findQuarantined, listOffers } from '../offered-files.ts';
import type { DumpModerator } from '../moderate-dumps.ts';
import { readShared, type SharedFiles } from '../../../../platform/shared-files/shared-files.ts';
import { NotFoundError } from '../../../../server/shared/errors.ts';
import { problems, reference } from '../../../../server/http/plugins/schemas.ts';

const TAGS = ['admin'];

export function staffOfferRoutes(
  by: (request: FastifyRequest) => DumpModerator,
  files: SharedFiles,
): FastifyPluginAsyncTypebox {
  const quarantined = async (request: FastifyRequest, id: number) => {
    const file = await findQuarantined(by(request), id);
    if (file === null) throw unknownFile();
    return file;
  };
  return async (app) => {
    app.get(
      '/dumps/offers',
      {
        config: { access: { role: 'moderator', boards: 'all' } },
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
        config: { access: { role: 'moderator', boards: 'all' } },
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
        config: { access: { role: 'moderator', boards: 'all' } },
        schema: {
          operationId: 'getQuarantinedFile',
          summary: 'A file in quarantine, as it was handed over',
          tags: TAGS,
          params: DumpPath,
          response: { 200: FILE, ...problems(400, 401, 403, 404) },
        },
      },
      async (request, reply) => {
        const { sha256, type } = await quarantined(request, request.params.id);
        const size = await files.size(offeredFile(sha256));
        const content = await files.open(offeredFile(sha256));
        if (size === null || content === null) throw unknownFile();
        const { mime, isInline } = mediaTypeOf(type);
        return reply
          .headers({ ...LOCKED, 'content-length': size, 'content-disposition': isInline ? 'inline' : 'attachment' })
          .type(mime)
          .send(content);
      },
    );
    app.get(
      '/dumps/offers/:id/thumbnail',
      {
        config: { access: { role: 'moderator', boards: 'all' } },
        schema: {
          operationId: 'getQuarantinedThumbnail',
          summary:
            'The thumbnail of a picture in quarantine, drawn by the archive: nothing of the file itself reaches the browser',
          tags: TAGS,
          params: DumpPath,
          response: { 200: FILE, ...problems(400, 401, 403, 404) },
        },
      },
      async (request, reply) => {
        const { sha256 } = await quarantined(request, request.params.id);
        const bytes = await readShared(files, offeredThumbnail(sha256));
        if (bytes === null) throw unknownFile();
        const { mime } = detectMediaType(bytes.subarray(0, HEAD_BYTES));
        return reply
          .headers({ ...LOCKED, 'content-disposition': 'inline' })
          .type(mime)
          .send(bytes);
      },
    );
  };
}

const FILE = {
  description: 'The file.',
  content: { 'application/octet-stream': { schema: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) } },
};

const LOCKED = {
  'content-security-policy': "sandbox; default-src 'none'; img-src 'self'; media-src 'self'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

function unknownFile(): NotFoundError {
  return new NotFoundError('file_unknown', 'There is no such file in quarantine.');
}
