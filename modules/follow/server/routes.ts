import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { MAX_QUERY_LENGTH } from '../../../mappings/contract/search.ts';
import { assertSameOrigin } from '../../../server/http/plugins/guard.ts';
import { requestContextOf } from '../../../server/http/plugins/rate-limit.ts';
import { emptyResponse, problems, reference } from '../../../server/http/plugins/schemas.ts';
import { print } from '../../../server/search/language/print.ts';
import type { Query } from '../../../server/search/language/tree.ts';
import { readQuery } from '../../../server/search/read-query.ts';
import { boardsOf } from '../../../server/search/plan/compile.ts';
import { RefusedError } from '../../../server/shared/errors.ts';
import {
  AddFollowItem,
  FollowItem,
  FollowItemPath,
  FollowKey,
  FollowKeyHeaders,
  MadeFollowKey,
  MarkFollowsRead,
  RenameFollowItem,
} from '../contract/follow.ts';
import type { FollowContext } from './context.ts';
import { addItem, deleteItem, deleteKey, makeKey, markRead, readKey, renameItem } from './keys.ts';

/** Twice in a minute with the default limit, then every half minute. */
const KEY_COST = 300;

export function keyRoutes({ search, horizons, pool, writers, publicUrl }: FollowContext): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));

    app.post(
      '/follow/keys',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'makeFollowKey',
          summary: 'Make a follow key',
          description:
            'A key keeps what a reader follows, without an account. The archive has the hash of its secret, and no network address with it. ' +
            'Its cost is counted in a limit of its own. Pages of other sites may not send requests.',
          tags: ['follow'],
          response: { 201: reference(MadeFollowKey, 'Made.'), ...problems(403) },
        },
      },
      async (request, reply) => {
        assertSameOrigin(request, publicUrl);
        const { payer, signal } = requestContextOf(request, reply);
        await payer.charge(KEY_COST, 'follow-keys');
        return reply.code(201).send(await writers.run(request.ip, signal, async () => makeKey(pool)));
      },
    );

    app.get(
      '/follow',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'readFollowKey',
          summary: 'Everything that is kept with a follow key',
          description: 'The answer is also the export of the key.',
          tags: ['follow'],
          headers: FollowKeyHeaders,
          response: { 200: reference(FollowKey), ...problems(400, 404) },
        },
      },
      async (request, reply) => reply.send(await readKey(pool, request.headers['follow-key'])),
    );

    app.delete(
      '/follow',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'deleteFollowKey',
          summary: 'Delete a follow key with everything that is kept with it',
          description: 'At once. Backups of the operator have it until they are deleted.',
          tags: ['follow'],
          headers: FollowKeyHeaders,
          response: { 204: emptyResponse('Deleted.'), ...problems(400, 403, 404) },
        },
      },
      async (request, reply) => {
        assertSameOrigin(request, publicUrl);
        await deleteKey(pool, request.headers['follow-key']);
        return reply.code(204).send(undefined);
      },
    );

    app.post(
      '/follow/items',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'addFollowItem',
          summary: 'Follow a search, a thread, a series or a person',
          description:
            'Each is a query. Its order and grouping are left out. Posts that are stored or changed from now on are new. A query that the key follows ' +
            'already is returned unchanged.',
          tags: ['follow'],
          headers: FollowKeyHeaders,
          body: reference(AddFollowItem),
          response: { 200: reference(FollowItem), ...problems(400, 403, 404, 409) },
        },
      },
      async (request, reply) => {
        assertSameOrigin(request, publicUrl);
        const context = requestContextOf(request, reply);
        const { q, name = '' } = request.body;
        const query = await readQuery(search, { q, sort: null, isFilter: true }, context);
        if (query.root === null)
          throw new RefusedError(
            400,
            'follow_query_empty',
            'Every post would be new. Write a word or another condition.',
          );
        const horizon = await horizons.current();
        const item = { q: storedText(query, q), name, readRev: horizon.of(boardsOf(query.root)) };
        return writers.run(request.ip, context.signal, async () => addItem(pool, request.headers['follow-key'], item));
      },
    );

    app.patch(
      '/follow/items/:id',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'renameFollowItem',
          summary: 'Name a followed item',
          tags: ['follow'],
          headers: FollowKeyHeaders,
          params: FollowItemPath,
          body: reference(RenameFollowItem),
          response: { 200: reference(FollowItem), ...problems(400, 403, 404) },
        },
      },
      async (request, reply) => {
        assertSameOrigin(request, publicUrl);
        const { id } = request.params;
        return reply.send(await renameItem(pool, request.headers['follow-key'], id, request.body.name));
      },
    );

    app.delete(
      '/follow/items/:id',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'deleteFollowItem',
          summary: 'Follow an item no longer',
          tags: ['follow'],
          headers: FollowKeyHeaders,
          params: FollowItemPath,
          response: { 204: emptyResponse('Deleted.'), ...problems(400, 403, 404) },
        },
      },
      async (request, reply) => {
        assertSameOrigin(request, publicUrl);
        await deleteItem(pool, request.headers['follow-key'], request.params.id);
        return reply.code(204).send(undefined);
      },
    );

    app.post(
      '/follow/read',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'markFollowsRead',
          summary: 'Mark posts of followed items as read',
          description: 'A mark never goes back.',
          tags: ['follow'],
          headers: FollowKeyHeaders,
          body: reference(MarkFollowsRead),
          response: { 204: emptyResponse('Done.'), ...problems(400, 403, 404) },
        },
      },
      async (request, reply) => {
        assertSameOrigin(request, publicUrl);
        await markRead(pool, request.headers['follow-key'], request.body);
        return reply.code(204).send(undefined);
      },
    );
  };
}

/** Equal queries have equal texts, unless the canonical text is too long. */
function storedText({ root }: Pick<Query, 'root'>, q: string): string {
  const canonical = print({ root });
  return canonical.length <= MAX_QUERY_LENGTH ? canonical : q.toWellFormed();
}
