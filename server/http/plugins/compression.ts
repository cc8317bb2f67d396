import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** About what one packet holds: less comes no sooner. */
const LEAST_BYTES = 1_400;
/** Three quarters of what the highest level saves, in a third of its time. */
const LEVEL = 4;
const TEXT = /^(application\/([\w.-]+\+)?(json|xml)|text\/)/;
/** What a session sees is left alone: how well a secret compresses tells of it. */
const PRIVATE = /^\/(api\/v1\/)?admin(\/|$|\?)/;

/** Of bodies that are kept as bytes, for as long as they are: a thread takes some milliseconds. */
const zipped = new WeakMap<Buffer, Buffer>();

/**
 * Answers that are text and whole go gzipped to whoever takes that: a thread's JSON comes to a tenth. Streams go as they
 * are, files were compressed by the build, and a proxy finds nothing left to do.
 */
export function registerCompression(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isWhole(payload) || !isOpenText(request, reply)) return done(null, payload);
    const vary = String(reply.getHeader('vary') ?? '');
    if (!/\baccept-encoding\b/i.test(vary))
      void reply.header('vary', vary === '' ? 'Accept-Encoding' : `${vary}, Accept-Encoding`);
    if (!takesGzip(request.headers['accept-encoding'])) return done(null, payload);
    const send = (bytes: Buffer): void => {
      const etag = reply.getHeader('etag');
      // Of the same answer, but no longer of the same bytes.
      if (typeof etag === 'string' && !etag.startsWith('W/')) void reply.header('etag', `W/${etag}`);
      void reply.header('content-encoding', 'gzip').removeHeader('content-length');
      done(null, bytes);
    };
    const known = typeof payload === 'string' ? undefined : zipped.get(payload);
    if (known !== undefined) return send(known);
    return gzip(payload, { level: LEVEL }, (error, bytes) => {
      if (error !== null) return done(error);
      if (typeof payload !== 'string') zipped.set(payload, bytes);
      return send(bytes);
    });
  });
}

/** Asked of every answer: most have nothing in them, or little. */
function isWhole(payload: unknown): payload is string | Buffer {
  return (typeof payload === 'string' || Buffer.isBuffer(payload)) && Buffer.byteLength(payload) >= LEAST_BYTES;
}

function isOpenText(request: FastifyRequest, reply: FastifyReply): boolean {
  if (!TEXT.test(String(reply.getHeader('content-type') ?? '')) || PRIVATE.test(request.url)) return false;
  return !reply.hasHeader('content-encoding') && !reply.hasHeader('content-range');
}

/** RFC 9110: a weight of nothing refuses. */
function takesGzip(header: string | string[] | undefined): boolean {
  return String(header ?? '')
    .split(',')
    .some((part) => /^\s*gzip\s*(;|$)/i.test(part) && !/;\s*q\s*=\s*0(\.0*)?\s*$/i.test(part));
}
