/** Every kind of sender and its rights, for the tests of access to routes. */
import type { InjectOptions } from 'fastify';
import { ROLES, type Role } from '../../../../mappings/roles.ts';
import { addKey } from '../../../../server/admin/api-keys.ts';
import { addAdmin } from '../../../../server/admin/accounts/accounts.ts';
import type { Access } from '../../../../server/http/access.ts';
import { printRoutes } from '../../../../server/http/printed-routes.ts';
import { MODULES } from '../../../support/modules.ts';
import type { World } from '../../../support/world.ts';
import type { GivenServer } from '../given-archive.ts';
import { givenAdmin, PASSWORD } from './given-admin.ts';

export const SENDERS = [
  'reader',
  'janitor of /g/',
  'moderator of /g/',
  'admin of /g/',
  'janitor of all boards',
  'moderator of all boards',
  'admin of all boards',
  'key',
  'key of scope export',
  'moderator of /g/ by key',
  'admin of /g/ by key',
  'admin of all boards by key',
] as const;
export type Sender = (typeof SENDERS)[number];

export const own = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };

export type Headers = Readonly<Record<string, string>>;

const withKey = (text: string) => ({ authorization: `Bearer ${text}` });

/** Headers by sender. The boards exist. */
export async function givenSenders(world: World, server: GivenServer): Promise<ReadonlyMap<string, Headers>> {
  const { pool } = world;
  const headers = new Map<string, Headers>();
  const key = { scopes: ['read'], perMinute: null, expiresAt: null } as const;
  await addAdmin(pool, 'root', PASSWORD);
  for (const [index, sender] of SENDERS.entries()) {
    const [role, where] = sender.replace(' by key', '').split(' of ');
    if (!isRole(role)) continue;
    const board = where === '/g/' ? 'g' : null;
    const name = `a${index}`;
    if (sender.endsWith(' by key')) {
      headers.set(sender, withKey(await addKey(pool, { ...key, name, roles: [{ role, board }] })));
      continue;
    }
    const { cookie } = await givenAdmin(world, server, name);
    await pool.query(
      `update account_roles set role = $2, board_id = (select id from boards where name = $3)
        where account_id = (select id from accounts where name = $1)`,
      [name, role, board],
    );
    headers.set(sender, { cookie });
  }
  headers.set('key', withKey(await addKey(pool, { ...key, name: 'one' })));
  headers.set('key of scope export', withKey(await addKey(pool, { ...key, name: 'two', scopes: ['read', 'export'] })));
  return headers;
}

function isRole(text: string | undefined): text is Role {
  return ROLES.some((role) => role === text);
}

/** Values in a request to a route, for a board and otherwise. */
const BODIES: Readonly<Record<string, (board: string) => object>> = {
  'POST /api/v1/admin/posts': (board) => ({ action: 'hide', board, num: 1 }),
  // For moderators and janitors of any board: the boards that the posts name are checked in the transaction.
  'POST /api/v1/admin/posts/bulk': () => ({ action: 'hide', posts: [{ board: 'g', num: 1 }] }),
  'POST /api/v1/admin/reports': () => ({ action: 'dismiss', posts: [{ board: 'g', num: 1 }] }),
  'POST /api/v1/admin/reports/decide': () => ({ decision: 'dismiss', posts: [{ board: 'g', num: 1 }] }),
  'POST /api/v1/admin/reports/dismiss-network': () => ({ network: '192.0.2.0/24' }),
  'POST /api/v1/admin/boards': () => ({ name: 'new', title: 'New', source: '4chan', url: 'https://a.example.org' }),
  'POST /api/v1/admin/boards/test': () => ({
    name: 'new',
    title: 'New',
    source: '4chan',
    url: 'https://a.example.org',
  }),
  'PATCH /api/v1/admin/boards/:board': () => ({ title: 'Another title' }),
  'POST /api/v1/admin/boards/:board/remove': (board) => ({ confirm: board }),
  'POST /api/v1/admin/files': (board) => ({ action: 'delete', board, num: 1 }),
  'POST /api/v1/admin/bulk-actions': () => ({ action: 'purge', network: '192.0.2.1' }),
  'POST /api/v1/admin/bulk-actions/:id/run': () => ({ posts: 1 }),
  'POST /api/v1/admin/filters': () => ({ board: 'g', kind: 'phrase', pattern: 'spam', action: 'hide' }),
  'POST /api/v1/admin/bans': (board) => ({ network: '192.0.2.1', boards: [board], days: 1, reason: 'spam' }),
  'POST /api/v1/admin/appeals/:id': () => ({ granted: false }),
  'POST /api/v1/admin/addresses': () => ({ post: { board: 'g', num: 1 } }),
  'POST /api/v1/admin/audit/addresses': () => ({ ids: [1] }),
  'POST /api/v1/admin/tasks': (board) => ({ kind: 'verify', boards: [board] }),
  'PATCH /api/v1/admin/boards/:board/settings': () => ({ settings: { archive: false } }),
  'PATCH /api/v1/admin/board-defaults': () => ({ settings: { archive: false } }),
  'POST /api/v1/admin/accounts': () => ({ name: 'new', roles: [{ role: 'admin', board: null }] }),
  'PATCH /api/v1/admin/accounts/:name': () => ({ disabled: true }),
  'POST /api/v1/admin/invitation': () => ({ token: 'x', password: PASSWORD }),
  'POST /api/v1/admin/keys': () => ({ name: 'new', roles: [{ role: 'admin', board: null }] }),
  'PUT /api/v1/admin/identities/:name': () => ({ aliases: [] }),
  ...Object.fromEntries(
    MODULES.flatMap(({ staff }) => staff?.requests ?? []).map(({ route, body }) => [route, () => body]),
  ),
};

const { routes: all } = await printRoutes();

export const routes = all
  .filter(({ method }) => method !== 'OPTIONS')
  .map((route) => ({ ...route, name: `${route.method} ${route.path}` }));
export type Route = (typeof routes)[number];

/** Hashes of a banned file. */
export const HASH = '0'.repeat(32);

const VALUES: Readonly<Record<string, string>> = Object.assign(
  { hash: HASH },
  ...MODULES.map(({ staff }) => staff?.addressValues),
);

/** The address of a route. Parameters without a value of their own are `1`. */
export const addressOf = (path: string) =>
  path.replaceAll(/[:{](\w+)(?:\}|\([^)]*\))?/g, (_whole, name: string) => VALUES[name] ?? '1').replaceAll('*', '1');

export function requestTo(
  { name, method, path }: Pick<Route, 'name' | 'method' | 'path'>,
  board: string,
  sender: Headers,
): InjectOptions {
  const url = addressOf(path.replaceAll(':board', board));
  const headers = { ...own, ...sender };
  if (method === 'GET' || method === 'DELETE') return { method, url, headers: { ...headers, 'x-sagasu-admin': '1' } };
  return { method, url, headers, payload: BODIES[name]?.(board) ?? {} };
}

/** Written independently of `hasRole`: each sender's role on a board of the request. */
export function mayUse(
  access: Exclude<Access, 'reader' | 'key' | 'sign-in'>,
  board: string,
  sender: Sender,
): boolean | 'signed out' {
  if (sender === 'reader') return 'signed out';
  const isKey = sender.includes('key');
  if (access === 'own') return isKey ? 'signed out' : true;
  const [role = '', where = ''] = sender.replace(' by key', '').split(' of ');
  if (role === 'key') return false;
  const isHighEnough =
    ['janitor', 'moderator', 'admin'].indexOf(role) >= ['janitor', 'moderator', 'admin'].indexOf(access.role);
  if (where === 'all boards' || access.boards === 'any') return isHighEnough;
  return isHighEnough && (access.boards === 'named' || access.boards === 'listed') && board === 'g';
}
