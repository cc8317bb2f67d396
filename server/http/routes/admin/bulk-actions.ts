import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  BulkActionList,
  BulkActionPath,
  BulkActionQuery,
  BulkActionStep,
  ChooseBulkAction,
  ChosenBulkAction,
  RunBulkAction,
} from '../../../../mappings/contract/bulk-actions.ts';
import type { AdminContext } from '../../../admin/context.ts';
import { signedIn } from '../../plugins/guard.ts';
import {
  chooseBulkAction,
  listBulkActions,
  readBulkAction,
  runBulkAction,
  undoBulkAction,
} from '../../../moderation/bulk/bulk-actions.ts';
import type { SearchContext } from '../../../search/context.ts';
import { findAllPosts } from '../../../search/export/find-all-posts.ts';
import { requestContextOf } from '../../plugins/rate-limit.ts';
import { problems, reference } from '../../plugins/schemas.ts';

type BulkContext = Pick<AdminContext, 'pool' | 'clock' | 'postgres' | 'removals'>;

/** Relative to a page of hits. */
const SEARCH_COST = 20;
const HANDLER_TIMEOUT_MS = 60_000;

const operator = (request: FastifyRequest) => ({ secret: request.secret, actor: signedIn(request).name });

export function adminBulkActionRoutes(context: BulkContext, search: SearchContext): FastifyPluginAsyncTypebox {
  const { pool } = context;
  const findPosts = (request: FastifyRequest, reply: FastifyReply) => async (q: string) =>
    findAllPosts(search, q, requestContextOf(request, reply, { costFactor: SEARCH_COST, timeBudget: null }));
  return async (app) => {
    app.get(
      '/bulk-actions',
      {
        config: { access: { role: 'moderator', boards: 'any' } },
        schema: {
          operationId: 'listBulkActions',
          summary: 'Bulk actions of which the account moderates every post, the newest first',
          tags: ['admin'],
          querystring: BulkActionQuery,
          response: { 200: reference(BulkActionList, 'One page.'), ...problems(400, 401, 403) },
        },
      },
      async (request, reply) => {
        const { before = null, limit = 25 } = request.query;
        return reply.send(await listBulkActions(pool, request.secret, { before, limit }));
      },
    );

    app.post(
      '/bulk-actions',
      {
        // The transaction checks the boards of the posts.
        config: { access: { role: 'moderator', boards: 'any' } },
        handlerTimeout: HANDLER_TIMEOUT_MS,
        schema: {
          operationId: 'chooseBulkAction',
          summary: 'Choose and count the posts of a bulk action, without changing them',
          description:
            'Up to 10,000 posts that a search finds, or ghost posts that came from one network. Posts that arrive later are not among them. What is not run within a day is forgotten.',
          tags: ['admin'],
          body: reference(ChooseBulkAction),
          response: {
            201: reference(ChosenBulkAction, 'The action and some of its posts.'),
            ...problems(400, 401, 403, 404, 409, 429),
          },
        },
      },
      async (request, reply) => {
        const chosen = await chooseBulkAction(pool, operator(request), findPosts(request, reply), request.body);
        return reply.code(201).send(chosen);
      },
    );

    app.get(
      '/bulk-actions/:id',
      {
        config: { access: { role: 'moderator', boards: 'any' } },
        schema: {
          operationId: 'readBulkAction',
          summary: 'A bulk action, and some of the posts that it has yet to reach',
          tags: ['admin'],
          params: BulkActionPath,
          response: { 200: reference(ChosenBulkAction, 'The action.'), ...problems(400, 401, 403, 404) },
        },
      },
      async (request, reply) => reply.send(await readBulkAction(pool, request.secret, request.params.id)),
    );

    app.post(
      '/bulk-actions/:id/run',
      {
        config: { access: { role: 'moderator', boards: 'any' } },
        schema: {
          operationId: 'runBulkAction',
          summary: 'Carry out a bulk action on the next of its posts',
          description:
            'Up to 500 posts of one board change with each request; repeat it until `left` is 0. `posts` has to be the number of posts that were chosen.',
          tags: ['admin'],
          params: BulkActionPath,
          body: reference(RunBulkAction),
          response: { 200: reference(BulkActionStep, 'One step.'), ...problems(400, 401, 403, 404, 409) },
        },
      },
      async (request, reply) => {
        const by = operator(request);
        const step = await runBulkAction(context, by, request.params.id, request.body.posts);
        request.log.info({ account: by.actor, bulkAction: request.params.id, ...step }, 'moderated');
        return reply.send(step);
      },
    );

    app.post(
      '/bulk-actions/:id/undo',
      {
        config: { access: { role: 'moderator', boards: 'any' } },
        schema: {
          operationId: 'undoBulkAction',
          summary: 'Show the next of the posts again that a bulk action has hidden',
          description:
            'Up to 500 posts of one board change with each request; repeat it until `left` is 0. Posts that staff have decided on since stay as they are.',
          tags: ['admin'],
          params: BulkActionPath,
          response: { 200: reference(BulkActionStep, 'One step.'), ...problems(400, 401, 403, 404, 409) },
        },
      },
      async (request, reply) => {
        const by = operator(request);
        const step = await undoBulkAction(context, by, request.params.id);
        request.log.info({ account: by.actor, bulkAction: request.params.id, ...step }, 'moderated');
        return reply.send(step);
      },
    );
  };
}
