/** Access control of all admin routes: same-origin requests only, with the session of a signed-in user. */
import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { ADMIN_HEADER } from '../../mappings/contract/admin.ts';
import { archiveUnavailable } from '../../platform/postgres-errors.ts';
import type { PostgresProbe } from '../visibility/postgres-probe.ts';
import { RefusedError } from '../http/errors.ts';
import { CORS_HEADERS } from '../http/plugins/headers.ts';
import { sendNothingHere } from '../http/plugins/problems.ts';
import type { SessionCookie } from './sessions/cookie.ts';
import type { AdminUser, Sessions } from './sessions/sessions.ts';
import { hasUsers } from './users.ts';

declare module 'fastify' {
  interface FastifyRequest {
    adminUser: AdminUser | null;
  }
  interface FastifyContextConfig {
    /** The route answers without a session. */
    readonly isOpen?: boolean;
  }
}

export interface GuardOptions {
  readonly pool: pg.Pool;
  readonly postgres: PostgresProbe;
  readonly sessions: Sessions;
  readonly cookie: SessionCookie;
  readonly publicUrl: string | null;
  /** Answers refused requests; without it the error becomes a problem. */
  readonly onRefused?: (error: RefusedError, request: FastifyRequest, reply: FastifyReply) => unknown;
}

const CORS_NAMES = Object.keys(CORS_HEADERS);
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Guards every address of the scope it is registered in, including those without a route. Pages of other sites can neither
 * read nor send anything; without a session only routes with `config: { isOpen: true }` answer. Handlers call `signedIn`
 * for the user.
 */
export async function registerGuard(app: FastifyInstance, options: GuardOptions): Promise<void> {
  await app.register(cookie);
  app.decorateRequest('adminUser', null);
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // The headers plugin allows every site to read the public API; here it may not.
    for (const name of CORS_NAMES) void reply.removeHeader(name);
    done();
  });
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('cache-control', 'no-store').header('cross-origin-resource-policy', 'same-origin');
    // Sessions are in PostgreSQL only. Answering at once avoids waiting for its time-out.
    if (options.postgres.isAway) throw archiveUnavailable();
    try {
      await admit(request, options);
    } catch (error) {
      if (!(error instanceof RefusedError) || options.onRefused === undefined) throw error;
      return options.onRefused(error, request, reply);
    }
  });
  // Overrides the public API's answer to CORS preflights: no other site may send requests here.
  for (const path of ['/', '/*']) {
    app.options(path, { schema: { hide: true } }, async (request, reply) => sendNothingHere(request, reply));
  }
  app.setNotFoundHandler(async (request, reply) => sendNothingHere(request, reply));
}

/** @throws RefusedError 401 or 403 */
async function admit(request: FastifyRequest, options: GuardOptions): Promise<void> {
  assertSameOrigin(request, options.publicUrl);
  if (!SAFE_METHODS.has(request.method)) assertNotForm(request);
  if (request.routeOptions.config.isOpen !== true) request.adminUser = await findAdmin(request, options);
}

/** The signed-in user who sent the request. @throws RefusedError 401 on open routes and outside the guard */
export function signedIn(request: FastifyRequest): AdminUser {
  if (request.adminUser === null) throw sessionRequired();
  return request.adminUser;
}

async function findAdmin(request: FastifyRequest, options: GuardOptions): Promise<AdminUser> {
  const user = await options.sessions.find(options.cookie.read(request));
  if (user !== null) return user;
  if (await hasUsers(options.pool)) throw sessionRequired();
  throw new RefusedError(
    401,
    'users_none',
    'Nobody can sign in yet: add the first user with `npx sagasu user add <name>`.',
  );
}

function sessionRequired(): RefusedError {
  return new RefusedError(401, 'session_required', 'Sign in first.');
}

/**
 * Refuses requests of pages on other origins, which browsers name in `Sec-Fetch-Site` or `Origin`. Other programs send
 * neither header and hold no cookie that a foreign page could misuse.
 * @throws RefusedError 403 `origin_foreign`
 */
function assertSameOrigin(request: FastifyRequest, publicUrl: string | null): void {
  const site = request.headers['sec-fetch-site'];
  const { origin } = request.headers;
  const isOwn =
    site === undefined || site === 'none'
      ? origin === undefined || isOwnOrigin(origin, request.host, publicUrl)
      : site === 'same-origin';
  if (!isOwn) throw new RefusedError(403, 'origin_foreign', 'Only the pages of this archive may send this request.');
}

function isOwnOrigin(origin: string, host: string, publicUrl: string | null): boolean {
  const url = URL.parse(origin);
  return url !== null && (url.host === host || (publicUrl !== null && url.origin === new URL(publicUrl).origin));
}

/**
 * Refuses what an HTML form of another site could send without a CORS preflight.
 * @throws RefusedError 403 `form_refused`
 */
function assertNotForm(request: FastifyRequest): void {
  const type = request.headers['content-type'] ?? '';
  if (/^application\/json *(;|$)/i.test(type) || request.headers[ADMIN_HEADER] !== undefined) return;
  throw new RefusedError(
    403,
    'form_refused',
    `HTML forms may not send this request: send it as application/json, or with the header ${ADMIN_HEADER}.`,
  );
}
