import type { Scenario } from './scenario.ts';
import { CLUSTER_SCENARIOS } from './scenarios/cluster.ts';
import { DAMAGE } from './scenarios/damage.ts';
import { ELASTICSEARCH_SCENARIOS } from './scenarios/elasticsearch.ts';
import { EVERYTHING } from './scenarios/everything.ts';
import { INDEXER_SCENARIOS } from './scenarios/indexers.ts';
import { POSTGRES_SCENARIOS } from './scenarios/postgres.ts';
import { REBUILD_SCENARIOS } from './scenarios/rebuild.ts';
import { REDIS_SCENARIOS } from './scenarios/redis.ts';
import { RESTORE_DRILL } from './scenarios/restore.ts';
import { SUPERVISED_KILL } from './scenarios/supervised.ts';

export const SCENARIOS: readonly Scenario[] = [
  ...INDEXER_SCENARIOS,
  ...POSTGRES_SCENARIOS,
  ...REDIS_SCENARIOS,
  ...ELASTICSEARCH_SCENARIOS,
  ...REBUILD_SCENARIOS,
  DAMAGE,
  RESTORE_DRILL,
  ...CLUSTER_SCENARIOS,
  SUPERVISED_KILL,
  EVERYTHING,
];
