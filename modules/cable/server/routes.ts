import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  AppointModerator,
  BlockCabalAuthor,
  BlockedCabalAuthor,
  CabalAuthor,
  CabalAuthorPath,
  CabalList,
  CabalPath,
  CabalRefusalList,
  CabalRefusalQuery,
} from '../contract/cabals.ts';
import { listCabalRefusals, listCabals } from './list-cabals.ts';
import type { AdminContext } from '../../../server/admin/context.ts';
import { signedIn } from '../../../server/http/plugins/guard.ts';
import { blockCableAuthor, readCableAuthor, unblockCableAuthor } from './block-author.ts';
import { appointModerator, dismissModerator } from './moderators.ts';
import { emptyResponse, problems, reference } from '../../../server/http/plugins/schemas.ts';

type CabalContext = Pick<AdminContext, 'pool' | 'clock' | 'postgres' | 'removals'>;

/** One step purges up to 500 posts. */
const HANDLER_TIMEOUT_MS = 60_000;

export function adminCabalRoutes({ pool, clock, postgres, removals }: CabalContext): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/cabals',
      {
        config: { access: { role: 'admin', boards: 'all' } },
        schema: {
          operationId: 'listCabals',
          summary: 'Cabals of the cable protocol with their channels, peers and blocked authors',
          tags: ['admin'],
          response: { 200: reference(CabalList, 'All cabals.'), ...problems(401, 403) },
        },
      },
      async (request, reply) => reply.send({ cabals: await listCabals(pool, request.secret) }),
    );

    app.get(
      '/cabals/:id/refusals',
      {
        config: { access: { role: 'admin', boards: 'all' } },
        schema: {
          operationId: 'listCabalRefusals',
          summary: 'Data of peers of a cabal that was refused, newest first',
          description: 'A peer has one entry for each reason. The newest 5,000 are kept.',
          tags: ['admin'],
          params: CabalPath,
          querystring: CabalRefusalQuery,
          response: { 200: reference(CabalRefusalList, 'The newest.'), ...problems(400, 401, 403) },
        },
      },
      async (request, reply) => {
        const { reason = null, limit = 100 } = request.query;
        const filter = { cabal: request.params.id, reason, limit };
        const { refusals, has_more } = await listCabalRefusals(pool, request.secret, filter);
        return reply.send({ refusals: refusals.map(({ cabal: _cabal, ...refusal }) => refusal), has_more });
      },
    );

    app.get(
      '/cabals/:id/authors/:author',
      {
        config: { access: { role: 'admin', boards: 'all' } },
        schema: {
          operationId: 'readCabalAuthor',
          summary: 'Posts and other texts of an author in a cabal, which a block would purge or drop',
          tags: ['admin'],
          params: CabalAuthorPath,
          response: { 200: reference(CabalAuthor, 'The author.'), ...problems(400, 401, 403, 404) },
        },
      },
      async (request, reply) => {
        const author = Buffer.from(request.params.author, 'hex');
        return reply.send(await readCableAuthor(pool, request.secret, { cabal: request.params.id, author }));
      },
    );

    app.post(
      '/cabals/:id/blocked-authors',
      {
        config: { access: { role: 'admin', boards: 'all' } },
        handlerTimeout: HANDLER_TIMEOUT_MS,
        schema: {
          operationId: 'blockCabalAuthor',
          summary: 'Purge everything by an author on all boards of a cabal, and refuse what comes later',
          description:
            'The author is refused from the first request on. Each request purges up to 500 posts: repeat it until `left` is 0. It cannot be undone.',
          tags: ['admin'],
          params: CabalPath,
          body: reference(BlockCabalAuthor),
          response: { 200: reference(BlockedCabalAuthor, 'One step is done.'), ...problems(400, 401, 403, 404) },
        },
      },
      async (request, reply) => {
        const { author, reason = null } = request.body;
        const actor = signedIn(request).name;
        const cabal = request.params.id;
        const order = {
          cabal,
          author: Buffer.from(author, 'hex'),
          actor,
          reason,
          now: clock(),
          secret: request.secret,
        };
        const step = await blockCableAuthor(pool, order, postgres.snapshot, removals);
        request.log.info({ account: actor, cabal, ...step }, 'author of a cabal blocked');
        return reply.send(step);
      },
    );

    app.post(
      '/cabals/:id/moderators',
      {
        config: { access: { role: 'admin', boards: 'all' } },
        schema: {
          operationId: 'appointCabalModerator',
          summary: 'Appoint an author a moderator of a cabal: deletes of posts of others apply in this archive',
          tags: ['admin'],
          params: CabalPath,
          body: reference(AppointModerator),
          response: { 204: emptyResponse('Done.'), ...problems(400, 401, 403, 404) },
        },
      },
      async (request, reply) => {
        const author = Buffer.from(request.body.author, 'hex');
        const actor = signedIn(request).name;
        await appointModerator(pool, { cabal: request.params.id, author, actor, secret: request.secret });
        return reply.code(204).send(undefined);
      },
    );

    app.delete(
      '/cabals/:id/moderators/:author',
      {
        config: { access: { role: 'admin', boards: 'all' } },
        schema: {
          operationId: 'dismissCabalModerator',
          summary: 'Dismiss a moderator of a cabal; deleted posts do not return',
          tags: ['admin'],
          params: CabalAuthorPath,
          response: { 204: emptyResponse('Done.'), ...problems(400, 401, 403, 404) },
        },
      },
      async (request, reply) => {
        const { id: cabal, author } = request.params;
        await dismissModerator(pool, { cabal, author: Buffer.from(author, 'hex'), secret: request.secret });
        return reply.code(204).send(undefined);
      },
    );

    app.delete(
      '/cabals/:id/blocked-authors/:author',
      {
        config: { access: { role: 'admin', boards: 'all' } },
        schema: {
          operationId: 'unblockCabalAuthor',
          summary: 'Take new posts of an author again; what was removed stays removed',
          tags: ['admin'],
          params: CabalAuthorPath,
          response: { 204: emptyResponse('Done.'), ...problems(400, 401, 403, 404) },
        },
      },
      async (request, reply) => {
        const { id: cabal, author } = request.params;
        await unblockCableAuthor(pool, request.secret, { cabal, author: Buffer.from(author, 'hex') });
        request.log.info({ account: signedIn(request).name, cabal }, 'author of a cabal unblocked');
        return reply.code(204).send(undefined);
      },
    );
  };
}
