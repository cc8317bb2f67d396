import { Readable } from 'node:stream';
import { Type, type FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { PUBLIC_EXPORT_FILE, PublicExports } from '../contract/public-exports.ts';
import { toError } from '../../../platform/errors.ts';
import type { Leases } from '../../../platform/leases.ts';
import { archiveUnavailable } from '../../../platform/postgres-errors.ts';
import { parseRange } from '../../../server/media/send-file.ts';
import { listExports } from './list-exports.ts';
import { exportKey, makeExports, type ExportMaker } from './make-exports.ts';
import type { PostgresProbe } from '../../../server/visibility/postgres-probe.ts';
import { NotFoundError, RefusedError } from '../../../server/shared/errors.ts';
import { matchesEtag } from '../../../server/shared/etag.ts';
import { emptyResponse, problems, reference } from '../../../server/http/plugins/schemas.ts';

export interface PublicExportOptions extends ExportMaker {
  readonly postgres: PostgresProbe;
  readonly leases: Leases;
}

/** How often a server checks whether exports are due. */
const CHECK_EVERY_MS = 600_000;
/** Enough for a large file over a slow connection. */
const HANDLER_TIMEOUT_MS = 7_200_000;

/** The list, for the API, and the work that makes the files. */
export function publicExportRoutes(options: PublicExportOptions): FastifyPluginAsyncTypebox {
  return async (app) => {
    keepMaking(app, options);
    app.get(
      '/exports',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'listPublicExports',
          summary: 'Files with all visible posts of a board, on boards whose settings publish them',
          tags: ['archive'],
          response: { 200: reference(PublicExports, 'Files to download.'), ...problems() },
        },
      },
      async (_request, reply) => {
        const exports = await options.postgres.readOrFallback(
          async () => listExports(options.pool),
          async () => {
            throw archiveUnavailable();
          },
        );
        return reply.header('cache-control', 'no-cache').send({ exports: [...exports] });
      },
    );
  };
}

function keepMaking(app: FastifyInstance, maker: PublicExportOptions): void {
  const closing = new AbortController();
  let running: Promise<void> | null = null;
  const make = async () => {
    await makeExports(maker, maker.leases, closing.signal).then(
      (made) => made.length > 0 && app.log.info({ made }, 'made public exports'),
      (error: unknown) => {
        if (!closing.signal.aborted) app.log.warn({ err: toError(error) }, 'public exports could not be made');
      },
    );
    running = null;
  };
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onReady', async () => {
    timer = setInterval(() => {
      running ??= make();
    }, CHECK_EVERY_MS).unref();
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    closing.abort();
    await running;
  });
}

/** The files themselves, at `/exports/{file}`. */
export function publicExportFiles({ pool, files }: PublicExportOptions): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/exports/:file',
      {
        config: { access: 'reader' },
        handlerTimeout: HANDLER_TIMEOUT_MS,
        schema: {
          operationId: 'getPublicExport',
          summary: 'A file with all visible posts of a board: NDJSON, compressed with gzip',
          description: 'Supports ranges, so that an interrupted download goes on where it ended.',
          tags: ['archive'],
          params: Type.Object({ file: Type.String({ pattern: PUBLIC_EXPORT_FILE, maxLength: 64 }) }),
          response: {
            200: bytes('The file.'),
            206: bytes('The requested part of the file.'),
            304: emptyResponse('The copy is current.'),
            ...problems(400, 404, 416),
          },
        },
      },
      async (request, reply) => {
        const [found] = await listExports(pool, request.params.file);
        const key = exportKey(request.params.file);
        const size = found === undefined ? null : await files.size(key);
        if (found === undefined || size !== found.size) throw unknownExport();
        const etag = `"${found.sha256}"`;
        void reply.headers({
          etag,
          'accept-ranges': 'bytes',
          'cache-control': 'no-cache',
          'content-disposition': `attachment; filename="${found.file}"`,
        });
        if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
        const isSame = request.headers['if-range'] === undefined || request.headers['if-range'] === etag;
        const range = request.method === 'GET' && isSame ? parseRange(request.headers.range, size) : null;
        if (range === 'unsatisfiable') {
          void reply.header('content-range', `bytes */${size}`);
          throw new RefusedError(
            416,
            'range_unknown',
            `The file has ${size} bytes; the requested range is outside it.`,
          );
        }
        const content = request.method === 'HEAD' ? Readable.from([]) : await files.open(key, range ?? undefined);
        if (content === null) throw unknownExport();
        void reply.type('application/gzip');
        void reply.header('content-length', range === null ? size : range.end - range.start + 1);
        if (range !== null) void reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
        return reply.send(content);
      },
    );
  };
}

function unknownExport(): NotFoundError {
  return new NotFoundError('export_unknown', 'There is no such export: /exports lists the current ones.');
}

const bytes = (description: string) => ({
  description,
  content: { 'application/gzip': { schema: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) } },
});
