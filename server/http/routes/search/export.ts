import { Readable } from 'node:stream';
import cookie from '@fastify/cookie';
import { Type, type FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import type { TUnsafe } from 'typebox';
import type { AdminContext } from '../../../admin/context.ts';
import { keyIn } from '../../../admin/api-keys.ts';
import { ExportEnd, ExportQuery, ExportRow } from '../../../../mappings/contract/export.ts';
import { lateErrorCode } from '../../plugins/problems.ts';
import { requestContextOf } from '../../plugins/rate-limit.ts';
import { problems, reference } from '../../plugins/schemas.ts';
import { RefusedError } from '../../errors.ts';
import { CSV_COLUMNS, csvWriter, exportFileName, ndjsonWriter } from '../../../search/export/writers.ts';
import { beginExport, MAX_EXPORT_MS } from '../../../search/export/write-export.ts';
import { ExportSlots, openExport } from '../../../search/export/open-export.ts';
import type { SearchContext } from '../../../search/context.ts';
import { Site } from '../../site.ts';
import { parseTimeZone } from './time-zone.ts';

export interface ExportOptions {
  readonly publicUrl: string | null;
  /** Concurrent exports. */
  readonly slots: number;
  /** Most rows of one export, by caller; 0 refuses. */
  readonly rows: { readonly anonymous: number; readonly admin: number };
  readonly admins: Pick<AdminContext, 'sessions' | 'cookie' | 'keys'>;
}

/** Written ahead of the client, beside the buffers of the network. */
const BUFFER_BYTES = 262_144;
/** Relative to a page of hits. */
const EXPORT_COST = 20;
/** Longer than an export may run, so that its last line can still be written. */
const HANDLER_TIMEOUT_MS = MAX_EXPORT_MS + 60_000;

export function exportRoutes(context: SearchContext, options: ExportOptions): FastifyPluginAsyncTypebox {
  const slots = new ExportSlots(options.slots);
  const closing = new AbortController();

  const rowsFor = async (request: FastifyRequest): Promise<number> => {
    const written = keyIn(request.headers.authorization);
    const key = written === null ? null : await options.admins.keys.find(written);
    const token = options.admins.cookie.read(request);
    const admin = token === '' ? null : await options.admins.sessions.find(token);
    const isTrusted = admin !== null || key?.scopes.includes('export') === true;
    const rows = isTrusted ? options.rows.admin : options.rows.anonymous;
    if (rows === 0)
      throw new RefusedError(
        403,
        'export_refused',
        'This archive allows exports only to signed-in admins and API keys with the scope "export".',
      );
    return rows;
  };

  return async (app) => {
    await app.register(cookie);
    app.addHook('preClose', async () => closing.abort());
    app.get(
      '/search/export',
      {
        handlerTimeout: HANDLER_TIMEOUT_MS,
        // A HEAD request would run the whole export.
        exposeHeadRoute: false,
        schema: {
          operationId: 'exportSearch',
          summary: 'All hits of a query as NDJSON or CSV',
          tags: ['search'],
          querystring: ExportQuery,
          response: { 200: RESPONSE, ...problems(400, 403) },
        },
      },
      async (request, reply) => {
        const { q = '', format = 'ndjson', scope = 'posts', limit } = request.query;
        const { sort = null, group = null, cursor = null, tz = 'UTC' } = request.query;
        const call = requestContextOf(request, reply, { costFactor: EXPORT_COST, timeBudget: null });
        const allowed = await rowsFor(request);
        const release = slots.take();
        try {
          const writer = format === 'csv' ? csvWriter(Site.of(request, options.publicUrl)) : ndjsonWriter;
          const opened = await openExport(context, { q, scope, sort, group, zone: parseTimeZone(tz), cursor }, call);
          const pieces = await beginExport({
            ...opened,
            writer,
            limit: Math.min(limit ?? allowed, allowed),
            disconnected: call.signal,
            closing: closing.signal,
            codeOf: (error) => lateErrorCode(error, request),
          });
          const stream = Readable.from(pieces, { objectMode: false, highWaterMark: BUFFER_BYTES });
          stream.once('close', release);
          const name = exportFileName(opened.q, context.clock(), writer.extension);
          void reply.header('content-disposition', `attachment; filename="${name}"`);
          return await reply.header('cache-control', 'no-store').type(writer.type).send(stream);
        } catch (error) {
          release();
          throw error;
        }
      },
    );
  };
}

/** Typed as a stream, since that is what the handler sends. */
const RESPONSE: { readonly description: string; readonly content: Record<string, { schema: TUnsafe<Readable> }> } = {
  description: 'The hits in order, then a last line that says how the export ended.',
  content: {
    'application/x-ndjson': { schema: Type.Unsafe({ oneOf: [reference(ExportRow), reference(ExportEnd)] }) },
    'text/csv': { schema: Type.Unsafe({ type: 'string', description: `Columns: ${CSV_COLUMNS.join(', ')}.` }) },
  },
};
