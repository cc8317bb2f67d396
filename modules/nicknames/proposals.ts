/** Limits and words of proposals, which the server and the pages share. */

/** The form of a proposal. */
export const FORM_PATH = '/_/same-person';
/** The page of staff. */
export const PROPOSALS_PAGE = '/admin/identity-proposals';
export const MAX_REASON = 1000;
/** Proposals on a page of the list. */
export const LISTED_PROPOSALS = 20;

export const PROPOSAL_OUTCOMES = ['confirmed', 'declined'] as const;
export type ProposalOutcome = (typeof PROPOSAL_OUTCOMES)[number];

export const PROPOSAL_STATES = ['open', 'closed'] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

export const PROPOSAL_ACTIONS = ['confirm', 'decline', 'undo'] as const;
export type ProposalAction = (typeof PROPOSAL_ACTIONS)[number];
