/** The outcome of a request of a list, for people who watch sources. Pure. */
import type { SourceAnswer, SourceOutcome } from '../../mappings/source-answers.ts';
import { connectionFailure } from '../../platform/connection-failures.ts';
import type { FetchResult } from './fetch.ts';
import type { RefusalReason } from '../sources/parse-result.ts';

export type Outcome = Pick<SourceAnswer, 'outcome' | 'detail'>;

/** Outcomes of refusals of documents that are answers about the source. Others mean that the document cannot be read. */
const OUTCOMES_OF_REFUSALS: Partial<Readonly<Record<RefusalReason, SourceOutcome>>> = {
  not_found: 'no_board',
  redirect: 'redirect',
  address: 'address',
  too_large: 'too_large',
  status: 'http_status',
};

/** `refusal`: why a fetched document was refused; null if it was read. */
export function outcomeOf(answer: FetchResult<unknown>, refusal: RefusalReason | null): Outcome {
  switch (answer.kind) {
    case 'fetched':
      return refusal === null ? { outcome: 'ok', detail: null } : ofRefusal(refusal);
    case 'not-modified':
      return { outcome: 'ok', detail: null };
    case 'gone':
      return { outcome: 'no_board', detail: null };
    case 'slow-down':
      return { outcome: 'http_status', detail: String(answer.status) };
    case 'refused':
      return ofRefusal(answer.refusal.reason, answer.refusal.detail);
    case 'failed':
      return {
        outcome: answer.byProxy === true ? 'proxy_error' : connectionFailure(answer.code ?? ''),
        detail: answer.detail,
      };
  }
}

function ofRefusal(reason: RefusalReason, detail = ''): Outcome {
  const outcome = OUTCOMES_OF_REFUSALS[reason] ?? 'unreadable';
  if (outcome === 'http_status') return { outcome, detail: detail.replace(/^status /, '') };
  // Details of other refusals may quote the document.
  return { outcome, detail: outcome === 'redirect' || outcome === 'address' ? detail.slice(0, 300) : null };
}
