import type { PrivateStores } from './private-stores.ts';
import type { Figures, Stage, Wishes } from './stage.ts';

export interface Scenario {
  readonly name: string;
  /** What must hold; the judge asks the rest. */
  readonly claim: string;
  /** Where the command line says nothing. */
  readonly wishes: Partial<Omit<Wishes, 'seed'>>;
  readonly poison?: number;
  /** Over a cluster of so many nodes in place of the one Elasticsearch. */
  readonly nodes?: number;
  readonly run: (stage: Stage, stores: PrivateStores) => Promise<Figures>;
}
