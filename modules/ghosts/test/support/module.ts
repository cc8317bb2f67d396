import { kept } from '../../../../mappings/postgres/content-tables.ts';
import type { TestModule } from '../../../../test/support/module.ts';

export const ghosts: TestModule = {
  name: 'ghosts',
  database: {
    contentTables: {
      ghost_passwords: { password_hash: 'row deleted' },
      used_proofs: { proof: kept('the signature of a challenge, which names neither a post nor a reader') },
    },
    leave: (secret) => ({ ghost_passwords: `insert into ghost_passwords values ($1, $2, 0, '${secret}')` }),
    ownerFunctions: [
      'sagasu_server add_ghost_post',
      'sagasu_server begin_ghost_post',
      'sagasu_server check_ghost_password',
      'sagasu_server delete_ghost_post',
      'sagasu_server find_ghost_salt',
      'sagasu_server ghost_proof',
      'sagasu_server takes_ghosts',
    ],
  },
};
