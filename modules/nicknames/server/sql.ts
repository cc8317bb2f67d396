import type { ProposalState } from '../proposals.ts';

/** The function's comment names the indexes. $1 kind, $2 value, $3 other kind, $4 other value, $5 reason, $6 address. */
export const PROPOSE = 'select propose_identity($1, $2, $3, $4, $5, $6) as outcome';

const STATES = { open: 'outcome is null', closed: 'outcome is not null' } as const;
const ORDERS = { open: 'last_proposed_at desc, id', closed: 'closed_at desc, id' } as const;

/** Index: identity_proposals_open. */
export const OPEN_PROPOSALS = `from identity_proposals where ${STATES.open}`;

/** Index: identity_proposals_open or identity_proposals_closed. */
export const countProposals = (state: ProposalState) =>
  `select count(*)::int as total from identity_proposals where ${STATES[state]}`;

/** Indexes: identity_proposals_open or identity_proposals_closed, identity_proposal_reasons_proposal. $1 limit, $2 offset. */
export const listProposals = (state: ProposalState) => `
  select p.id::int, p.kind, p.value, p.other_kind, p.other_value, p.proposals, p.opened_at, p.last_proposed_at, p.outcome, p.closed_at,
    p.closed_by, (
      select coalesce(json_agg(json_build_object('reason', r.reason, 'proposed_at', r.proposed_at) order by r.id), '[]')
        from identity_proposal_reasons r where r.proposal_id = p.id) as reasons
    from identity_proposals p where ${STATES[state]} order by ${ORDERS[state]} limit $1 offset $2`;

/** Index: identity_proposals_pkey. $1 id. */
export const LOCK_PROPOSAL = `
  select kind, value, other_kind, other_value, outcome, changed from identity_proposals where id = $1 for update`;

/** Index: identity_proposals_pkey. $1 id, $2 outcome, $3 account, $4 changed identities. */
export const CLOSE_PROPOSAL = `
  update identity_proposals set outcome = $2, closed_at = now(), closed_by = $3, changed = $4 where id = $1`;

/** Index: identity_proposals_pkey. $1 id. */
export const REOPEN_PROPOSAL = `
  update identity_proposals set outcome = null, closed_at = null, closed_by = null, changed = null where id = $1`;
