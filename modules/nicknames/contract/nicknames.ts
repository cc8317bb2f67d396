/** Proposals of readers that two names belong to one person. */
import { Type, type Static } from 'typebox';
import { ALIAS_KINDS } from '../../../mappings/alias-kinds.ts';
import { IdentityAlias } from '../../../mappings/contract/identity.ts';
import { NOT_BLANK } from '../../../mappings/contract/not-blank.ts';
import { nullable } from '../../../mappings/contract/nullable.ts';
import { PARTIAL } from '../../../mappings/contract/partial.ts';
import {
  LISTED_PROPOSALS,
  MAX_REASON,
  PROPOSAL_ACTIONS,
  PROPOSAL_OUTCOMES,
  PROPOSAL_STATES,
  type ProposalOutcome,
} from '../proposals.ts';

/** Boards, names and tripcodes that the evidence lists. */
export const LISTED_VALUES = 5;

export const ProposeIdentity = Type.Object(
  {
    alias: IdentityAlias,
    other: IdentityAlias,
    reason: Type.String({
      minLength: 1,
      maxLength: MAX_REASON,
      pattern: NOT_BLANK,
      description: 'Why both belong to one person.',
    }),
  },
  { $id: 'ProposeIdentity', additionalProperties: false },
);
export type ProposeIdentity = Static<typeof ProposeIdentity>;

const Counted = (description: string) =>
  Type.Array(Type.Object({ value: Type.String(), posts: Type.Integer() }), { maxItems: LISTED_VALUES, description });

export const AliasEvidence = Type.Object(
  {
    kind: Type.Enum([...ALIAS_KINDS], { type: 'string' }),
    value: Type.String(),
    identity: nullable(Type.String({ description: 'The identity that has this alias.' })),
    posts: Type.Integer({ description: 'Visible posts.' }),
    first: nullable(Type.String({ format: 'date-time', description: 'When the first of them was posted.' })),
    last: nullable(Type.String({ format: 'date-time' })),
    boards: Counted('Boards, most posts first.'),
    names: Counted('Names in these posts.'),
    tripcodes: Counted('Tripcodes in these posts.'),
  },
  { $id: 'AliasEvidence' },
);
export type AliasEvidence = Static<typeof AliasEvidence>;

export const IdentityProposal = Type.Object(
  {
    id: Type.Integer(),
    aliases: Type.Array(AliasEvidence, { minItems: 2, maxItems: 2 }),
    proposals: Type.Integer({ description: 'How often it was proposed, at most once in 7 days by a network.' }),
    reasons: Type.Array(Type.Object({ reason: Type.String(), proposed_at: Type.String({ format: 'date-time' }) }), {
      description: 'Oldest first; at most 20 are kept.',
    }),
    opened_at: Type.String({ format: 'date-time' }),
    last_proposed_at: Type.String({ format: 'date-time' }),
    outcome: Type.Unsafe<ProposalOutcome | null>({
      type: ['string', 'null'],
      enum: [...PROPOSAL_OUTCOMES, null],
      description: 'null while it is open.',
    }),
    closed_at: nullable(Type.String({ format: 'date-time' })),
    closed_by: nullable(Type.String()),
  },
  { $id: 'IdentityProposal' },
);
export type IdentityProposal = Static<typeof IdentityProposal>;

export const ProposalQuery = Type.Object({
  state: Type.Optional(Type.Enum([...PROPOSAL_STATES], { type: 'string', default: 'open' })),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 1 })),
});

export const IdentityProposals = Type.Object(
  { total: Type.Integer(), proposals: Type.Array(IdentityProposal, { maxItems: LISTED_PROPOSALS }), ...PARTIAL },
  { $id: 'IdentityProposals', description: `Pages of ${LISTED_PROPOSALS}, newest first.` },
);
export type IdentityProposals = Static<typeof IdentityProposals>;

export const DecideProposal = Type.Object(
  {
    action: Type.Enum([...PROPOSAL_ACTIONS], {
      type: 'string',
      description:
        '`confirm` makes both aliases those of one identity, and merges their identities if they had two. `undo` opens the proposal again and restores the identities as they were.',
    }),
    identity: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        pattern: NOT_BLANK,
        description:
          'Name of the identity after `confirm`; by default that of an identity with one of the aliases, or an alias.',
      }),
    ),
  },
  { $id: 'DecideProposal', additionalProperties: false },
);
export type DecideProposal = Static<typeof DecideProposal>;

export const ProposalPath = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) });
