/** Files by their SHA-256. A file is served as long as a visible post shows it. */
import { Type, type FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { LARGE_THUMBNAIL_SIDE, parseMediaKey } from '../../../../mappings/media.ts';
import type { Datastores } from '../../../../platform/datastore/datastores.ts';
import { prepared } from '../../../../platform/postgres.ts';
import { CACHE_FOR_AN_HOUR, IMMUTABLE, sendFile } from '../../../media/send-file.ts';
import { sendLarge } from '../../../media/send-large.ts';
import { SELECT_FILE, SELECT_THUMBNAIL, type FileRow } from '../../../media/sql.ts';
import { NotFoundError } from '../../../shared/errors.ts';
import { emptyResponse, problems } from '../../plugins/schemas.ts';

/** Enough for a large video over a slow connection. */
const HANDLER_TIMEOUT_MS = 1_800_000;

const FOLDER = Type.String({ pattern: '^[0-9a-f]{2}$', maxLength: 2 });
const FilePath = Type.Object({
  first: FOLDER,
  second: FOLDER,
  name: Type.String({ pattern: '^[0-9a-f]{64}\\.[a-z0-9]{1,8}$', maxLength: 73 }),
});

const FileQuery = Type.Object({
  name: Type.Optional(
    Type.String({
      maxLength: 1024,
      description:
        'The name under which browsers save the file; it gets the extension of the file’s type. Without it: the hash.',
    }),
  ),
});

const bytes = (description: string) => ({
  description,
  content: { 'application/octet-stream': { schema: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) } },
});

export function mediaRoutes(pool: Pool, datastores: Datastores): FastifyPluginAsyncTypebox {
  const finder = (statement: string, { first, second, name }: Record<'first' | 'second' | 'name', string>) => {
    const asked = parseMediaKey(`${first}/${second}/${name}`);
    return async (): Promise<FileRow | null> => {
      if (asked === null) return null;
      const { rows } = await pool.query<FileRow>(prepared(statement, [asked.sha256]));
      return rows[0] ?? null;
    };
  };
  const answers = {
    200: bytes('The file.'),
    206: bytes('The requested part of the file.'),
    302: emptyResponse('The datastore of the file is on another host.'),
    304: emptyResponse('The copy is current: files never change.'),
    ...problems(400, 404, 416),
  };
  const send = async (
    find: () => Promise<FileRow | null>,
    cacheControl: string,
    request: FastifyRequest,
    reply: FastifyReply,
    name?: string,
  ) => {
    const file = await find();
    if (file === null) throw new NotFoundError('file_unknown', 'There is no such file in the archive.');
    return sendFile(datastores, { file, findAgain: find, cacheControl, name }, request, reply);
  };

  return async (app) => {
    app.get(
      '/:first/:second/:name',
      {
        config: { access: 'reader' },
        handlerTimeout: HANDLER_TIMEOUT_MS,
        schema: {
          operationId: 'getFile',
          summary: 'A file by its SHA-256',
          description:
            'Supports ranges. 404 if no visible post shows the file; 416 for a range outside it; 503 if its datastore is unavailable.',
          tags: ['media'],
          params: FilePath,
          querystring: FileQuery,
          response: answers,
        },
      },
      async (request, reply) =>
        send(finder(SELECT_FILE, request.params), IMMUTABLE, request, reply, request.query.name),
    );
    app.get(
      '/thumbs/:first/:second/:name',
      {
        config: { access: 'reader' },
        handlerTimeout: HANDLER_TIMEOUT_MS,
        schema: {
          operationId: 'getThumbnail',
          summary: "A file's thumbnail, by the SHA-256 of the file",
          description: 'The thumbnail drawn by the archive, else that of the source. Errors are those of the file.',
          tags: ['media'],
          params: FilePath,
          response: answers,
        },
      },
      async (request, reply) => send(finder(SELECT_THUMBNAIL, request.params), CACHE_FOR_AN_HOUR, request, reply),
    );
    app.get(
      '/thumbs/large/:first/:second/:name',
      {
        config: { access: 'reader' },
        handlerTimeout: HANDLER_TIMEOUT_MS,
        schema: {
          operationId: 'getLargeThumbnail',
          summary: "A file's large thumbnail, by the SHA-256 of the file",
          description: `At most ${LARGE_THUMBNAIL_SIDE} pixels long, for dense screens; if none was drawn, the thumbnail. Errors are those of the file.`,
          tags: ['media'],
          params: FilePath,
          response: answers,
        },
      },
      async (request, reply) => {
        const file = await finder(SELECT_FILE, request.params)();
        const sent = file === null ? null : await sendLarge(datastores, file, request, reply);
        return sent ?? send(finder(SELECT_THUMBNAIL, request.params), CACHE_FOR_AN_HOUR, request, reply);
      },
    );
  };
}
