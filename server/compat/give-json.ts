/** JSON as bytes that are there already, and nothing at all for who has them. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesEtag } from '../http/plugins/etag.ts';
import { httpDate, isUnchangedSince, type LastModified } from './four-chan/last-modified.ts';

export interface JsonAnswer {
  readonly body: Buffer | string;
  readonly etag: string;
  /** null: no date says whether it changed. */
  readonly modified: LastModified | null;
}

export function giveJson(request: FastifyRequest, reply: FastifyReply, answer: JsonAnswer): FastifyReply {
  const { body, etag, modified } = answer;
  void reply.headers({ etag, 'cache-control': 'public, no-cache', vary: 'Accept-Encoding' });
  if (modified !== null) void reply.header('last-modified', httpDate(modified.seconds));
  if (isUnchanged(request, answer)) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(body);
}

/** RFC 9110: where there is a tag, dates are not looked at. */
function isUnchanged({ headers }: FastifyRequest, { etag, modified }: JsonAnswer): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return matchesEtag(tags, etag);
  const since = headers['if-modified-since'];
  return since !== undefined && modified !== null && isUnchangedSince(since, modified);
}
