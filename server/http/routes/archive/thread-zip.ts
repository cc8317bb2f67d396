import { Readable } from 'node:stream';
import { Type, type FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { makeZip } from 'client-zip';
import { PostPath } from '../../../../mappings/contract/post.ts';
import { MAX_ZIP_BYTES, MAX_ZIP_FILES } from '../../../../mappings/contract/thread.ts';
import type { Datastores } from '../../../../platform/datastore/datastores.ts';
import { archiveUnavailable } from '../../../../platform/postgres-errors.ts';
import { boardNamed } from '../../../boards/board-named.ts';
import type { SearchContext } from '../../../search/context.ts';
import type { ExportSlots } from '../../../search/export/export-slots.ts';
import { presentThread } from '../../../threads/present-thread.ts';
import { readThreadRows } from '../../../threads/read-thread.ts';
import { zipEntries, zipName } from '../../../threads/zip/zip-thread.ts';
import { NotFoundError } from '../../../shared/errors.ts';
import { requestContextOf } from '../../plugins/rate-limit.ts';
import { problems } from '../../plugins/schemas.ts';
import { watchReader, type ReaderLimits } from '../../plugins/slow-reader.ts';
import { Site } from '../../../shared/site.ts';

export type ThreadZipContext = Pick<SearchContext, 'pool' | 'boards' | 'postgres' | 'clock'> & {
  readonly datastores: Datastores;
  readonly publicUrl: string | null;
  readonly slots: ExportSlots;
};

/** The same cost as an export of a search; a page of hits costs 1. */
const COST = 20;
/** Enough for the largest zip over a slow connection. */
const HANDLER_TIMEOUT_MS = 1_800_000;
const READER_LIMITS: ReaderLimits = { bytesPerSecond: 16_384, windowMs: 30_000, longestMs: HANDLER_TIMEOUT_MS };

export function threadZipRoutes(context: ThreadZipContext): FastifyPluginAsyncTypebox {
  const { pool, boards, postgres, clock, datastores, publicUrl, slots } = context;
  const closing = new AbortController();
  return async (app) => {
    app.addHook('preClose', async () => closing.abort());
    app.get(
      '/boards/:board/threads/:num/zip',
      {
        config: { access: 'reader' },
        handlerTimeout: HANDLER_TIMEOUT_MS,
        // A HEAD request would read the whole thread.
        exposeHeadRoute: false,
        schema: {
          operationId: 'getThreadZip',
          summary: 'A thread as a zip file: JSON, a page, and its files',
          description:
            `\`thread.json\` is the thread as this API shows it, \`index.html\` shows it without a server, and \`files/\` has at most ` +
            `${MAX_ZIP_FILES} files of together at most ${MAX_ZIP_BYTES / 2 ** 20} MiB; the page names those that are left out. Each caller ` +
            'may run one export at a time, of a thread or of a search. A zip that breaks off lacks its end, and programs refuse it. ' +
            '503 while PostgreSQL is unavailable.',
          tags: ['archive'],
          params: PostPath,
          response: { 200: RESPONSE, ...problems(400, 404) },
        },
      },
      async (request, reply) => {
        const board = await boardNamed(boards, request.params.board);
        const { num } = request.params;
        const { payer, signal } = requestContextOf(request, reply);
        await payer.chargeQuery('zip', COST);
        const rows = await postgres.readOrFallback(
          async () => readThreadRows(pool, board.id, num),
          async () => {
            throw archiveUnavailable();
          },
        );
        if (rows === null) {
          throw new NotFoundError('thread_unknown', `There is no thread ${num} on /${board.name}/ in the archive.`);
        }
        const atSource = (await boards.filesAtSource()).get(board.name) ?? null;
        const release = slots.take(payer.caller.key);
        const entries = zipEntries({
          pool,
          datastores,
          thread: presentThread(board.name, num, rows, atSource),
          site: Site.of(request, publicUrl),
          now: clock(),
          signal: AbortSignal.any([signal, closing.signal]),
        });
        const stream = Readable.fromWeb(makeZip(entries));
        for (const over of ['end', 'close']) stream.once(over, release);
        watchReader(reply.raw, READER_LIMITS, () => request.log.info('a zip was cut off: its client read too slowly'));
        void reply.header('content-disposition', `attachment; filename="${zipName({ board: board.name, num })}.zip"`);
        return reply.header('cache-control', 'no-store').type('application/zip').send(stream);
      },
    );
  };
}

/** Typed as a stream, since that is what the handler sends. */
const RESPONSE = {
  description: 'The zip file.',
  content: { 'application/zip': { schema: Type.Unsafe<Readable>({ type: 'string', format: 'binary' }) } },
};
