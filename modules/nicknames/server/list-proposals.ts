/** Proposals for staff, with evidence. */
import type pg from 'pg';
import type { Identity, IdentityAlias } from '../../../mappings/contract/identity.ts';
import { listIdentities } from '../../../server/identities/identities.ts';
import type { IdentityProposal } from '../contract/nicknames.ts';
import { LISTED_PROPOSALS, type ProposalOutcome, type ProposalState } from '../proposals.ts';
import type { AliasCounts } from './evidence.ts';
import { countProposals, listProposals } from './sql.ts';

interface Row {
  readonly id: number;
  readonly kind: IdentityAlias['kind'];
  readonly value: string;
  readonly other_kind: IdentityAlias['kind'];
  readonly other_value: string;
  readonly proposals: number;
  readonly opened_at: Date;
  readonly last_proposed_at: Date;
  readonly outcome: ProposalOutcome | null;
  readonly closed_at: Date | null;
  readonly closed_by: string | null;
  readonly reasons: readonly { readonly reason: string; readonly proposed_at: string }[];
}

export interface FoundProposals {
  readonly total: number;
  readonly rows: readonly Row[];
  readonly identities: readonly Identity[];
}

export interface Page {
  readonly state: ProposalState;
  /** From 1. */
  readonly page: number;
}

/** For an admin, whom the transaction names. */
export async function readProposals(client: pg.PoolClient | pg.Pool, { state, page }: Page): Promise<FoundProposals> {
  const counted = await client.query<{ total: number }>(countProposals(state));
  const { rows } = await client.query<Row>(listProposals(state), [LISTED_PROPOSALS, (page - 1) * LISTED_PROPOSALS]);
  return { total: counted.rows[0]?.total ?? 0, rows, identities: await listIdentities(client) };
}

/** Two aliases for each row. */
export function aliasesOf({ rows }: FoundProposals): readonly IdentityAlias[] {
  return rows.flatMap((row) => [
    { kind: row.kind, value: row.value },
    { kind: row.other_kind, value: row.other_value },
  ]);
}

/** `evidence`: in the order of `aliasesOf`. */
export function presentProposals(found: FoundProposals, evidence: readonly AliasCounts[]): IdentityProposal[] {
  const aliases = aliasesOf(found).map((alias, place) => ({
    ...alias,
    identity: ownerOf(found.identities, alias),
    ...(evidence[place] ?? NOTHING),
  }));
  return found.rows.map((row, place) => ({
    id: row.id,
    aliases: aliases.slice(2 * place, 2 * place + 2),
    proposals: row.proposals,
    reasons: row.reasons.map(({ reason, proposed_at: at }) => ({ reason, proposed_at: new Date(at).toISOString() })),
    opened_at: row.opened_at.toISOString(),
    last_proposed_at: row.last_proposed_at.toISOString(),
    outcome: row.outcome,
    closed_at: row.closed_at?.toISOString() ?? null,
    closed_by: row.closed_by,
  }));
}

const NOTHING: AliasCounts = { posts: 0, first: null, last: null, boards: [], names: [], tripcodes: [] };

function ownerOf(identities: readonly Identity[], { kind, value }: IdentityAlias): string | null {
  const owner = identities.find((one) => one.aliases.some((alias) => alias.kind === kind && alias.value === value));
  return owner?.name ?? null;
}
