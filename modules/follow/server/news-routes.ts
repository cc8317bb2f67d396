import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { DEFAULT_LIMIT } from '../../../mappings/contract/search.ts';
import { requestContextOf } from '../../../server/http/plugins/rate-limit.ts';
import { problems, reference } from '../../../server/http/plugins/schemas.ts';
import { parseTimeZone } from '../../../server/http/routes/search/time-zone.ts';
import {
  FollowItemPath,
  FollowKeyHeaders,
  FollowNews,
  ItemNews,
  ItemNewsQuery,
  NewsQuery,
} from '../contract/follow.ts';
import type { FollowContext } from './context.ts';
import { itemUnknown, readKey } from './keys.ts';
import { readItemNews, readNews } from './read-news.ts';

/** A search among new posts alone is less work than one of all. */
const COST_FACTOR = 0.2;

const DESCRIPTION =
  'The search for the query, restricted to posts that were stored or changed after `read_rev` of the item. Each such post is in an answer at least once until ' +
  'it is marked as read: a later change makes it new again. Hidden posts are left out.';

export function newsRoutes(context: FollowContext): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));

    app.get(
      '/follow/news',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'readFollowNews',
          summary: 'The number of new posts of each followed item, with the newest',
          description: DESCRIPTION,
          tags: ['follow'],
          headers: FollowKeyHeaders,
          querystring: NewsQuery,
          response: { 200: reference(FollowNews), ...problems(400, 404) },
        },
      },
      async (request, reply) => {
        const zone = parseTimeZone(request.query.tz ?? 'UTC');
        const { items } = await readKey(context.pool, request.headers['follow-key']);
        return readNews(context, items, zone, requestContextOf(request, reply, { costFactor: COST_FACTOR }));
      },
    );

    app.get(
      '/follow/items/:id/news',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'readItemNews',
          summary: 'The new posts of a followed item',
          description: `${DESCRIPTION} A post that is stored or changed after the first page is in a later window, not on the next page.`,
          tags: ['follow'],
          headers: FollowKeyHeaders,
          params: FollowItemPath,
          querystring: ItemNewsQuery,
          response: { 200: reference(ItemNews), ...problems(400, 404) },
        },
      },
      async (request, reply) => {
        const { tz = 'UTC', limit = DEFAULT_LIMIT, through = null, below = null, include } = request.query;
        const zone = parseTimeZone(tz);
        const { items } = await readKey(context.pool, request.headers['follow-key']);
        const item = items.find(({ id }) => id === request.params.id);
        if (item === undefined) throw itemUnknown();
        const question = { q: item.q, zone, after: item.read_rev, through, below, limit };
        return readItemNews(
          context,
          question,
          include === 'tokens',
          requestContextOf(request, reply, { costFactor: COST_FACTOR }),
        );
      },
    );
  };
}
