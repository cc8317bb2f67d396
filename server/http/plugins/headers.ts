/** Headers of every answer: Helmet's security headers, and CORS headers that let any page read the public API. */
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';
import fp from 'fastify-plugin';
import helmet from 'helmet';
import { REQUEST_ID_HEADER } from '../../../platform/request-id.ts';
import { RefusedError } from '../../shared/errors.ts';
import { reflectsHost } from '../../shared/site.ts';
import { FOR_READERS } from '../access.ts';

/** Any page may read the API without credentials. */
export const CORS_HEADERS = Object.freeze({
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'etag, retry-after, x-request-id, ratelimit-limit, ratelimit-remaining, ratelimit-reset',
});

const SECURITY_HEADERS = helmetHeaders({
  // For answers that are not pages. Pages and Bull Board send their own policy.
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
  },
  crossOriginResourcePolicy: { policy: 'cross-origin' },
  // Left to the proxy that ends TLS: only its operator knows whether the whole host uses TLS.
  strictTransportSecurity: false,
});

/**
 * The headers that Helmet sets. They are the same for every request, so they are computed once: @fastify/helmet computes
 * them per request, which takes about as long (30 µs) as a small answer.
 */
function helmetHeaders(options: Parameters<typeof helmet>[0]): ReadonlyMap<string, string> {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(options)(response.req, response, () => undefined);
  return new Map(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]));
}

/** For answers that are written without Fastify's hooks. */
export const ALL_HEADERS: readonly (readonly [name: string, value: string])[] = [
  ...Object.entries(CORS_HEADERS),
  ...SECURITY_HEADERS,
];

const PREFLIGHT_HEADERS = Object.freeze({
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-max-age': '86400',
  vary: 'Access-Control-Request-Headers',
  // Some browsers wait for a body without this header.
  'content-length': '0',
});

/** Headers that a route sets stay. */
export const headersPlugin = fp(
  async (app: FastifyInstance) => {
    app.addHook('onSend', (request, reply, _payload, done) => {
      if (reflectsHost(request)) keepOutOfSharedCaches(reply);
      // RFC 9110, section 15.4.5: a 304 repeats no headers that the client has from the 200.
      if (reply.statusCode === 304) void reply.headers(CORS_HEADERS);
      else addMissingHeaders(reply);
      done();
    });
    // A browser sends a preflight, without the API key, before a request of another origin with an Authorization header.
    app.options('*', FOR_READERS, async ({ headers }, reply) => {
      if (headers.origin === undefined || headers['access-control-request-method'] === undefined) {
        throw new RefusedError(400, 'request_invalid', 'This is not a CORS preflight request.');
      }
      const requested = headers['access-control-request-headers'];
      if (requested !== undefined) void reply.header('access-control-allow-headers', requested);
      return reply.code(204).headers(PREFLIGHT_HEADERS).send();
    });
  },
  { name: 'headers' },
);

/** Otherwise a client that names another host could choose the addresses that a shared cache gives to others. */
function keepOutOfSharedCaches(reply: FastifyReply): void {
  const present = String(reply.getHeader('cache-control') ?? '');
  if (/no-store|private/.test(present)) return;
  void reply.header('cache-control', present.includes('no-cache') ? 'private, no-cache' : 'no-store');
}

/** For answers that Fastify sends without running hooks; existing headers stay. */
export function addMissingHeaders(reply: FastifyReply): void {
  const present: Readonly<Record<string, unknown>> = reply.getHeaders();
  void reply.header(REQUEST_ID_HEADER, reply.request.id);
  for (const [name, value] of ALL_HEADERS) if (present[name] === undefined) void reply.header(name, value);
}

/**
 * The Content-Security-Policy of pages. It allows their own scripts and styles, inlined styles by their hashes (`styleSources`), and
 * images from `mediaOrigins`, where files are until they are archived. Trusted Types forbid to use text as HTML or as the address of a
 * script, except for the policies of web/src/lib/trusted-worker.ts, each of which makes one address: one of the core, and `workerPolicies` of
 * modules. No library of the pages needs another.
 */
export function pagePolicy(
  mediaOrigins: readonly string[],
  workerPolicies: readonly string[],
  styleSources: readonly string[] = [],
): string {
  const media = ["'self'", ...mediaOrigins].join(' ');
  return [
    "default-src 'self'",
    `img-src ${media}`,
    `media-src ${media}`,
    ["style-src 'self'", ...styleSources].join(' '),
    // For style attributes with sizes of thumbnails and of posts that are out of view.
    "style-src-attr 'unsafe-inline'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    ['trusted-types code-worker filter-worker', ...workerPolicies].join(' '),
  ].join('; ');
}
