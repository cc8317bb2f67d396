import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** For answers that are not pages: nothing in them may be run, framed or loaded. */
const DATA_POLICY = { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] };

/** Any page anywhere may read the API; there are no cookies that it could misuse. */
export async function registerHeaders(app: FastifyInstance): Promise<void> {
  await app.register(cors, {
    origin: '*',
    credentials: false,
    methods: ['GET', 'HEAD'],
    exposedHeaders: ['etag', 'retry-after', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'],
    maxAge: 86_400,
  });
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: DATA_POLICY },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    // Whoever ends TLS in front of us knows whether all of the host is under TLS.
    hsts: false,
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
