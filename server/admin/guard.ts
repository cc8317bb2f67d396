/** The door of everything for admins: which requests come in, and as whom. */
import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { archiveAway } from '../visibility/fallback-snapshot.ts';
import type { ArchiveWatch } from '../visibility/postgres-probe.ts';
import { CORS_HEADERS } from '../http/plugins/headers.ts';
import { sendNothingHere } from '../http/plugins/problems.ts';
import { RefusedError } from '../http/errors.ts';
import { assertNoForm, assertOwnOrigin } from './origin.ts';
import type { SessionCookie } from './sessions/cookie.ts';
import type { AdminUser, Sessions } from './sessions/sessions.ts';
import { HAS_USERS } from './users/sql.ts';

declare module 'fastify' {
  interface FastifyRequest {
    adminUser: AdminUser | null;
  }
  interface FastifyContextConfig {
    /** No session is needed. */
    readonly isOpen?: boolean;
  }
}

export interface GuardOptions {
  readonly pool: pg.Pool;
  readonly archive: ArchiveWatch;
  readonly sessions: Sessions;
  readonly cookie: SessionCookie;
  readonly publicUrl: string | null;
  /** Answers who may not come in; without it they are told the reason. */
  readonly turnAway?: (error: RefusedError, request: FastifyRequest, reply: FastifyReply) => unknown;
}

const CORS_NAMES = Object.keys(CORS_HEADERS);
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Guards every route of the scope it is registered in, also those that are not there. Other sites' pages may neither read
 * nor send anything; without a session only routes with `config: { isOpen: true }` answer. A handler asks `signedIn` who
 * it works for.
 */
export async function registerGuard(app: FastifyInstance, options: GuardOptions): Promise<void> {
  await app.register(cookie);
  app.decorateRequest('adminUser', null);
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // The public API's "any page may read" ends here.
    for (const name of CORS_NAMES) void reply.removeHeader(name);
    done();
  });
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('cache-control', 'no-store').header('cross-origin-resource-policy', 'same-origin');
    // Who is signed in PostgreSQL knows alone, and nobody is to wait to be told so.
    if (options.archive.isAway) throw archiveAway();
    try {
      await comeIn(request, options);
    } catch (error) {
      if (!(error instanceof RefusedError) || options.turnAway === undefined) throw error;
      return options.turnAway(error, request, reply);
    }
  });
  // Browsers of other sites' pages ask first whether they may: nobody may.
  for (const path of ['/', '/*']) {
    app.options(path, { schema: { hide: true } }, async (request, reply) => sendNothingHere(request, reply));
  }
  app.setNotFoundHandler(async (request, reply) => sendNothingHere(request, reply));
}

async function comeIn(request: FastifyRequest, options: GuardOptions): Promise<void> {
  assertOwnOrigin(request, options.publicUrl);
  if (!SAFE_METHODS.has(request.method)) assertNoForm(request);
  if (request.routeOptions.config.isOpen !== true) request.adminUser = await findUser(request, options);
}

/** Who has sent this request. @throws RefusedError outside of the guard. */
export function signedIn(request: FastifyRequest): AdminUser {
  if (request.adminUser === null) throw sessionRequired();
  return request.adminUser;
}

async function findUser(request: FastifyRequest, { pool, sessions, cookie: kept }: GuardOptions): Promise<AdminUser> {
  const user = await sessions.find(kept.read(request));
  if (user !== null) return user;
  const { rows } = await pool.query<{ has_users: boolean }>(HAS_USERS);
  if (rows[0]?.has_users === true) throw sessionRequired();
  throw new RefusedError(
    401,
    'users_none',
    'Nobody can sign in yet: add the first user with `npx sagasu user add <name>`.',
  );
}

function sessionRequired(): RefusedError {
  return new RefusedError(401, 'session_required', 'Sign in first.');
}
