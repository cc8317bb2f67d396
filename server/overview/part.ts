/** The parts of the overview of staff. The core has those of `core-parts.ts`, and modules add theirs by `overview` of `server/module.ts`. */
import type { Redis } from 'ioredis';
import type pg from 'pg';
import type { OverviewLine } from '../../mappings/contract/overview.ts';
import type { Role } from '../../mappings/roles.ts';
import type { Texts } from '../../mappings/texts.ts';
import type { Elasticsearch } from '../../platform/elasticsearch.ts';
import type { OverviewLimits } from './limits.ts';
import type { GaugeName } from './measured-metrics.ts';

export interface OverviewPart {
  /** Unique over all modules. Its heading is the text `overview.part.NAME`. */
  readonly name: string;
  /** People wait for the staff: such parts come first. */
  readonly isQueue?: true;
  /** The role that it needs, on all boards or on any. */
  readonly role: readonly [minimum: Role, where: 'all' | 'any'];
  /**
   * English texts of its lines: `overview.line.KIND`, with the placeholders `count`, `board`, `name`, `size` and `span`. The pages find
   * them, and those of other languages, in the texts of the core or of the module.
   */
  readonly texts: Texts;
  /** Metrics have no account: row security hides from them what only staff may read, unless a function of the owner counts it. */
  read(context: OverviewContext): Promise<readonly PartLine[]>;
}

/** A line without its sentence. Absent fields are null, `unit` is `items`. */
export type PartLine = Pick<OverviewLine, 'kind' | 'state'> & Partial<Omit<OverviewLine, 'kind' | 'state' | 'text'>>;

export interface OverviewStores {
  readonly pool: pg.Pool;
  readonly elasticsearch: Elasticsearch;
  readonly redis: Redis;
  readonly indexPrefix: string;
  readonly queuePrefix: string;
  /** The folders of this process that must not run full, by their use. */
  readonly folders: Readonly<Record<string, string>>;
  readonly limits: OverviewLimits;
  readonly clock: () => Date;
}

export interface OverviewContext extends OverviewStores {
  /** Whether the viewer has this role on the board, on all boards or on any. */
  readonly may: (role: Role, where: 'all' | 'any' | { readonly board: string }) => boolean;
  /** Commands and metrics have no account. They read counts that row security hides from them by functions of the owner. */
  readonly hasAccount: boolean;
  /** Sets a gauge of the metrics. Without a call in the next reading the gauge has no value. */
  readonly measure: (gauge: GaugeName, value: number, labels?: Readonly<Record<string, string>>) => void;
  /** Runs `work` in a transaction of the viewer, whose rows row security limits. */
  readonly asViewer: <T>(work: (client: pg.PoolClient) => Promise<T>) => Promise<T>;
}
