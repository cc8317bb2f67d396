import { kept } from '../../../../mappings/postgres/content-tables.ts';
import type { TestModule } from '../../../../test/support/module.ts';

const OF_READER = kept('a reader writes it; no process may read it but for the reader with the secret, who deletes it');

export const follow: TestModule = {
  name: 'follow',
  database: {
    contentTables: {
      follow_keys: { secret_hash: kept('a hash of a secret') },
      follow_items: { query: OF_READER, name: OF_READER },
    },
    ownerFunctions: [
      'sagasu_indexer expire_follow_keys',
      'sagasu_server add_follow_item',
      'sagasu_server count_follows',
      'sagasu_server delete_follow_item',
      'sagasu_server delete_follow_key',
      'sagasu_server follow_horizon',
      'sagasu_server make_follow_key',
      'sagasu_server mark_follows_read',
      'sagasu_server read_follow_key',
      'sagasu_server rename_follow_item',
    ],
  },
};
