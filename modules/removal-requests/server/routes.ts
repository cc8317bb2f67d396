import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ProofChallenge } from '../../../mappings/contract/proof-of-work.ts';
import { assertSameOrigin } from '../../../server/http/plugins/guard.ts';
import { requestContextOf } from '../../../server/http/plugins/rate-limit.ts';
import { emptyResponse, problems, reference } from '../../../server/http/plugins/schemas.ts';
import { RefusedError } from '../../../server/shared/errors.ts';
import {
  AskedRemoval,
  AskRemoval,
  ChangeRemovalTicket,
  RemovalStatistics,
  RemovalTicket,
  RemovalTicketOf,
} from '../contract/removal-requests.ts';
import { askRemoval, type RemovalContext } from './ask.ts';
import { changeTicket, readStatistics, readTicket } from './tickets.ts';

/** For people without an account. The secret of a ticket is in bodies only: addresses are logged by proxies and sent as `Referer`. */
export function removalRoutes(context: RemovalContext): FastifyPluginAsyncTypebox {
  const { pool, publicUrl } = context;
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));

    app.get(
      '/removal-requests/challenge',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'removalChallenge',
          summary: 'A proof of work to do before a removal request',
          description: 'A challenge of ALTCHA (version 2, PBKDF2), valid for half an hour and for one request.',
          tags: ['archive'],
          response: { 200: reference(ProofChallenge), ...problems(400) },
        },
      },
      async () => context.proofs.challenge({}),
    );

    app.post(
      '/removal-requests',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'askRemoval',
          summary: 'Ask the staff to remove something',
          description:
            'Needs no account. A network (a /24 of IPv4, a /48 of IPv6) sends 5 requests an hour, one of them without a proof of work. ' +
            'Pages of other sites may not send requests.',
          tags: ['archive'],
          body: reference(AskRemoval),
          response: { 201: reference(AskedRemoval, 'Stored.'), ...problems(400, 403, 404, 409) },
        },
      },
      async (request, reply) => {
        assertSameOrigin(request, publicUrl);
        const sender = { address: request.ip, request: requestContextOf(request, reply) };
        return reply.code(201).send(await askRemoval(context, request.body, sender));
      },
    );

    app.post(
      '/removal-requests/ticket',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'readRemovalTicket',
          summary: 'The state of a removal request, with its decision and reason',
          description: 'A POST request, so that the secret is in no address.',
          tags: ['archive'],
          body: reference(RemovalTicketOf),
          response: { 200: reference(RemovalTicket), ...problems(400, 403, 404) },
        },
      },
      async (request, reply) => {
        assertSameOrigin(request, publicUrl);
        return reply.send(await readTicket(pool, request.body.token));
      },
    );

    app.post(
      '/removal-requests/ticket/change',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'changeRemovalTicket',
          summary: 'Add words to an open removal request, or withdraw it',
          tags: ['archive'],
          body: reference(ChangeRemovalTicket),
          response: { 204: emptyResponse('Done.'), ...problems(400, 403, 404, 409) },
        },
      },
      async (request, reply) => {
        assertSameOrigin(request, publicUrl);
        const { token, words, withdraw = false } = request.body;
        if ((words === undefined) !== withdraw)
          throw new RefusedError(400, 'request_invalid', 'Send either words or the withdrawal.');
        await changeTicket(pool, token, words ?? null);
        return reply.code(204).send(undefined);
      },
    );

    app.get(
      '/removal-requests/statistics',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'removalStatistics',
          summary: 'Counts of removal requests by month, reason and decision, with the median time',
          tags: ['archive'],
          response: { 200: reference(RemovalStatistics), ...problems() },
        },
      },
      async (_request, reply) => {
        void reply.header('cache-control', 'public, max-age=300');
        return readStatistics(pool);
      },
    );
  };
}
