/**
 * Access of a route: each route declares it in `config.access`, and a route without it cannot be registered. The guard of the admin routes and
 * the security of the OpenAPI document derive from it; server/http/access.txt shows it for all routes.
 */
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Role } from '../../mappings/roles.ts';
import { answered, type Answered } from './staff-fields.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    access: Access;
    /** Fields of the answer that some callers of the route do not get. */
    staffOnly?: Answered['staffOnly'];
  }
  interface FastifyInstance {
    /** Every registered route except those of libraries, and HEAD routes, which answer like GET. */
    readonly routeAccess: RouteAccess[];
    /** The access of all routes in a scope whose routes come from a library. */
    readonly libraryAccess?: Access;
    /** True in a scope with the guard (server/http/plugins/guard.ts). */
    readonly isGuarded?: true;
  }
}

export interface RouteAccess {
  readonly method: string;
  readonly path: string;
  readonly access: Access;
  /** Shared schemas in the answer. */
  readonly schemas: ReadonlySet<string>;
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

/** The routes by path, each on a line with its access, and the schemas that are in answers both to readers and to staff. */
export function printAccess(routes: readonly RouteAccess[]): string {
  const keyOf = ({ path, method }: RouteAccess) => `${path} ${method}`;
  const lines = routes
    .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
    .map(({ method, path, access }) => `${method} ${path}: ${nameOf(access)}`);
  const schemasOf = (areForReaders: boolean) =>
    new Set(routes.flatMap((route) => (isForReaders(route.access) === areForReaders ? [...route.schemas] : [])));
  const ofReaders = schemasOf(true);
  const shared = [...schemasOf(false)].filter((schema) => ofReaders.has(schema)).toSorted();
  return [...lines, '', 'Schemas of answers both to readers and to staff:', ...shared, ''].join('\n');
}

function isForReaders(access: Access): access is 'reader' | 'key' {
  return access === 'reader' || access === 'key';
}

function nameOf(access: Access): string {
  if (typeof access === 'string') return access;
  const fields = Object.entries(access.fields ?? {}).map(([field, role]) => `; ${field}: ${role}`);
  return `${access.role} of ${BOARDS[access.boards]}${fields.join('')}`;
}

/**
 * Refuses a route without access, on the wrong side of the guard, or for readers with a field for staff, and documents the access of
 * each route in OpenAPI.
 */
export const accessPlugin = fp(
  async (app: FastifyInstance) => {
    const registered: RouteAccess[] = [];
    app.decorate('routeAccess', registered);
    app.addHook('onRoute', function onRoute(route) {
      const access = route.config?.access ?? this.libraryAccess;
      const methods = [route.method].flat();
      const name = `${methods.join()} ${route.url}`;
      if (access === undefined) throw new Error(`${name} has no config.access`);
      const { schemas, staffOnly } = answered(route.schema?.response, (id) => this.getSchema(id));
      assertAllowed(name, access, this.isGuarded === true, [...staffOnly.keys()]);
      route.config = { ...route.config, access, staffOnly };
      const recorded = { path: route.url, access, schemas };
      if (this.libraryAccess === undefined)
        registered.push(...methods.flatMap((method) => (method === 'HEAD' ? [] : [{ method, ...recorded }])));
      if (access !== 'reader' && route.schema !== undefined)
        route.schema = { ...route.schema, security: SECURITY[typeof access === 'string' ? access : 'role'] };
    });
  },
  { name: 'access' },
);

const SECURITY = { key: [{ key: [] }], 'sign-in': [], own: [{ session: [] }], role: [{ session: [] }, { key: [] }] };

function assertAllowed(name: string, access: Access, isGuarded: boolean, staffOnly: readonly string[]): void {
  if (isForReaders(access) === isGuarded)
    throw new Error(`${name} is ${isGuarded ? 'behind' : 'not behind'} the guard, unlike its access`);
  if (isForReaders(access) && staffOnly.length > 0)
    throw new Error(`${name} answers readers with fields for staff: ${staffOnly.join()}`);
}
