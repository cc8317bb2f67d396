/**
 * Who may use which route: the one table. A route that it does not name cannot be registered. The guard of the admin routes and the security
 * of the OpenAPI document are made from it.
 */
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Role } from '../../mappings/roles.ts';
import { assertForReaders, restrictedFields, type RestrictedField } from './fields.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** By status: what is left out of the answer for some who may use the route. */
    restricted?: Readonly<Record<string, readonly RestrictedField[]>>;
  }
}

/**
 * own       every account, also one that has yet to set up its second factor; no key
 * key       an API key, whose roles are checked in the transaction; a session is not enough, since other sites could send the form
 * sign-in   nobody needs to be signed in; pages of other sites are refused
 * any       the role on at least one board; the answer is about those boards only
 * named     the role on the board that the request names
 * listed    the role on each of the boards that the request lists; on all boards if it lists none
 * all       the role on all boards
 */
export type Access =
  | 'reader'
  | 'key'
  | 'sign-in'
  | 'own'
  | { readonly role: Role; readonly boards: 'any' | 'named' | 'listed' | 'all'; readonly fields?: FieldRoles };

/** Fields of the body that need a higher role than the route if they are true. */
export type FieldRoles = Readonly<Record<string, Role>>;

const QUEUES = '/admin/queues/board/';
const ADMIN_OF_ALL = { role: 'admin', boards: 'all' } as const;
const ADMIN_OF_ANY = { role: 'admin', boards: 'any' } as const;
const ADMIN_OF_BOARD = { role: 'admin', boards: 'named' } as const;

const MODERATOR_OF_ALL = { role: 'moderator', boards: 'all' } as const;
const MODERATOR_OF_ANY = { role: 'moderator', boards: 'any' } as const;

const STAFF: Readonly<Record<string, Access>> = {
  'POST /_/api/chan/mod_actions': 'key',
  'POST /_/api/chan/bulk_mod': 'key',
  'GET /admin/queues/board': ADMIN_OF_ALL,
  'OPTIONS /admin/queues/board': 'sign-in',
  'GET /admin/queues/board/*': ADMIN_OF_ALL,
  'OPTIONS /api/v1/admin': 'sign-in',
  'OPTIONS /api/v1/admin/*': 'sign-in',
  'GET /api/v1/admin/accounts': ADMIN_OF_ALL,
  'POST /api/v1/admin/accounts': ADMIN_OF_ALL,
  'PATCH /api/v1/admin/accounts/:name': ADMIN_OF_ALL,
  'DELETE /api/v1/admin/accounts/:name': ADMIN_OF_ALL,
  'POST /api/v1/admin/invitation': 'sign-in',
  'GET /api/v1/admin/account': 'own',
  'POST /api/v1/admin/account/password': 'own',
  'POST /api/v1/admin/account/recovery-codes': 'own',
  'POST /api/v1/admin/account/totp': 'own',
  'POST /api/v1/admin/account/totp/confirm': 'own',
  'POST /api/v1/admin/account/totp/remove': 'own',
  'POST /api/v1/admin/addresses': MODERATOR_OF_ANY,
  'POST /api/v1/admin/appeals/:id': MODERATOR_OF_ANY,
  'GET /api/v1/admin/audit': { role: 'moderator', boards: 'any' },
  'GET /api/v1/admin/banned-files': MODERATOR_OF_ANY,
  'DELETE /api/v1/admin/banned-files/:hash': { role: 'moderator', boards: 'all' },
  'GET /api/v1/admin/banned-files/:hash/near': MODERATOR_OF_ANY,
  'GET /api/v1/admin/bans': MODERATOR_OF_ANY,
  'POST /api/v1/admin/bans': { role: 'moderator', boards: 'listed' },
  'POST /api/v1/admin/bans/:id/lift': MODERATOR_OF_ANY,
  'POST /api/v1/admin/audit/:id/address': ADMIN_OF_ALL,
  // The board of the entry is checked in the transaction.
  'POST /api/v1/admin/audit/:id/undo': ADMIN_OF_ANY,
  'GET /api/v1/admin/board-defaults': ADMIN_OF_ALL,
  'PATCH /api/v1/admin/board-defaults': ADMIN_OF_ALL,
  'GET /api/v1/admin/bulk-actions': MODERATOR_OF_ANY,
  // The boards of the posts are checked in the transaction.
  'POST /api/v1/admin/bulk-actions': MODERATOR_OF_ANY,
  'GET /api/v1/admin/bulk-actions/:id': MODERATOR_OF_ANY,
  'POST /api/v1/admin/bulk-actions/:id/run': MODERATOR_OF_ANY,
  'POST /api/v1/admin/bulk-actions/:id/undo': MODERATOR_OF_ANY,
  'GET /api/v1/admin/boards': { role: 'janitor', boards: 'any' },
  'POST /api/v1/admin/boards': ADMIN_OF_ALL,
  'PATCH /api/v1/admin/boards/:board': ADMIN_OF_BOARD,
  'POST /api/v1/admin/boards/:board/release': ADMIN_OF_BOARD,
  'GET /api/v1/admin/boards/:board/removal': ADMIN_OF_ALL,
  'POST /api/v1/admin/boards/:board/remove': ADMIN_OF_ALL,
  'GET /api/v1/admin/boards/:board/settings': ADMIN_OF_BOARD,
  'PATCH /api/v1/admin/boards/:board/settings': ADMIN_OF_BOARD,
  'GET /api/v1/admin/dumps': MODERATOR_OF_ALL,
  'POST /api/v1/admin/dumps': MODERATOR_OF_ALL,
  'GET /api/v1/admin/dumps/:id': MODERATOR_OF_ALL,
  'GET /api/v1/admin/dumps/changes': MODERATOR_OF_ALL,
  'POST /api/v1/admin/dumps/changes': MODERATOR_OF_ALL,
  'POST /api/v1/admin/dumps/clean': MODERATOR_OF_ALL,
  'GET /api/v1/admin/dumps/failed': MODERATOR_OF_ALL,
  'GET /api/v1/admin/dumps/offers': MODERATOR_OF_ALL,
  'POST /api/v1/admin/dumps/offers': MODERATOR_OF_ALL,
  'GET /api/v1/admin/dumps/offers/:id/file': MODERATOR_OF_ALL,
  'GET /api/v1/admin/dumps/offers/:id/thumbnail': MODERATOR_OF_ALL,
  'POST /api/v1/admin/dumps/revert': MODERATOR_OF_ALL,
  'GET /api/v1/admin/dumps/trust': MODERATOR_OF_ALL,
  'PUT /api/v1/admin/dumps/trust': MODERATOR_OF_ALL,
  'GET /api/v1/admin/cabals': ADMIN_OF_ALL,
  'GET /api/v1/admin/cabals/:id/authors/:author': ADMIN_OF_ALL,
  'POST /api/v1/admin/cabals/:id/blocked-authors': ADMIN_OF_ALL,
  'DELETE /api/v1/admin/cabals/:id/blocked-authors/:author': ADMIN_OF_ALL,
  'GET /api/v1/admin/cabals/:id/refusals': ADMIN_OF_ALL,
  'POST /api/v1/admin/files': { role: 'moderator', boards: 'named' },
  'GET /api/v1/admin/filters': MODERATOR_OF_ANY,
  // The board of the filter is checked in the transaction.
  'POST /api/v1/admin/filters': ADMIN_OF_ANY,
  'DELETE /api/v1/admin/filters/:id': ADMIN_OF_ANY,
  'POST /api/v1/admin/filters/:id/apply': ADMIN_OF_ANY,
  'POST /api/v1/admin/filters/:id/disable': ADMIN_OF_ANY,
  'POST /api/v1/admin/filters/:id/enable': ADMIN_OF_ANY,
  'POST /api/v1/admin/filters/:id/try': ADMIN_OF_ANY,
  'POST /api/v1/admin/filters/:id/undo': ADMIN_OF_ANY,
  'GET /api/v1/admin/identities': ADMIN_OF_ALL,
  'DELETE /api/v1/admin/identities/:name': ADMIN_OF_ALL,
  'PUT /api/v1/admin/identities/:name': ADMIN_OF_ALL,
  'GET /api/v1/admin/keys': ADMIN_OF_ALL,
  'POST /api/v1/admin/keys': ADMIN_OF_ALL,
  'DELETE /api/v1/admin/keys/:name': ADMIN_OF_ALL,
  'POST /api/v1/admin/posts': { role: 'moderator', boards: 'named', fields: { thread: 'admin' } },
  'POST /api/v1/admin/posts/bulk': { role: 'moderator', boards: 'any' },
  'GET /api/v1/admin/quarantine': ADMIN_OF_ALL,
  'POST /api/v1/admin/quarantine/retry': ADMIN_OF_ALL,
  'GET /api/v1/admin/refusals': ADMIN_OF_ANY,
  'GET /api/v1/admin/reports': { role: 'janitor', boards: 'any' },
  'POST /api/v1/admin/reports/dismiss-network': MODERATOR_OF_ANY,
  'POST /api/v1/admin/reports': { role: 'janitor', boards: 'any' },
  'DELETE /api/v1/admin/session': 'own',
  'GET /api/v1/admin/session': 'own',
  'POST /api/v1/admin/session': 'sign-in',
  'GET /api/v1/admin/tasks': ADMIN_OF_ANY,
  'POST /api/v1/admin/tasks': { role: 'admin', boards: 'listed' },
  'GET /api/v1/admin/tasks/:id': ADMIN_OF_ANY,
  'POST /api/v1/admin/tasks/:id/cancel': ADMIN_OF_ANY,
  'POST /api/v1/admin/tasks/:id/pause': ADMIN_OF_ANY,
  'POST /api/v1/admin/tasks/:id/resume': ADMIN_OF_ANY,
};

const READERS: readonly string[] = [
  'GET /',
  'GET /:board',
  'GET /:board/:name(^(?:[0-9]|[0-9a-f]{32})[-0-9a-f]*[sm]?\\.[A-Za-z0-9]+$)',
  'GET /:board/:page.json',
  'GET /:board/advanced_search',
  'GET /:board/archive.json',
  'GET /:board/catalog',
  'GET /:board/catalog.json',
  'GET /:board/deleted',
  'GET /:board/deleted/:num',
  'GET /:board/full_image/:name',
  'GET /:board/gallery',
  'GET /:board/gallery/:page',
  'GET /:board/ghost',
  'GET /:board/ghost/:page',
  'GET /:board/image/:first/:second/:name',
  'GET /:board/image/:image',
  'GET /:board/images',
  'GET /:board/last/:count/:num',
  'GET /:board/last50/:num',
  'GET /:board/page/:page',
  'GET /:board/post/:num',
  'GET /:board/redirect/:name',
  'GET /:board/res/:num.html',
  'GET /:board/res/:num.json',
  'GET /:board/search',
  'GET /:board/search/*',
  'GET /:board/sitemap-:file.xml',
  'GET /:board/sitemap.xml',
  'GET /:board/src/:name',
  'GET /:board/statistics',
  'GET /:board/statistics/*',
  'GET /:board/thread/:num',
  'GET /:board/thread/:num-tail.json',
  'GET /:board/thread/:num.json',
  'GET /:board/threads.json',
  'GET /:board/thumb/:first/:second/:name',
  'GET /:board/thumb/:name',
  'GET /_',
  'GET /_/advanced_search',
  'GET /_/api/chan/archives',
  'GET /_/api/chan/boards',
  'GET /_/api/chan/deleted',
  'GET /_/api/chan/gallery',
  'GET /_/api/chan/index',
  'GET /_/api/chan/post',
  'GET /_/api/chan/search',
  'GET /_/api/chan/site',
  'GET /_/api/chan/thread',
  'POST /_/api/chan/offsite_report',
  'POST /_/api/chan/user_actions',
  'GET /_/delete',
  'POST /_/delete',
  'GET /_/reply',
  'POST /:board/submit',
  'GET /api/v1/ghosts/challenge',
  'POST /api/v1/ghosts',
  'POST /api/v1/ghosts/delete',
  'GET /_/ban/:token',
  'POST /_/ban/:token',
  'GET /_/opensearch',
  'GET /_/report',
  'POST /_/report',
  'GET /_/search',
  'GET /_/search/*',
  'GET /admin',
  'GET /admin/*',
  'GET /api/docs',
  'GET /api/openapi.json',
  'GET /api/v1/activity',
  'GET /api/v1/boards',
  'GET /api/v1/boards/:board/images',
  'GET /api/v1/boards/:board/posts',
  'GET /api/v1/boards/:board/posts/:num',
  'GET /api/v1/boards/:board/statistics',
  'GET /api/v1/boards/:board/threads',
  'GET /api/v1/boards/:board/threads/:num',
  'GET /api/v1/boards/:board/threads/:num/freshness',
  'GET /api/v1/boards/:board/posts/:num/comment',
  'GET /api/v1/boards/:board/threads/:num/zip',
  'POST /api/v1/dumps',
  'GET /api/v1/dumps',
  'GET /api/v1/dumps/:id',
  'GET /api/v1/dumps/changes',
  'GET /api/v1/dumps/contributors',
  'GET /api/v1/dumps/contributors/:contributor',
  'GET /api/v1/dumps/file',
  'GET /api/v1/dumps/key',
  'GET /api/v1/dumps/schema.xsd',
  'GET /api/v1/dumps/statistics',
  'GET /api/v1/dumps/wanted',
  'PUT /api/v1/dumps/files/:sha256',
  'GET /api/v1/identities',
  'POST /api/v1/kick',
  'GET /api/v1/limits',
  'GET /api/v1/exports',
  'GET /api/v1/moderation',
  'GET /api/v1/posts/:num',
  'POST /api/v1/reports',
  'GET /api/v1/search',
  'GET /api/v1/search/complete',
  'GET /api/v1/search/explain',
  'GET /api/v1/search/export',
  'GET /api/v1/search/facets',
  'GET /api/v1/search/feed.atom',
  'GET /api/v1/search/feed.json',
  'GET /api/v1/search/parts',
  'GET /api/v1/search/suggestions',
  'GET /api/v1/search/timeline',
  'GET /api/v1/statistics',
  'GET /assets/*',
  'GET /boards.json',
  'GET /dumps',
  'GET /dumps/:id',
  'GET /livez',
  'GET /exports',
  'GET /exports/:file',
  'GET /media/:first/:second/:name',
  'GET /media/thumbs/:first/:second/:name',
  'GET /metrics',
  'GET /moderation',
  'GET /opensearch.xml',
  'GET /post/:num',
  'GET /readyz',
  'GET /robots.txt',
  'GET /search',
  'GET /search/form',
  'GET /search/help',
  'GET /sitemap.xml',
  'GET /statistics',
  'OPTIONS *',
  'GET /foolfuuka/boards/:board/image/:first/:second/:name',
  'GET /foolfuuka/boards/:board/thumb/:first/:second/:name',
  'GET /data/:board/img/:first/:second/:name',
  'GET /data/:board/image/:first/:second/:name',
  'GET /data/:board/thumb/:first/:second/:name',
  'GET /srv/media/:board/image/:first/:second/:name',
  'GET /srv/media/:board/thumb/:first/:second/:name',
  'GET /image/:first/:second/:name',
  'GET /thumb/:first/:second/:name',
  'GET /:board/catalog/:page',
  'GET /api/v1/:board/:num.json',
  'GET /api/v1/:board/catalog.json',
  'GET /api/v1/:board/thread/:num.json',
  'GET /fts',
  'GET /sql',
  'GET /stats',
  'GET /stats/:board',
];

export const ACCESS: Readonly<Record<string, Access>> = {
  ...Object.fromEntries(READERS.map((route) => [route, 'reader' as const])),
  ...STAFF,
};

/** The entry of a route. HEAD is answered like GET. Throws for a route that the table does not name. */
export function accessOf(method: string, url: string): Access {
  // The queue board brings its own routes, which change with its version.
  const name = url.startsWith(QUEUES) ? `GET ${QUEUES}*` : `${method === 'HEAD' ? 'GET' : method} ${url}`;
  const access = Object.hasOwn(ACCESS, name) ? ACCESS[name] : undefined;
  if (access === undefined) throw new Error(`server/http/access.ts does not say who may use ${name}`);
  return access;
}

/**
 * Refuses to register a route that the table does not name, or whose answer has fields that server/http/fields.ts does not name, and says in
 * the OpenAPI document what a route needs.
 */
export const accessPlugin = fp(
  async (app: FastifyInstance) => {
    app.addHook('onRoute', (route) => {
      for (const method of [route.method].flat()) {
        const access = accessOf(method, route.url);
        const answers = Object.entries((route.schema?.response ?? {}) as Readonly<Record<string, unknown>>).filter(
          ([status]) => status.startsWith('2'),
        );
        const find = (name: string) => app.getSchema(name);
        if (access === 'reader' || access === 'key') for (const [, answer] of answers) assertForReaders(answer, find);
        if (access === 'reader' || route.schema === undefined) continue;
        if (access === 'key') {
          route.schema = { ...route.schema, security: [{ key: [] }] };
          continue;
        }
        const restricted = answers.map(([status, answer]) => [status, restrictedFields(answer, find)]);
        route.config = { ...route.config, restricted: Object.fromEntries(restricted) };
        const security = access === 'sign-in' ? [] : [{ session: [] }, ...(access === 'own' ? [] : [{ key: [] }])];
        route.schema = { ...route.schema, security };
      }
    });
  },
  { name: 'access' },
);
