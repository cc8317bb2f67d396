import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

/** About one packet: a smaller body arrives no sooner when compressed. */
const MIN_BYTES = 1_400;
/** This level saves three quarters of what the highest level saves, in a third of its time. */
const LEVEL = 4;
const TEXT = /^(application\/([\w.-]+\+)?(json|xml)|text\/)/;
/** Not compressed, since the compressed length of an answer with a secret in it reveals the secret (BREACH). */
const PRIVATE = /^\/(api\/v1\/)?admin(\/|$|\?)/;

/** Compressed bodies, by the buffers that the response cache keeps: compressing a long thread takes some milliseconds. */
const gzipped = new WeakMap<Buffer, Buffer>();

/**
 * Compresses text answers of clients that accept gzip. Streams pass unchanged: exports must not be buffered, and the build
 * has already compressed static files. docs/decisions/0013-own-compression.md says why this is not @fastify/compress.
 */
export const compressionPlugin = fp(
  async (app: FastifyInstance) => {
    app.addHook('onSend', (request, reply, payload, done) => {
      if (!isLongBody(payload) || !isPublicText(request, reply)) return done(null, payload);
      const vary = String(reply.getHeader('vary') ?? '');
      if (!/\baccept-encoding\b/i.test(vary))
        void reply.header('vary', vary === '' ? 'Accept-Encoding' : `${vary}, Accept-Encoding`);
      if (!acceptsGzip(request.headers['accept-encoding'])) return done(null, payload);
      const send = (bytes: Buffer): void => {
        const etag = reply.getHeader('etag');
        // A strong tag would claim that the compressed bytes are those of the uncompressed answer.
        if (typeof etag === 'string' && !etag.startsWith('W/')) void reply.header('etag', `W/${etag}`);
        void reply.header('content-encoding', 'gzip').removeHeader('content-length');
        done(null, bytes);
      };
      const cached = typeof payload === 'string' ? undefined : gzipped.get(payload);
      if (cached !== undefined) return send(cached);
      return gzip(payload, { level: LEVEL }, (error, bytes) => {
        if (error !== null) return done(error);
        if (typeof payload !== 'string') gzipped.set(payload, bytes);
        return send(bytes);
      });
    });
  },
  { name: 'compression' },
);

function isLongBody(payload: unknown): payload is string | Buffer {
  return (typeof payload === 'string' || Buffer.isBuffer(payload)) && Buffer.byteLength(payload) >= MIN_BYTES;
}

function isPublicText(request: FastifyRequest, reply: FastifyReply): boolean {
  if (!TEXT.test(String(reply.getHeader('content-type') ?? '')) || PRIVATE.test(request.url)) return false;
  return !reply.hasHeader('content-encoding') && !reply.hasHeader('content-range');
}

/** RFC 9110, section 12.5.3: a weight of 0 refuses the coding. */
function acceptsGzip(header: string | string[] | undefined): boolean {
  return String(header ?? '')
    .split(',')
    .some((part) => /^\s*gzip\s*(;|$)/i.test(part) && !/;\s*q\s*=\s*0(\.0*)?\s*$/i.test(part));
}
