import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { DumpKey, DumpTaken } from '../../contract/dumps.ts';
import { DUMP_NAMESPACE, DUMP_XSD } from '../../format/dump-xsd.ts';
import { MAX_PACKAGE_BYTES, PACKAGE_TYPE } from '../../format/package.ts';
import { MAX_DUMP_BYTES } from '../../format/dump.ts';
import { toError } from '../../../../platform/errors.ts';
import { DumpReceiver, type ReceiverOptions } from '../receive-dump.ts';
import { problems, reference } from '../../../../server/http/plugins/schemas.ts';

const DRAIN_EVERY_MS = 5_000;

export type DumpRoutesOptions = Omit<ReceiverOptions, 'log'>;

export function dumpRoutes(options: DumpRoutesOptions): FastifyPluginAsyncTypebox {
  return async (app) => {
    const receiver = new DumpReceiver({ ...options, log: app.log });
    const drain = async () => {
      await receiver
        .drain()
        .catch((error: unknown) => app.log.warn({ err: toError(error) }, 'the spool of dumps is stuck'));
    };
    let timer: NodeJS.Timeout | undefined;
    app.addHook('onReady', async () => {
      timer = setInterval(() => void drain(), DRAIN_EVERY_MS).unref();
    });
    app.addHook('onClose', async () => clearInterval(timer));
    app.addContentTypeParser(
      PACKAGE_TYPE,
      { parseAs: 'buffer', bodyLimit: MAX_PACKAGE_BYTES },
      async (_request: unknown, body: Buffer) => body,
    );
    app.post(
      '/dumps',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'contributeDump',
          summary: 'Contribute what your own copy of a file is',
          description:
            'Takes one package with one dump; `sagasu dump` makes and sends them, and docs/DUMPS.md describes them. ' +
            'A package that cannot be opened is not kept; an invalid dump is kept for debugging only.',
          tags: ['archive'],
          consumes: [PACKAGE_TYPE],
          response: {
            202: reference(DumpTaken, 'The package is taken. What follows from it is decided later.'),
            ...problems(400, 413, 415, 422),
          },
        },
      },
      async (request, reply) => {
        // A request without a body has no package.
        const bytes = request.body instanceof Uint8Array ? request.body : new Uint8Array();
        const outcome = await receiver.take(bytes);
        return reply.code(202).header('cache-control', 'no-store').send({ outcome });
      },
    );
    app.get(
      '/dumps/key',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'dumpKey',
          summary: 'The key to which packages with dumps are sealed',
          tags: ['archive'],
          response: { 200: reference(DumpKey), ...problems() },
        },
      },
      async (_request, reply) => {
        const { publicKey } = await options.keys;
        return reply.header('cache-control', 'no-cache').send({
          key: Buffer.from(publicKey).toString('base64'),
          format: DUMP_NAMESPACE,
          max_package_bytes: MAX_PACKAGE_BYTES,
          max_dump_bytes: MAX_DUMP_BYTES,
          takes_releases: true,
        });
      },
    );
    app.get(
      '/dumps/schema.xsd',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'dumpSchema',
          summary: 'The XML schema of dumps',
          tags: ['archive'],
          response: {
            200: {
              description: 'XML Schema 1.0.',
              content: { 'application/xml': { schema: Type.String() } },
            },
            ...problems(),
          },
        },
      },
      async (_request, reply) =>
        reply.type('application/xml; charset=utf-8').header('cache-control', 'public, max-age=3600').send(DUMP_XSD),
    );
  };
}
