import type { FastifyInstance, FastifyReply } from 'fastify';
import { RefusedError } from '../errors.ts';

/** Any page anywhere may read the API; there are no cookies that it could misuse. */
export const CORS_HEADERS = Object.freeze({
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'etag, retry-after, ratelimit-limit, ratelimit-remaining, ratelimit-reset',
});

/**
 * On every answer, unless a route says otherwise. Written out, since whatever puts them together anew for every request
 * costs more than the rest of a small answer.
 */
const HEADERS = Object.freeze({
  ...CORS_HEADERS,
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

const PREFLIGHT_HEADERS = Object.freeze({
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-max-age': '86400',
  vary: 'Access-Control-Request-Headers',
  // Some browsers wait for a body without it.
  'content-length': '0',
});

export function registerHeaders(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // RFC 9110: who is told that nothing changed has the others, and goes on by them.
    if (reply.statusCode === 304) void reply.headers(CORS_HEADERS);
    else addMissing(reply);
    done();
  });
  // Browsers ask ahead of a request with a header of its own, such as a key, and need no key to ask.
  app.options('*', { schema: { hide: true } }, async ({ headers }, reply) => {
    if (headers.origin === undefined || headers['access-control-request-method'] === undefined) {
      throw new RefusedError(400, 'request_invalid', 'This is no question of a browser ahead of a request.');
    }
    const wanted = headers['access-control-request-headers'];
    if (wanted !== undefined) void reply.header('access-control-allow-headers', wanted);
    return reply.code(204).headers(PREFLIGHT_HEADERS).send();
  });
}

const EACH = Object.entries(HEADERS);

function addMissing(reply: FastifyReply): void {
  const given: Readonly<Record<string, unknown>> = reply.getHeaders();
  for (const [name, value] of EACH) if (given[name] === undefined) void reply.header(name, value);
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
