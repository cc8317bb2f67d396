/** Access control of all admin routes: same-origin requests only, with the session of a signed-in account or a key that has roles. */
import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { ADMIN_HEADER } from '../../../mappings/contract/admin.ts';
import { archiveUnavailable } from '../../../platform/postgres-errors.ts';
import { hasRole, type Role } from '../../../mappings/roles.ts';
import type { PostgresProbe } from '../../visibility/postgres-probe.ts';
import type { Access } from '../access.ts';
import { RefusedError } from '../../shared/errors.ts';
import { asSeenBy } from '../staff-fields.ts';
import { CORS_HEADERS } from './headers.ts';
import { sendNothingHere } from './problems.ts';
import { keyIn, type ApiKeys } from '../../admin/api-keys.ts';
import { withCallerAddress } from '../../admin/caller-address.ts';
import type { SessionCookie } from '../../admin/sessions/cookie.ts';
import type { Account, Sessions } from '../../admin/sessions/sessions.ts';
import { hasAccounts } from '../../admin/accounts/accounts.ts';

declare module 'fastify' {
  interface FastifyRequest {
    account: Account | null;
    /** The session's token or the key; '' without one. */
    secret: string;
  }
}

export interface GuardOptions {
  readonly pool: pg.Pool;
  readonly postgres: PostgresProbe;
  readonly sessions: Sessions;
  readonly keys: ApiKeys;
  readonly cookie: SessionCookie;
  readonly publicUrl: string | null;
  /** Answers refused requests; without it the error becomes a problem. */
  readonly onRefused?: (error: RefusedError, request: FastifyRequest, reply: FastifyReply) => unknown;
}

/** For addresses without a route: signed-in accounts get 404. */
const ANY_ACCOUNT = 'own' as const;

const CORS_NAMES = Object.keys(CORS_HEADERS);
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Guards every address of the scope it is registered in, including those without a route. Pages of other sites can neither
 * read nor send anything; the access of a route names the accounts that may use it. Handlers call `signedIn` for the
 * account.
 */
export async function registerGuard(app: FastifyInstance, options: GuardOptions): Promise<void> {
  app.decorate('isGuarded', true);
  await app.register(cookie);
  app.decorateRequest('account', null);
  app.decorateRequest('secret', '');
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // The headers plugin allows every site to read the public API, but not the admin API.
    for (const name of CORS_NAMES) void reply.removeHeader(name);
    done();
  });
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('cache-control', 'no-store').header('cross-origin-resource-policy', 'same-origin');
    // Sessions are only in PostgreSQL. An immediate answer avoids waiting for its time-out.
    if (options.postgres.isAway) throw archiveUnavailable();
    try {
      await admit(request, options);
    } catch (error) {
      if (!(error instanceof RefusedError) || options.onRefused === undefined) throw error;
      return options.onRefused(error, request, reply);
    }
  });
  app.addHook('preSerialization', (request, _reply, payload, done) => {
    done(null, asSeenBy(payload, request.routeOptions.config.staffOnly ?? new Map(), request.account?.roles ?? []));
  });
  app.addHook('preHandler', (request, _reply, done) => withCallerAddress(request.ip, done));
  app.addHook('preHandler', async (request) => assertRoleOnBoard(request));
  // Overrides the public API's answer to CORS preflights: other sites may not send requests to the admin API.
  for (const path of ['/', '/*']) {
    app.options(path, { config: { access: 'sign-in' } }, async (request, reply) => sendNothingHere(request, reply));
  }
  app.setNotFoundHandler(async (request, reply) => sendNothingHere(request, reply));
}

/** @throws RefusedError 401 or 403 */
async function admit(request: FastifyRequest, options: GuardOptions): Promise<void> {
  assertSameOrigin(request, options.publicUrl);
  if (!SAFE_METHODS.has(request.method)) assertNotForm(request);
  const access = accessTo(request);
  if (access === 'sign-in') return;
  const key = keyIn(request.headers.authorization);
  request.secret = key ?? options.cookie.read(request);
  request.account = key === null ? await findAccount(request, options) : await findKey(key, options);
  if (access === 'own') {
    if (key === null || request.is404) return;
    throw new RefusedError(401, 'session_required', 'Sign in first: a key has no account of its own.');
  }
  if (request.account.mustSetUpTotp) {
    throw new RefusedError(403, 'totp_required', 'Set up a second factor of your account first, at /admin/account.');
  }
  const { role, boards } = access;
  if (!hasRole(request.account.roles, role, boards === 'all' ? 'all' : 'any')) {
    throw new RefusedError(
      403,
      'role_required',
      `Only ${boards === 'all' ? `${role}s of all boards` : `${role}s`} may do this.`,
    );
  }
}

function accessTo({ is404, routeOptions }: FastifyRequest): Exclude<Access, 'reader' | 'key'> {
  const { access } = is404 ? { access: ANY_ACCOUNT } : routeOptions.config;
  if (access === 'reader' || access === 'key') throw new Error('server/http/access.ts keeps such routes out');
  return access;
}

/** Checks the board, and fields that need a higher role, of a request with a valid body. @throws RefusedError 403 `role_required` */
function assertRoleOnBoard(request: FastifyRequest): void {
  const access = accessTo(request);
  if (typeof access === 'string') return;
  if (access.boards === 'listed') assertRoleOnBoards(signedIn(request), access.role, request.body);
  if (access.boards !== 'named') return;
  const { board, ...fields } = { ...(request.body as object), ...(request.params as object) } as Record<
    string,
    unknown
  >;
  const needed = Object.entries(access.fields ?? {}).flatMap(([field, role]) => (fields[field] === true ? [role] : []));
  for (const role of [access.role, ...needed]) {
    if (!hasRole(signedIn(request).roles, role, { board: String(board) })) {
      throw new RefusedError(403, 'role_required', `Only ${role}s of /${String(board)}/ may do this.`);
    }
  }
}

/** @throws RefusedError 403 `role_required` */
function assertRoleOnBoards({ roles }: Account, role: Role, body: unknown): void {
  const { boards } = body as { readonly boards: readonly string[] };
  if (boards.length === 0 && !hasRole(roles, role, 'all')) {
    throw new RefusedError(403, 'role_required', `Only ${role}s of all boards may do this for all boards. Name some.`);
  }
  const refused = boards.find((board) => !hasRole(roles, role, { board }));
  if (refused === undefined) return;
  throw new RefusedError(403, 'role_required', `Only ${role}s of /${refused}/ may do this.`);
}

/** The account that sent the request. @throws RefusedError 401 on open routes and outside the guard */
export function signedIn(request: FastifyRequest): Account {
  if (request.account === null) throw sessionRequired();
  return request.account;
}

async function findAccount(request: FastifyRequest, options: GuardOptions): Promise<Account> {
  const account = await options.sessions.find(request.secret);
  if (account !== null) return account;
  if (await hasAccounts(options.pool)) throw sessionRequired();
  throw new RefusedError(
    401,
    'accounts_none',
    'Nobody can sign in yet: add the first account with `npx sagasu account add <name>`.',
  );
}

/** @throws RefusedError 401 `key_unknown` */
async function findKey(text: string, { keys }: GuardOptions): Promise<Account> {
  const key = await keys.find(text);
  if (key === null) throw new RefusedError(401, 'key_unknown', 'This API key is unknown or revoked.');
  return { name: `key:${key.name}`, mustSetUpTotp: false, roles: key.roles };
}

export function sessionRequired(): RefusedError {
  return new RefusedError(401, 'session_required', 'Sign in first.');
}

/**
 * Refuses requests of pages on other origins, which browsers name in `Sec-Fetch-Site` or `Origin`. Other programs send
 * neither header and hold no cookie that a foreign page could misuse.
 * @throws RefusedError 403 `origin_foreign`
 */
export function assertSameOrigin(request: Pick<FastifyRequest, 'headers'>, publicUrl: string | null): void {
  const site = request.headers['sec-fetch-site'];
  const { origin } = request.headers;
  const isOwn =
    site === undefined || site === 'none'
      ? origin === undefined || isOwnOrigin(origin, request.headers.host ?? '', publicUrl)
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
