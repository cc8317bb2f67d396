/** Files under the names that the source and its archives give them, whether they are archived or still at the source. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { isListed, type Board } from '../../../../mappings/board.ts';
import type { FileStatus } from '../../../../mappings/media.ts';
import { archiveUnavailable } from '../../../../platform/postgres-errors.ts';
import type { PostgresProbe } from '../../../../server/visibility/postgres-probe.ts';
import type { BoardDirectory } from '../../../../server/boards/directory.ts';
import { findFile, parseFileName, type FoundFile } from './find-file.ts';
import { CACHE_FOR_AN_HOUR, sendFile } from '../../../../server/media/send-file.ts';
import type { Datastores } from '../../../../platform/datastore/datastores.ts';
import { NotFoundError } from '../../../../server/shared/errors.ts';
import { redirectPage } from './redirect-page.ts';
import { Site } from '../../../../server/shared/site.ts';
import { FOR_READERS } from '../../../../server/http/access.ts';

export interface OldFileContext {
  readonly pool: Pool;
  readonly boards: BoardDirectory;
  readonly postgres: PostgresProbe;
  readonly datastores: Datastores;
  readonly publicUrl: string | null;
}

/** The reason why a file is not archived. */
const MISSING: Readonly<Record<FileStatus, string>> = {
  archived: 'This file is missing from the archive.',
  pending: 'This file is not archived yet.',
  gone: 'This file was gone from its source before it was archived.',
  refused: 'The source sent another file than the post names.',
  banned: 'This file is banned from the archive.',
  never_fetched: 'This file was never archived.',
  unknown: 'This file is not in the archive.',
};

/** Enough for a large video over a slow connection. */
const HANDLER_TIMEOUT_MS = 1_800_000;

/** Used by clients of the 4chan API, of vichan and of FoolFuuka. */
const PATHS = [
  '/:board/:name(^(?:[0-9]|[0-9a-f]{32})[-0-9a-f]*[sm]?\\.[A-Za-z0-9]+$)',
  '/:board/src/:name',
  '/:board/thumb/:name',
  '/:board/image/:first/:second/:name',
  '/:board/thumb/:first/:second/:name',
  '/:board/full_image/:name',
  // The path at which web servers of FoolFuuka serve its folder of files.
  '/foolfuuka/boards/:board/image/:first/:second/:name',
  '/foolfuuka/boards/:board/thumb/:first/:second/:name',
  '/data/:board/img/:first/:second/:name',
  '/data/:board/image/:first/:second/:name',
  '/data/:board/thumb/:first/:second/:name',
  // ayase-quart's default path of files.
  '/srv/media/:board/image/:first/:second/:name',
  '/srv/media/:board/thumb/:first/:second/:name',
  // Some archives of FoolFuuka have one folder for all boards.
  '/image/:first/:second/:name',
  '/thumb/:first/:second/:name',
];

interface FileParams {
  /** Absent in addresses of files of any board. */
  readonly board?: string;
  readonly name: string;
}

export function oldFileRoutes({ pool, boards, postgres, datastores, publicUrl }: OldFileContext) {
  const boardsOf = async (name: string | undefined): Promise<readonly Board[]> => {
    if (name === undefined) return (await boards.all()).filter(isListed);
    const board = await boards.find(name);
    return board === null ? [] : [board];
  };
  const find = async (request: FastifyRequest): Promise<FoundFile> => {
    const { board: boardName, name } = request.params as FileParams;
    const asked = await boardsOf(boardName);
    const fileName = parseFileName(name, request.routeOptions.url?.includes('/thumb/') === true);
    if (asked.length > 0 && fileName !== null) {
      const found = await postgres.readOrFallback(
        async () => findFile(pool, asked, fileName, await boards.filesAtSource()),
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
    if (found.kind === 'archived') {
      const findAgain = async () => {
        const again = await find(request);
        return again.kind === 'archived' ? again.file : null;
      };
      const { file, name } = found;
      return sendFile(
        datastores,
        { file, findAgain, cacheControl: CACHE_FOR_AN_HOUR, name: name ?? undefined },
        request,
        reply,
      );
    }
    if (found.kind === 'missing') throw new NotFoundError(`file_${found.status}`, MISSING[found.status]);
    // The file may be archived later.
    return reply.header('cache-control', 'no-cache').redirect(found.address, 302);
  };

  return async (app: FastifyInstance): Promise<void> => {
    for (const path of PATHS)
      app.get(path, { config: { access: 'reader' }, handlerTimeout: HANDLER_TIMEOUT_MS }, answer);
    app.get('/:board/redirect/:name', FOR_READERS, async (request, reply) => {
      const found = await find(request);
      const site = Site.of(request, publicUrl);
      const page = redirectPage(found.kind === 'missing' ? site.post(found.post) : site.whole(found.address));
      return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
    });
  };
}
