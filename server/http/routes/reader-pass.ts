import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { PassProof } from '../../../mappings/contract/reader-pass.ts';
import type { ProofGate } from '../../limits/proof-gate.ts';
import { clientNetwork } from '../../shared/client-network.ts';
import { emptyResponse, problems, reference } from '../plugins/schemas.ts';

export function readerPassRoutes(gate: ProofGate): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/reader-pass',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'readerPass',
          summary: 'Get the reader pass for a proof of work',
          description:
            'While the server is busy, search pages can ask browsers for a proof of work. The pass is a cookie with which the requests of ' +
            'this network are served as those of a reader, for six hours. Requests of the API never need it.',
          tags: ['archive'],
          body: reference(PassProof),
          response: { 204: emptyResponse('The answer sets the cookie.'), ...problems(400) },
        },
      },
      async (request, reply) => {
        const cookie = await gate.passFor(clientNetwork(request.ip), request.body.proof);
        return reply.code(204).headers({ 'set-cookie': cookie, 'cache-control': 'no-store' }).send(undefined);
      },
    );
  };
}
