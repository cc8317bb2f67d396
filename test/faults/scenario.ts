import type { PrivateStores } from './private-stores.ts';
import type { Figures, Stage, ScenarioParams } from './stage.ts';

export interface Scenario {
  readonly name: string;
  /** The invariant that the scenario tests, in addition to the common checks. */
  readonly claim: string;
  /** Defaults of the command line. */
  readonly params: Partial<Omit<ScenarioParams, 'seed'>>;
  readonly poison?: number;
  /** Runs over a cluster of this many nodes instead of the single Elasticsearch. */
  readonly nodes?: number;
  /** Runs over stores that are restarted by themselves, Elasticsearch with three nodes. */
  readonly isSupervised?: boolean;
  readonly run: (stage: Stage, stores: PrivateStores) => Promise<Figures>;
}
