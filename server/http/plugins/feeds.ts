/** Answers with feeds. */
import { Type } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { JsonFeed } from '../../../mappings/contract/feed.ts';
import { ATOM_TYPE, atomOf } from '../../feeds/atom.ts';
import type { Feed } from '../../feeds/feed.ts';
import { JSON_FEED_TYPE, jsonFeedOf } from '../../feeds/json-feed.ts';
import { etagOfBody, matchesEtag } from '../../shared/etag.ts';
import { reference, unchanged } from './schemas.ts';

export interface FeedFormat {
  readonly type: string;
  readonly write: (feed: Feed) => string;
  /** In the OpenAPI document. */
  readonly content: Record<string, unknown>;
}

export const ATOM: FeedFormat = {
  type: ATOM_TYPE,
  write: atomOf,
  content: { 'application/atom+xml': { schema: Type.String() } },
};
export const JSON_FEED: FeedFormat = {
  type: JSON_FEED_TYPE,
  write: (feed) => JSON.stringify(jsonFeedOf(feed)),
  content: { 'application/feed+json': { schema: reference(JsonFeed) } },
};

export function sendFeed(
  request: FastifyRequest,
  reply: FastifyReply,
  { feed, format }: { readonly feed: Feed; readonly format: FeedFormat },
): FastifyReply {
  const body = format.write(feed);
  const etag = etagOfBody(body);
  // Informative only: the time does not change when a post leaves the feed, so If-Modified-Since is ignored.
  void reply.header('last-modified', feed.updated.toUTCString()).header('etag', etag);
  void reply.header('cache-control', 'no-cache');
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type(format.type).send(body);
}

/** Answers of a route in the OpenAPI document, besides problems. */
export function feedAnswers({ content }: FeedFormat, description: string) {
  return {
    200: { description: `${description} The ETag changes only when the feed does.`, content },
    304: unchanged(),
  };
}
