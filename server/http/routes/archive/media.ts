/** Files by their content. One is given out as long as some post shows it that may be seen. */
import { Type, type FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { parseMediaKey } from '../../../../mappings/media.ts';
import type { Datastores } from '../../../../platform/datastore/datastores.ts';
import { prepared } from '../../../../platform/postgres.ts';
import { FOR_AN_HOUR, IMMUTABLE, sendFile } from '../../../media/send-file.ts';
import { SELECT_FILE, SELECT_THUMBNAIL, type FileRow } from '../../../media/sql.ts';
import { NotFoundError } from '../../errors.ts';
import { nothing, problems } from '../../plugins/schemas.ts';

/** A large video over a slow line. */
const HANDLER_TIMEOUT_MS = 1_800_000;

const FOLDER = Type.String({ pattern: '^[0-9a-f]{2}$' });
const FilePath = Type.Object({
  first: FOLDER,
  second: FOLDER,
  name: Type.String({ pattern: '^[0-9a-f]{64}\\.[a-z0-9]{1,8}$' }),
});

const bytes = (description: string) => ({
  description,
  content: { 'application/octet-stream': { schema: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) } },
});

export function mediaRoutes(pool: Pool, datastores: Datastores): FastifyPluginAsyncTypebox {
  const find = async (statement: string, { first, second, name }: Record<'first' | 'second' | 'name', string>) => {
    const asked = parseMediaKey(`${first}/${second}/${name}`);
    const { rows } = asked === null ? { rows: [] } : await pool.query<FileRow>(prepared(statement, [asked.sha256]));
    if (rows[0] === undefined) throw new NotFoundError('file_unknown', 'There is no such file in the archive.');
    return rows[0];
  };
  const answers = {
    200: bytes('The file.'),
    206: bytes('The part of it that was asked for.'),
    302: nothing('Another host has it.'),
    304: nothing('Unchanged: files never change.'),
    ...problems(400, 404, 416),
  };
  const give = async (file: FileRow, cache: string, request: FastifyRequest, reply: FastifyReply) =>
    sendFile(datastores, file, cache, request, reply);

  return async (app) => {
    app.get(
      '/:first/:second/:name',
      {
        handlerTimeout: HANDLER_TIMEOUT_MS,
        schema: {
          operationId: 'getFile',
          summary: 'A file by its SHA-256',
          tags: ['media'],
          params: FilePath,
          response: answers,
        },
      },
      async (request, reply) => give(await find(SELECT_FILE, request.params), IMMUTABLE, request, reply),
    );
    app.get(
      '/thumbs/:first/:second/:name',
      {
        handlerTimeout: HANDLER_TIMEOUT_MS,
        schema: {
          operationId: 'getThumbnail',
          summary: "A file's thumbnail, by the SHA-256 of the file",
          tags: ['media'],
          params: FilePath,
          response: answers,
        },
      },
      async (request, reply) => give(await find(SELECT_THUMBNAIL, request.params), FOR_AN_HOUR, request, reply),
    );
  };
}
