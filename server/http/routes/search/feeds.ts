import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { UnavailableError } from '../../../../platform/errors.ts';
import { FeedQuery } from '../../../../mappings/contract/feed.ts';
import { FEED_ENTRIES, feedOf, headOfSearch } from '../../../feeds/feed.ts';
import { partialSentence } from '../../../limits/partial-reasons.ts';
import { ATOM, feedAnswers, JSON_FEED, sendFeed, type FeedFormat } from '../../plugins/feeds.ts';
import { requestContextOf } from '../../plugins/rate-limit.ts';
import { problems } from '../../plugins/schemas.ts';
import { withRecords, type SearchContext } from '../../../search/context.ts';
import { print } from '../../../search/language/print.ts';
import { search } from '../../../search/pipeline.ts';
import { readQuery } from '../../../search/read-query.ts';
import { Site } from '../../../shared/site.ts';

const DESCRIPTION =
  `At most ${FEED_ENTRIES} entries, newest first; \`sort\` in the query is ignored. Times are UTC. 400 for an invalid query, with its ` +
  'position; 503 while Elasticsearch is unavailable or answers in part.';

const ANSWER = `The newest ${FEED_ENTRIES} hits.`;

/** The newest hits of a query, for programs that poll. */
export function feedRoutes(context: SearchContext, publicUrl: string | null): FastifyPluginAsyncTypebox {
  const answer = async (
    request: FastifyRequest<{ Querystring: FeedQuery }>,
    reply: FastifyReply,
    format: FeedFormat,
  ) => {
    const { q = '' } = request.query;
    const params = { q, sort: 'new', limit: FEED_ENTRIES, cursor: null, count: 'none', marks: false } as const;
    const requestContext = requestContextOf(request, reply);
    const [query, found] = await withRecords(context, 'postgres', async (chosen) => [
      await readQuery(chosen, params, requestContext),
      await search(chosen, params, requestContext),
    ]);
    if (found.partial)
      throw new UnavailableError(
        'search',
        `Posts would be missing from this feed. ${partialSentence(found.partial_reasons)}`,
      );
    const site = Site.of(request, publicUrl);
    const feed = feedOf(headOfSearch(print({ ...query, sort: null }), site), found.hits, site);
    return sendFeed(request, reply, { feed, format });
  };

  return async (app) => {
    app.get(
      '/search/feed.atom',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'searchFeedAtom',
          summary: 'The newest posts that match a query, as an Atom feed',
          description: DESCRIPTION,
          tags: ['search'],
          querystring: FeedQuery,
          response: { ...feedAnswers(ATOM, ANSWER), ...problems(400) },
        },
      },
      async (request, reply) => answer(request, reply, ATOM),
    );
    app.get(
      '/search/feed.json',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'searchFeedJson',
          summary: 'The newest posts that match a query, as a JSON Feed',
          description: DESCRIPTION,
          tags: ['search'],
          querystring: FeedQuery,
          response: { ...feedAnswers(JSON_FEED, ANSWER), ...problems(400) },
        },
      },
      async (request, reply) => answer(request, reply, JSON_FEED),
    );
  };
}
