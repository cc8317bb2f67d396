/** Requests of moderators of all boards about contributed dumps. */
import type { DumpChangeList, DumpList } from '../../contract/dump-list.ts';
import type {
  CleanedDumps,
  CleanResult,
  DecidedOffers,
  DumpAction,
  DumpActionResult,
  DumpChangeAction,
  DumpOfferList,
  DumpTrustList,
  FailedDumpList,
  GivenTrust,
  RevertedChanges,
  RevertedClient,
} from '../../contract/dump-moderation.ts';
import { stringifySearch } from '../../../../web/src/lib/addresses.ts';
import { requestJson } from '../../../../web/src/lib/api-client.ts';
import type { DumpFilter } from '../dump-filter.ts';
import { send } from '../../../../web/src/features/admin/api.ts';

export function fetchAllDumps(filter: DumpFilter, signal: AbortSignal): Promise<DumpList> {
  return requestJson(`/admin/dumps${stringifySearch({ ...filter })}`, { signal });
}

export function fetchChanges(state: string, before: string | undefined, signal: AbortSignal): Promise<DumpChangeList> {
  return requestJson(`/admin/dumps/changes${stringifySearch({ state, before })}`, { signal });
}

export function fetchOffers(state: string, before: string | undefined, signal: AbortSignal): Promise<DumpOfferList> {
  return requestJson(`/admin/dumps/offers${stringifySearch({ state, before })}`, { signal });
}

export function decideOffers(body: DecidedOffers): Promise<DumpActionResult> {
  return send('POST', '/admin/dumps/offers', body);
}

export function fetchTrust(signal: AbortSignal): Promise<DumpTrustList> {
  return requestJson('/admin/dumps/trust', { signal });
}

export function fetchFailedDumps(signal: AbortSignal): Promise<FailedDumpList> {
  return requestJson('/admin/dumps/failed', { signal });
}

export function moderateDumps(body: DumpAction): Promise<DumpActionResult> {
  return send('POST', '/admin/dumps', body);
}

export function decideChanges(body: DumpChangeAction): Promise<DumpActionResult> {
  return send('POST', '/admin/dumps/changes', body);
}

export function revertClient(body: RevertedClient): Promise<RevertedChanges> {
  return send('POST', '/admin/dumps/revert', body);
}

/** Up to 10,000 dumps. */
export function cleanDumps(body: CleanedDumps): Promise<CleanResult> {
  return send('POST', '/admin/dumps/clean', body);
}

export function giveTrust(body: GivenTrust): Promise<void> {
  return send('PUT', '/admin/dumps/trust', body);
}
