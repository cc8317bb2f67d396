import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

/**
 * On every answer, unless a route says otherwise. Written out, since whatever puts them together anew for every request
 * costs more than the rest of a small answer.
 */
const HEADERS = Object.freeze({
  // For answers that are not pages: nothing in them may be run, framed or loaded.
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'cross-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
  // Strict-Transport-Security is not among them: whoever ends TLS in front of us knows whether all of the host is under TLS.
});

/** Any page anywhere may read the API; there are no cookies that it could misuse. */
export async function registerHeaders(app: FastifyInstance): Promise<void> {
  await app.register(cors, {
    origin: '*',
    credentials: false,
    methods: ['GET', 'HEAD'],
    exposedHeaders: 'etag, retry-after, ratelimit-limit, ratelimit-remaining, ratelimit-reset',
    maxAge: 86_400,
  });
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(HEADERS);
    done();
  });
}

/** For the page: its own scripts and styles, and pictures from the sources of the boards while they are not archived. */
export function pagePolicy(mediaOrigins: readonly string[]): string {
  const media = ["'self'", ...mediaOrigins].join(' ');
  return [
    "default-src 'self'",
    `img-src ${media}`,
    `media-src ${media}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
