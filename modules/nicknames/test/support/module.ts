import type pg from 'pg';
import { kept, NAME_OF_STATE, OF_OPERATORS } from '../../../../mappings/postgres/content-tables.ts';
import type { TestModule } from '../../../../test/support/module.ts';

const OF_READER = kept('a reader names an alias, which identities keep too');

async function givenProposal(pool: pg.Pool): Promise<void> {
  await pool.query(`
    with proposal as (
      insert into identity_proposals (kind, value, other_kind, other_value)
      values ('name', 'Ardea', 'tripcode', '!heron') returning id)
    insert into identity_proposal_reasons (proposal_id, reason) select id, 'the same words' from proposal`);
}

export const nicknames: TestModule = {
  name: 'nicknames',
  staff: {
    given: givenProposal,
    requests: [
      {
        operation: 'decideIdentityProposal',
        route: 'POST /api/v1/admin/identity-proposals/:id',
        body: { action: 'decline' },
      },
    ],
    tables: ['identity_proposals'],
    pages: [
      {
        name: 'proposed identities',
        address: () => '/admin/identity-proposals',
        shows: '.proposal-evidence',
        isAdmin: true,
      },
    ],
  },
  database: {
    contentTables: {
      identity_proposals: {
        kind: NAME_OF_STATE,
        value: OF_READER,
        other_kind: NAME_OF_STATE,
        other_value: OF_READER,
        outcome: NAME_OF_STATE,
        closed_by: OF_OPERATORS,
        changed: kept('names and aliases of identities'),
      },
      identity_proposal_reasons: { reason: kept('a reader writes it to staff') },
      identity_proposal_networks: { network: kept('until it expires after 7 days; no process may read it') },
    },
    ownerFunctions: ['sagasu_indexer expire_identity_proposals', 'sagasu_server propose_identity'],
  },
};
