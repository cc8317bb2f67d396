import { Readable } from 'node:stream';
import { hasRole } from '../../../../mappings/roles.ts';
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
import { watchReader, type ReaderLimits } from '../../plugins/slow-reader.ts';
import { RefusedError } from '../../../shared/errors.ts';
import { CSV_COLUMNS, csvWriter, exportFileName, ndjsonWriter } from '../../../search/export/writers.ts';
import { beginExport, MAX_EXPORT_MS } from '../../../search/export/write-export.ts';
import type { ExportSlots } from '../../../search/export/export-slots.ts';
import { openExport } from '../../../search/export/open-export.ts';
import { withWholeComment } from '../../../posts/whole-comment.ts';
import type { SearchContext } from '../../../search/context.ts';
import { Site } from '../../../shared/site.ts';
import { parseTimeZone } from './time-zone.ts';

export interface ExportOptions {
  readonly publicUrl: string | null;
  readonly slots: ExportSlots;
  /** Most rows of one export, by caller; 0 refuses. */
  readonly rows: { readonly anonymous: number; readonly admin: number };
  readonly admins: Pick<AdminContext, 'sessions' | 'cookie' | 'keys'>;
  readonly readers?: ReaderLimits;
}

/** Bytes that are written ahead of the client, beside the buffers of the network. */
const BUFFER_BYTES = 262_144;
/** Relative to a page of hits. */
const EXPORT_COST = 20;
/** Longer than an export may run, so that its last line can still be written. */
const HANDLER_TIMEOUT_MS = MAX_EXPORT_MS + 60_000;
/** Slower clients would occupy slots that others need. */
const READER_LIMITS: ReaderLimits = { bytesPerSecond: 1_024, windowMs: 30_000, longestMs: HANDLER_TIMEOUT_MS };
/** Size of one write: a client makes progress when it has taken a whole write. */
const WRITE_BYTES = 16_384;

export function exportRoutes(context: SearchContext, options: ExportOptions): FastifyPluginAsyncTypebox {
  const closing = new AbortController();
  const limits = options.readers ?? READER_LIMITS;

  const rowsFor = async (request: FastifyRequest): Promise<number> => {
    const written = keyIn(request.headers.authorization);
    const key = written === null ? null : await options.admins.keys.find(written);
    const token = options.admins.cookie.read(request);
    const admin = token === '' ? null : await options.admins.sessions.find(token);
    const isTrusted =
      (admin !== null && hasRole(admin.roles, 'admin', 'any')) || key?.scopes.includes('export') === true;
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
        config: { access: 'reader' },
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
        const requestContext = requestContextOf(request, reply, { costFactor: EXPORT_COST, timeBudget: null });
        const allowed = await rowsFor(request);
        const release = options.slots.take(requestContext.payer.caller.key);
        try {
          const writer = format === 'csv' ? csvWriter(Site.of(request, options.publicUrl)) : ndjsonWriter;
          const opened = await openExport(
            context,
            { q, scope, sort, group, zone: parseTimeZone(tz), cursor },
            requestContext,
          );
          const pieces = await beginExport({
            ...opened,
            writer,
            whole: async (post) => withWholeComment(context.pool, post),
            limit: Math.min(limit ?? allowed, allowed),
            disconnected: requestContext.signal,
            closing: closing.signal,
            codeOf: (error) => lateErrorCode(error, request),
          });
          const stream = Readable.from(inWrites(pieces), { objectMode: false, highWaterMark: BUFFER_BYTES });
          // `end` comes before the client has the last byte, after which it may request its next export; `close` when it disconnects.
          for (const over of ['end', 'close']) stream.once(over, release);
          watchReader(reply.raw, limits, () => request.log.info('the export was cut off: its client read too slowly'));
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

/** Encodes each piece before it is split: splitting the text first could divide a surrogate pair. */
async function* inWrites(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece);
    for (let at = 0; at < bytes.length; at += WRITE_BYTES) yield bytes.subarray(at, at + WRITE_BYTES);
  }
}

/** Typed as a stream, since that is what the handler sends. */
const RESPONSE: { readonly description: string; readonly content: Record<string, { schema: TUnsafe<Readable> }> } = {
  description: 'The hits in order, then a last line that says how the export ended.',
  content: {
    'application/x-ndjson': { schema: Type.Unsafe({ oneOf: [reference(ExportRow), reference(ExportEnd)] }) },
    'text/csv': { schema: Type.Unsafe({ type: 'string', description: `Columns: ${CSV_COLUMNS.join(', ')}.` }) },
  },
};
