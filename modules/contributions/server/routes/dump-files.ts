/** Missing files that the archive requests from contributors. */
import type { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type pg from 'pg';
import { OfferedFilePath, OfferTaken, WantedFileList, WantedFileQuery } from '../../contract/dump-moderation.ts';
import { listWanted, takeOfferedFile } from '../offered-files.ts';
import type { SharedFiles } from '../../../../platform/shared-files/shared-files.ts';
import { RefusedError } from '../../../../server/shared/errors.ts';
import { problems, reference } from '../../../../server/http/plugins/schemas.ts';

export interface DumpFileOptions {
  readonly pool: pg.Pool;
  readonly files: SharedFiles;
}

const FILE_TYPE = 'application/octet-stream';
/** The time limit of an upload, enough for a large video over a slow connection. */
const HANDLER_TIMEOUT_MS = 1_800_000;

export function dumpFileRoutes({ pool, files }: DumpFileOptions): FastifyPluginAsyncTypebox {
  return async (app) => {
    // The body is streamed. Its limit is the size of the requested file.
    app.addContentTypeParser(FILE_TYPE, (_request, body, done) => done(null, body));
    app.get(
      '/dumps/wanted',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'listWantedFiles',
          summary: 'Missing files that a contributor has offered and the archive would like to have',
          tags: ['archive'],
          querystring: WantedFileQuery,
          response: { 200: reference(WantedFileList, 'The files.'), ...problems(400) },
        },
      },
      async (request, reply) =>
        reply.header('cache-control', 'no-cache').send(await listWanted(pool, request.query.contributor)),
    );
    app.put(
      '/dumps/files/:sha256',
      {
        config: { access: 'reader' },
        handlerTimeout: HANDLER_TIMEOUT_MS,
        schema: {
          operationId: 'handOverFile',
          summary: 'Hand over a missing file that the archive asks for',
          description: 'It is checked, and a moderator looks at it, before it serves the addresses that the file had.',
          tags: ['archive'],
          consumes: [FILE_TYPE],
          params: OfferedFilePath,
          response: {
            202: reference(OfferTaken, 'The file is taken, and waits for its checks.'),
            ...problems(400, 404, 413, 415, 422),
          },
        },
      },
      async (request, reply) => {
        if (request.body === undefined || request.body === null)
          throw new RefusedError(422, 'file_differs', 'The request has no file.');
        const stated = request.headers['content-length'];
        await takeOfferedFile(pool, files, {
          sha256: request.params.sha256,
          body: request.body as Readable,
          length: stated === undefined ? null : Number(stated),
        });
        return reply.code(202).header('cache-control', 'no-store').send({ state: 'uploaded' });
      },
    );
  };
}
