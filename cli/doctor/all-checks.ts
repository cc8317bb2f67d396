/** All checks, in the order in which they are made and printed: a cause comes before its consequences. */
import type { Check } from './check.ts';
import { ELASTICSEARCH_CHECKS } from './elasticsearch.ts';
import { FILE_CHECKS } from './files.ts';
import { HARVEST_CHECKS } from './harvest.ts';
import { MACHINE_CHECKS } from './machine.ts';
import { NETWORK_CHECKS } from './network.ts';
import { POOLER_CHECKS } from './pooler.ts';
import { POSTGRESQL_CHECKS } from './postgresql.ts';
import { REDIS_CHECKS } from './redis.ts';
import { ROLE_CHECKS } from './roles.ts';
import { SCHEMA_CHECKS } from './schema.ts';
import { SEARCH_INDEX_CHECKS } from './search-index.ts';
import { SETTING_CHECKS } from './settings.ts';
import { UPGRADE_CHECKS } from './upgrade.ts';
import { UPKEEP_CHECKS } from './upkeep.ts';
import { VERSION_CHECKS } from './versions.ts';

export const CHECKS: readonly Check[] = [
  ...SETTING_CHECKS,
  ...POOLER_CHECKS,
  ...POSTGRESQL_CHECKS,
  ...REDIS_CHECKS,
  ...ELASTICSEARCH_CHECKS,
  ...VERSION_CHECKS,
  ...UPGRADE_CHECKS,
  ...SCHEMA_CHECKS,
  ...ROLE_CHECKS,
  ...MACHINE_CHECKS,
  ...FILE_CHECKS,
  ...NETWORK_CHECKS,
  ...HARVEST_CHECKS,
  ...SEARCH_INDEX_CHECKS,
  ...UPKEEP_CHECKS,
];
