/** Requests of the page about proposals. */
import type { ProposalState } from '../proposals.ts';
import { answerOf, api, type Schemas } from '../../../web/src/lib/api.ts';

export const fetchProposals = (state: ProposalState, page: number, signal: AbortSignal) =>
  answerOf(api.GET('/api/v1/admin/identity-proposals', { params: { query: { state, page } }, signal }));

export const decideProposal = (id: number, body: Schemas['DecideProposal']) =>
  answerOf(api.POST('/api/v1/admin/identity-proposals/{id}', { params: { path: { id } }, body }));
