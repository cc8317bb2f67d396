import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { asAdmin } from '../../../server/admin/as-account.ts';
import { assertSameOrigin, signedIn } from '../../../server/http/plugins/guard.ts';
import { requestContextOf } from '../../../server/http/plugins/rate-limit.ts';
import { emptyResponse, problems, reference } from '../../../server/http/plugins/schemas.ts';
import {
  DecideProposal,
  IdentityProposals,
  ProposalPath,
  ProposalQuery,
  ProposeIdentity,
} from '../contract/nicknames.ts';
import { decide } from './decide.ts';
import { evidenceOf } from './evidence.ts';
import { aliasesOf, presentProposals, readProposals } from './list-proposals.ts';
import { propose, type ProposalContext } from './propose.ts';

export function proposalRoutes(context: ProposalContext): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/identity-proposals',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'proposeIdentity',
          summary: 'Propose that two names belong to one person',
          description:
            'Needs no account; staff confirm or decline. A network (a /24 of IPv4, a /48 of IPv6) proposes a pair once in 7 days, and at most 10 ' +
            'pairs an hour. Pages of other sites may not send proposals.',
          tags: ['archive'],
          body: reference(ProposeIdentity),
          response: { 204: emptyResponse('The staff have the proposal.'), ...problems(400, 403, 404, 409) },
        },
      },
      async (request, reply) => {
        // Otherwise a page of another site could propose from the networks of all its visitors.
        assertSameOrigin(request, context.publicUrl);
        await propose(context, request.body, { address: request.ip, request: requestContextOf(request, reply) });
        return reply.code(204).header('cache-control', 'no-store').send(undefined);
      },
    );
  };
}

export function adminProposalRoutes({ pool, search }: ProposalContext): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/identity-proposals',
      {
        config: { access: { role: 'admin', boards: 'all' } },
        schema: {
          operationId: 'listIdentityProposals',
          summary: 'Proposals that two names belong to one person, with the visible posts under each name',
          tags: ['admin'],
          querystring: ProposalQuery,
          response: { 200: reference(IdentityProposals), ...problems(400, 401, 403) },
        },
      },
      async (request, reply) => {
        const { state = 'open', page = 1 } = request.query;
        const found = await asAdmin(pool, request.secret, async (client) => readProposals(client, { state, page }));
        const counting = requestContextOf(request, reply);
        const evidence = await evidenceOf(search, aliasesOf(found), counting);
        return reply.send({
          total: found.total,
          proposals: presentProposals(found, evidence),
          partial: !counting.partial.isEmpty,
          partial_reasons: counting.partial.list(),
        });
      },
    );

    app.post(
      '/identity-proposals/:id',
      {
        config: { access: { role: 'admin', boards: 'all' } },
        schema: {
          operationId: 'decideIdentityProposal',
          summary: 'Confirm or decline a proposal, or undo the decision',
          tags: ['admin'],
          params: ProposalPath,
          body: reference(DecideProposal),
          response: { 204: emptyResponse('Decided.'), ...problems(400, 401, 403, 404, 409) },
        },
      },
      async (request, reply) => {
        const { name: account } = signedIn(request);
        const { id } = request.params;
        await asAdmin(pool, request.secret, async (client) => decide(client, { ...request.body, id, account }));
        request.log.info({ account, proposal: id, action: request.body.action }, 'proposed identity decided');
        return reply.code(204).send(undefined);
      },
    );
  };
}
