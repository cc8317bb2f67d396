import { Type, type FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { UnavailableError } from '../../../../platform/errors.ts';
import { FeedQuery, JsonFeed } from '../../../../mappings/contract/feed.ts';
import { ATOM_TYPE, atomOf } from '../../../feeds/atom.ts';
import { FEED_ENTRIES, feedOf, type Feed } from '../../../feeds/feed.ts';
import { JSON_FEED_TYPE, jsonFeedOf } from '../../../feeds/json-feed.ts';
import { partialSentence } from '../../../limits/partial-reasons.ts';
import { etagOfBody, matchesEtag } from '../../../shared/etag.ts';
import { requestContextOf } from '../../plugins/rate-limit.ts';
import { problems, reference, unchanged } from '../../plugins/schemas.ts';
import { withRecords, type SearchContext } from '../../../search/context.ts';
import { print } from '../../../search/language/print.ts';
import { search } from '../../../search/pipeline.ts';
import { readQuery } from '../../../search/read-query.ts';
import { Site } from '../../../shared/site.ts';

interface Format {
  readonly type: string;
  readonly write: (feed: Feed) => string;
}

const ATOM: Format = { type: ATOM_TYPE, write: atomOf };
const JSON_FEED: Format = { type: JSON_FEED_TYPE, write: (feed) => JSON.stringify(jsonFeedOf(feed)) };

const DESCRIPTION =
  `At most ${FEED_ENTRIES} entries, newest first; \`sort\` in the query is ignored. Times are UTC. 400 for an invalid query, with its ` +
  'position; 503 while Elasticsearch is unavailable or answers in part.';

/** The newest hits of a query, for programs that poll. */
export function feedRoutes(context: SearchContext, publicUrl: string | null): FastifyPluginAsyncTypebox {
  const answer = async (request: FastifyRequest<{ Querystring: FeedQuery }>, reply: FastifyReply, format: Format) => {
    const { q = '' } = request.query;
    const params = { q, sort: 'new', limit: FEED_ENTRIES, cursor: null } as const;
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
    const feed = feedOf(print({ ...query, sort: null }), found.hits, Site.of(request, publicUrl));
    const body = format.write(feed);
    const etag = etagOfBody(body);
    // Informative only: the time does not change when a post leaves the feed, so If-Modified-Since is ignored.
    void reply.header('last-modified', feed.updated.toUTCString()).header('etag', etag);
    void reply.header('cache-control', 'no-cache');
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.type(format.type).send(body);
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
          response: feedResponses({ 'application/atom+xml': { schema: Type.String() } }),
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
          response: feedResponses({ 'application/feed+json': { schema: reference(JsonFeed) } }),
        },
      },
      async (request, reply) => answer(request, reply, JSON_FEED),
    );
  };
}

function feedResponses(content: Record<string, unknown>) {
  return {
    200: { description: `The newest ${FEED_ENTRIES} hits. The ETag changes only when the feed does.`, content },
    304: unchanged(),
    ...problems(400),
  };
}
