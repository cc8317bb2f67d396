/** Sends JSON that is already text or bytes, or 304 to clients whose copy is current. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { etagOfBody, matchesEtag } from '../../../server/shared/etag.ts';
import type { PrintedThread } from '../../../server/threads/read-thread.ts';

/**
 * Last-Modified has a resolution of a second, so it must not validate a thread that changed a moment ago: the thread may change
 * again within the same second, or a slow transaction may commit with an earlier time. Until SETTLED_AFTER_S have passed the
 * header names the second before, and no If-Modified-Since matches.
 */
export interface LastModified {
  /** Seconds since 1970. */
  readonly seconds: number;
  /** True if a client that was sent this time has the current version. */
  readonly isSettled: boolean;
}

/** Longer than a transaction that writes posts, and than the difference of two machines' clocks. */
const SETTLED_AFTER_S = 60;

export function lastModified(modified: Date, now: Date): LastModified {
  const seconds = Math.floor(modified.getTime() / 1000);
  const isSettled = now.getTime() / 1000 - seconds >= SETTLED_AFTER_S;
  return { seconds: isSettled ? seconds : seconds - 1, isSettled };
}

/** `modified` is null if the time of the answer's last change is unknown. */
export function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string,
  modified: LastModified | null,
): FastifyReply {
  return send(request, reply, { body, etag: etagOfBody(body), modified });
}

/** 204 for an empty body: FoolFuuka's answer to a client that asks for newer posts when there are none. */
export function sendThread(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag, modified }: PrintedThread,
  now: Date,
): FastifyReply {
  if (body?.length === 0) return reply.code(204).header('cache-control', 'no-cache').send();
  return send(request, reply, { body, etag, modified: lastModified(modified, now) });
}

interface JsonAnswer {
  /** null if the client's copy is current. */
  readonly body: Buffer | string | null;
  readonly etag: string;
  readonly modified: LastModified | null;
}

function send(request: FastifyRequest, reply: FastifyReply, answer: JsonAnswer): FastifyReply {
  const { body, etag, modified } = answer;
  void reply.headers({ etag, 'cache-control': 'public, no-cache', vary: 'Accept-Encoding' });
  if (modified !== null) void reply.header('last-modified', new Date(modified.seconds * 1000).toUTCString());
  if (body === null || isCurrent(request, answer)) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(body);
}

/** RFC 9110: If-Modified-Since is ignored where If-None-Match is present. */
function isCurrent({ headers }: FastifyRequest, { etag, modified }: JsonAnswer): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return matchesEtag(tags, etag);
  const since = headers['if-modified-since'];
  // Only the exact time matches: clients send back the time that they received.
  return since !== undefined && modified?.isSettled === true && Date.parse(since) === modified.seconds * 1000;
}
