/**
 * Access of a route: each route declares it in `config.access`, and a route without it cannot be registered. The guard of the admin routes and
 * the security of the OpenAPI document derive from it; server/http/access.txt shows it for all routes.
 */
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Role } from '../../mappings/roles.ts';
import { assertForReaders, restrictedFields, type RestrictedField } from './fields.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    access: Access;
    /** By status: what is left out of the answer for some who may use the route. */
    restricted?: Readonly<Record<string, readonly RestrictedField[]>>;
  }
  interface FastifyInstance {
    /** Every registered route but those of HEAD, which answers like GET. */
    readonly routeAccess: RouteAccess[];
    /** In a scope whose routes come from a library: the access of those routes. */
    readonly libraryAccess?: Access;
    /** In a scope with the guard (server/admin/guard.ts). */
    readonly isGuarded?: true;
  }
}

export interface RouteAccess {
  readonly method: string;
  readonly path: string;
  readonly access: Access;
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

/** Options of a route for readers that has no schema. */
export const FOR_READERS = { config: { access: 'reader' } } as const;

const BOARDS = { any: 'any board', named: 'the named board', listed: 'the listed boards', all: 'all boards' } as const;

/** The routes by path, each on a line with its access. */
export function printAccess(routes: readonly RouteAccess[]): string {
  const keyOf = ({ path, method }: RouteAccess) => `${path} ${method}`;
  return routes
    .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
    .map(({ method, path, access }) => `${method} ${path}: ${nameOf(access)}\n`)
    .join('');
}

function nameOf(access: Access): string {
  if (typeof access === 'string') return access;
  const fields = Object.entries(access.fields ?? {}).map(([field, role]) => `; ${field}: ${role}`);
  return `${access.role} of ${BOARDS[access.boards]}${fields.join('')}`;
}

/**
 * Refuses a route without access or on the wrong side of the guard, or whose answer has fields that server/http/fields.ts does not name, and
 * adds to the OpenAPI document what a route needs.
 */
export const accessPlugin = fp(
  async (app: FastifyInstance) => {
    const registered: RouteAccess[] = [];
    const find = (id: string) => app.getSchema(id);
    app.decorate('routeAccess', registered);
    app.addHook('onRoute', function onRoute(route) {
      const access = route.config?.access ?? this.libraryAccess;
      const name = `${[route.method].flat().join()} ${route.url}`;
      if (access === undefined) throw new Error(`${name} has no config.access`);
      assertGuarded(name, access, this.isGuarded === true);
      route.config = { ...route.config, access };
      for (const method of [route.method].flat())
        if (method !== 'HEAD') registered.push({ method, path: route.url, access });
      const answers = Object.entries((route.schema?.response ?? {}) as Readonly<Record<string, unknown>>).filter(
        ([status]) => status.startsWith('2'),
      );
      if (access === 'reader' || access === 'key') for (const [, answer] of answers) assertForReaders(answer, find);
      if (access === 'reader' || route.schema === undefined) return;
      if (access === 'key') {
        route.schema = { ...route.schema, security: [{ key: [] }] };
        return;
      }
      const restricted = answers.map(([status, answer]) => [status, restrictedFields(answer, find)]);
      route.config.restricted = Object.fromEntries(restricted);
      const security = access === 'sign-in' ? [] : [{ session: [] }, ...(access === 'own' ? [] : [{ key: [] }])];
      route.schema = { ...route.schema, security };
    });
  },
  { name: 'access' },
);

/** @throws Error for a route of staff that the guard does not see, and for a route that it would not admit readers to */
function assertGuarded(name: string, access: Access, isGuarded: boolean): void {
  const isForGuard = access !== 'reader' && access !== 'key';
  if (isForGuard === isGuarded) return;
  throw new Error(`${name} is ${isGuarded ? 'behind' : 'not behind'} the guard, unlike its access`);
}
