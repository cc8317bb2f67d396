import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type pg from 'pg';
import {
  AddBan,
  AddedBans,
  BanList,
  BanPath,
  BanQuery,
  DecideAppeal,
  KeptAddresses,
  LookAtAddresses,
} from '../../../../mappings/contract/bans.ts';
import { signedIn } from '../../plugins/guard.ts';
import { addBans, decideAppeal, liftBan, listBans, viewAddresses } from '../../../bans/bans.ts';
import { emptyResponse, problems, reference } from '../../plugins/schemas.ts';

export function adminBanRoutes(pool: pg.Pool): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/bans',
      {
        config: { access: { role: 'moderator', boards: 'any' } },
        schema: {
          operationId: 'listBans',
          summary: 'Bans of the boards of the account and of all boards, the newest first',
          description: 'Without their networks, which `POST /api/v1/admin/addresses` shows one by one.',
          tags: ['admin'],
          querystring: BanQuery,
          response: { 200: reference(BanList, 'One page of bans.'), ...problems(400, 401, 403, 404) },
        },
      },
      async (request, reply) => {
        const { state = 'active', board = null, before = null, limit = 25 } = request.query;
        return reply.send(await listBans(pool, request.secret, { state, board, before, limit }));
      },
    );

    app.post(
      '/bans',
      {
        config: { access: { role: 'moderator', boards: 'listed' } },
        schema: {
          operationId: 'addBan',
          summary: 'Ban a network, or the one that a ghost post was written from',
          description: 'A banned network may neither report posts nor write ghost posts.',
          tags: ['admin'],
          body: reference(AddBan),
          response: { 201: reference(AddedBans, 'Banned from now on.'), ...problems(400, 401, 403, 404) },
        },
      },
      async (request, reply) => {
        const ids = await addBans(pool, request.secret, request.body);
        request.log.info({ account: signedIn(request).name, bans: ids }, 'banned');
        return reply.code(201).send({ ids: [...ids] });
      },
    );

    app.post(
      '/bans/:id/lift',
      {
        config: { access: { role: 'moderator', boards: 'any' } },
        schema: {
          operationId: 'liftBan',
          summary: 'End a ban now',
          tags: ['admin'],
          params: BanPath,
          response: {
            204: emptyResponse('Lifted; its network is deleted.'),
            ...problems(400, 401, 403, 404),
          },
        },
      },
      async (request, reply) => {
        await liftBan(pool, request.secret, request.params.id, signedIn(request).name);
        return reply.code(204).send(undefined);
      },
    );

    app.post(
      '/appeals/:id',
      {
        config: { access: { role: 'moderator', boards: 'any' } },
        schema: {
          operationId: 'decideAppeal',
          summary: 'Grant or refuse the appeal of a ban',
          tags: ['admin'],
          params: BanPath,
          body: reference(DecideAppeal),
          response: { 204: emptyResponse('Decided.'), ...problems(400, 401, 403, 404) },
        },
      },
      async (request, reply) => {
        const by = { id: request.params.id, account: signedIn(request).name };
        await decideAppeal(pool, request.secret, by, request.body);
        return reply.code(204).send(undefined);
      },
    );

    app.post(
      '/addresses',
      {
        config: { access: { role: 'moderator', boards: 'any' } },
        schema: {
          operationId: 'lookAtAddresses',
          summary: 'Show the addresses that are kept about a post or a ban',
          description:
            'Of who wrote a ghost post (30 days), of who reported the post (their networks, 7 days), or the banned network. Each look is an entry of the audit log.',
          tags: ['admin'],
          body: reference(LookAtAddresses),
          response: { 200: reference(KeptAddresses, 'What is kept.'), ...problems(400, 401, 403, 404) },
        },
      },
      async (request, reply) => {
        const kept = await viewAddresses(pool, request.secret, request.body);
        return reply.header('cache-control', 'no-store').send(kept);
      },
    );
  };
}
