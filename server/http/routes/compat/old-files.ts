/** Files under the names that the source and its archives give them, whether they are archived or still at the source. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { archiveUnavailable } from '../../../../platform/postgres-errors.ts';
import type { PostgresProbe } from '../../../visibility/postgres-probe.ts';
import type { BoardDirectory } from '../../../boards/directory.ts';
import { findFile, parseFileName, type FoundFile } from '../../../compat/links/find-file.ts';
import { redirectPage } from '../../../compat/pages/documents.ts';
import { FOR_AN_HOUR, sendFile } from '../../../media/send-file.ts';
import type { Datastores } from '../../../../platform/datastore/datastores.ts';
import { NotFoundError } from '../../errors.ts';
import { Site } from '../../site.ts';

export interface OldFileContext {
  readonly pool: Pool;
  readonly boards: BoardDirectory;
  readonly postgres: PostgresProbe;
  readonly datastores: Datastores;
  readonly publicUrl: string | null;
}

/** Enough for a large video over a slow connection. */
const HANDLER_TIMEOUT_MS = 1_800_000;

/** Used by clients of the 4chan API, of vichan and of FoolFuuka. */
const PATHS = [
  '/:board/:name(^[0-9]+[sm]?\\.[A-Za-z0-9]+$)',
  '/:board/src/:name',
  '/:board/thumb/:name',
  '/:board/image/:first/:second/:name',
  '/:board/thumb/:first/:second/:name',
  '/:board/full_image/:name',
];

export function oldFileRoutes({ pool, boards, postgres, datastores, publicUrl }: OldFileContext) {
  const find = async (request: FastifyRequest): Promise<FoundFile> => {
    const { board: boardName, name } = request.params as { readonly board: string; readonly name: string };
    const board = await boards.find(boardName);
    const fileName = parseFileName(name);
    if (board !== null && fileName !== null) {
      const found = await postgres.readOrFallback(
        async () => findFile(pool, board, fileName),
        async () => {
          throw archiveUnavailable();
        },
      );
      if (found !== null) return found;
    }
    throw new NotFoundError('file_unknown', 'There is no such file in the archive.');
  };

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const found = await find(request);
    if (found.kind === 'archived') return sendFile(datastores, found.file, FOR_AN_HOUR, request, reply);
    // The file may be archived later.
    return reply.header('cache-control', 'no-cache').redirect(found.address, 302);
  };

  return async (app: FastifyInstance): Promise<void> => {
    for (const path of PATHS) app.get(path, { handlerTimeout: HANDLER_TIMEOUT_MS }, answer);
    app.get('/:board/redirect/:name', async (request, reply) => {
      const { address } = await find(request);
      const page = redirectPage(Site.of(request, publicUrl).whole(address));
      return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
    });
  };
}
