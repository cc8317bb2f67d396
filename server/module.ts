/** The part of a module that runs in the server: plugins of Fastify, by the place where their routes belong. */
import type { FastifyPluginAsync } from 'fastify';
import type { Board } from '../mappings/board.ts';
import type { PostNumber } from '../mappings/post.ts';
import type { StaffCount } from './admin/staff-counts.ts';
import type { Pages } from './http/plugins/pages.ts';
import type { OverviewPart } from './overview/part.ts';
import type { Services } from './http/services.ts';
import type { RequestContext } from './limits/request-context.ts';
import type { Lookups } from './search/plan/lookup.ts';
import type { LookupStores, ThreadGroups } from './search/plan/lookup-stores.ts';

export interface ServerModule {
  /** The folder's name in `modules/`. */
  readonly name: string;
  /** Paths of the module's pages for readers, in the syntax of the pages' router. */
  readonly pages?: readonly string[];
  /** Names of the Trusted Types policies with which its pages start workers (`web/src/lib/trusted-worker.ts`). */
  readonly workerPolicies?: readonly string[];
  /** Files of its contract. Each schema with an `$id` that they export is in the OpenAPI document. */
  readonly contract?: readonly object[];
  /** The tags of its operations in the OpenAPI document. */
  readonly tags?: readonly { readonly name: string; readonly description: string }[];
  /** Counts of the module's waiting work, for the menu of staff pages. */
  readonly staffCounts?: readonly StaffCount[];
  /** Parts of the overview of staff. */
  readonly overview?: readonly OverviewPart[];
  /** The lookups of the module's search fields that the index does not have, by the name of the field. */
  lookups?(stores: LookupStores): Lookups;
  /** Groups of threads that the module knows. Threads of one group are not similar threads of each other. */
  threadGroups?(stores: Pick<LookupStores, 'pool'>): ThreadGroups;
  /** Called once per server. The module's routes share the objects that it creates. `offers` has those of all modules once requests arrive. */
  routes(services: Services, offers: Offers): ModuleRoutes;
}

export interface ModuleRoutes {
  /** Below `/api/v1`. */
  readonly api?: readonly FastifyPluginAsync[];
  /** Below `/api/v1/admin`, behind the guard for staff. */
  readonly admin?: readonly FastifyPluginAsync[];
  /** At the root of the site. Each request is charged to the caller. */
  readonly site?: (pages: Pages) => readonly FastifyPluginAsync[];
  /** At the root of the site, without a charge: routes of files. */
  readonly files?: readonly FastifyPluginAsync[];
  readonly offers?: Offers;
}

/** Functions that a module offers to the core and to other modules. */
export interface Offers {
  /** Whether search engines may not index a page of the board with these threads. */
  readonly isNoindex?: (board: Board, threads: readonly number[]) => Promise<boolean>;
  /** Deletes a reader's own post. @throws NotFoundError `post_unknown`, RefusedError 403 `password_wrong` */
  readonly deleteByPassword?: (given: GivenPassword) => Promise<void>;
  /** Whether this is the password of a reader's own post. @throws NotFoundError `post_unknown`, RefusedError 429 `password_wait` */
  readonly isPassword?: (given: GivenPassword) => Promise<boolean>;
}

export interface GivenPassword {
  readonly board: Pick<Board, 'id' | 'name'>;
  readonly post: PostNumber;
  readonly password: string;
  readonly address: string | undefined;
  /** Charged for the check of the password. */
  readonly writer: Pick<RequestContext, 'payer' | 'signal'>;
}
