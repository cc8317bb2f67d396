import { Readable } from 'node:stream';
import cookie from '@fastify/cookie';
import { Type, type FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import type { TUnsafe } from 'typebox';
import type { AdminContext } from '../../../admin/context.ts';
import { keyIn } from '../../../admin/api-keys.ts';
import { ExportEnd, ExportQuery, ExportRow } from '../../../../mappings/contract/export.ts';
import { codeOfLate } from '../../plugins/problems.ts';
import { disconnectSignal } from '../../plugins/client-disconnect.ts';
import { problems, reference } from '../../plugins/schemas.ts';
import { RefusedError } from '../../errors.ts';
import { CSV_COLUMNS, csvWriter } from '../../../search/export/csv.ts';
import { beginExport, MAX_EXPORT_MS } from '../../../search/export/write-export.ts';
import { exportFileName } from '../../../search/export/file-name.ts';
import { ExportPlaces } from '../../../search/export/slots.ts';
import { openExport } from '../../../search/export/open-export.ts';
import { ndjsonWriter } from '../../../search/export/ndjson.ts';
import type { SearchHouse } from '../../../search/context.ts';
import { Site } from '../../site.ts';
import { parseTimeZone } from './time-zone.ts';

export interface ExportOptions {
  readonly publicUrl: string | null;
  /** Exports under way at once. */
  readonly places: number;
  /** Rows of one export, by who asks. */
  readonly rows: { readonly anonymous: number; readonly admin: number };
  readonly admins: Pick<AdminContext, 'sessions' | 'cookie' | 'keys'>;
}

/** What is ready for the reader at most, beside what the network holds. */
const BUFFER_BYTES = 262_144;
/** Past its own end, so that the last line can still be written. */
const HANDLER_TIMEOUT_MS = MAX_EXPORT_MS + 60_000;

export function exportRoutes(house: SearchHouse, options: ExportOptions): FastifyPluginAsyncTypebox {
  const places = new ExportPlaces(options.places);
  const closing = new AbortController();

  const rowsFor = async (request: FastifyRequest): Promise<number> => {
    const written = keyIn(request.headers.authorization);
    const key = written === null ? null : await options.admins.keys.find(written);
    const token = options.admins.cookie.read(request);
    const admin = token === '' ? null : await options.admins.sessions.find(token);
    const isTrusted = admin !== null || key?.scopes.includes('export') === true;
    const rows = isTrusted ? options.rows.admin : options.rows.anonymous;
    if (rows === 0)
      throw new RefusedError(403, 'export_refused', 'This archive exports nothing to who is not signed in.');
    return rows;
  };

  return async (app) => {
    await app.register(cookie);
    app.addHook('preClose', async () => closing.abort());
    app.get(
      '/search/export',
      {
        handlerTimeout: HANDLER_TIMEOUT_MS,
        // To answer HEAD, all of it would be read.
        exposeHeadRoute: false,
        schema: {
          operationId: 'exportSearch',
          summary: 'All posts that a query finds, as NDJSON or CSV',
          tags: ['search'],
          querystring: ExportQuery,
          response: { 200: RESPONSE, ...problems(400, 403) },
        },
      },
      async (request, reply) => {
        const { q = '', format = 'ndjson', scope = 'posts', limit } = request.query;
        const { sort = null, group = null, cursor = null, tz = 'UTC' } = request.query;
        const gone = disconnectSignal(reply);
        const allowed = await rowsFor(request);
        const release = places.take();
        try {
          const writer = format === 'csv' ? csvWriter(Site.of(request, options.publicUrl)) : ndjsonWriter;
          const opened = await openExport(house, {
            q,
            scope,
            sort,
            group,
            zone: parseTimeZone(tz),
            cursor,
            signal: gone,
          });
          const pieces = await beginExport({
            ...opened,
            writer,
            limit: Math.min(limit ?? allowed, allowed),
            gone,
            closing: closing.signal,
            codeOf: (error) => codeOfLate(error, request),
          });
          const stream = Readable.from(pieces, { objectMode: false, highWaterMark: BUFFER_BYTES });
          stream.once('close', release);
          const name = exportFileName(opened.q, house.clock(), writer.extension);
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

/** A stream to the framework, whatever it is to readers. */
const RESPONSE: { readonly description: string; readonly content: Record<string, { schema: TUnsafe<Readable> }> } = {
  description: 'The hits in their order, and a last line that says how it ended.',
  content: {
    'application/x-ndjson': { schema: Type.Unsafe({ oneOf: [reference(ExportRow), reference(ExportEnd)] }) },
    'text/csv': { schema: Type.Unsafe({ type: 'string', description: `Columns: ${CSV_COLUMNS.join(', ')}.` }) },
  },
};
