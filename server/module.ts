/** The part of a module that runs in the server: plugins of Fastify, by the place where their routes belong. */
import type { FastifyPluginAsync } from 'fastify';
import type { Pages } from './http/plugins/pages.ts';
import type { Services } from './http/services.ts';

export interface ServerModule {
  /** The folder's name in `modules/`. */
  readonly name: string;
  /** Files of its contract. Each schema with an `$id` that they export is in the OpenAPI document. */
  readonly contract?: readonly object[];
  /** The tags of its operations in the OpenAPI document. */
  readonly tags?: readonly { readonly name: string; readonly description: string }[];
  /** Called once for a server. What it creates is shared by the module's routes. */
  routes(services: Services): ModuleRoutes;
}

export interface ModuleRoutes {
  /** Below `/api/v1`. */
  readonly api?: readonly FastifyPluginAsync[];
  /** Below `/api/v1/admin`, behind the guard for staff. */
  readonly admin?: readonly FastifyPluginAsync[];
  /** At the root of the site. Each request is charged to the reader's allowance. */
  readonly site?: (pages: Pages) => readonly FastifyPluginAsync[];
  /** At the root of the site, without a charge: files. */
  readonly files?: readonly FastifyPluginAsync[];
}
