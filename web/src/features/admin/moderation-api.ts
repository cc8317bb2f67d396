/** Requests of the pages of boards, bulk actions, filters, banned files and identities. */
import type {
  AddBoard,
  BoardRemoval,
  ManagedBoard,
  RenameBoard,
} from '../../../../mappings/contract/board-management.ts';
import type { BannedFileList, NearFileList } from '../../../../mappings/contract/banned-files.ts';
import type {
  BulkActionList,
  BulkActionStep,
  ChooseBulkAction,
  ChosenBulkAction,
} from '../../../../mappings/contract/bulk-actions.ts';
import type {
  AddedFilter,
  AddFilter,
  AppliedFilter,
  FilterList,
  TriedFilter,
  UndoneFilter,
} from '../../../../mappings/contract/filters.ts';
import type { Identity, IdentityAliases, IdentityList } from '../../../../mappings/contract/identity.ts';
import type { ChangedReports, DismissNetworkReports } from '../../../../mappings/contract/reports.ts';
import { stringifySearch } from '../../lib/addresses.ts';
import { requestJson } from '../../lib/api-client.ts';
import { NEVER, send } from './api.ts';

/** What only the networks have reported that reported this post. @throws ApiError: 404 if there is nothing */
export function dismissNetworkReports(body: DismissNetworkReports): Promise<ChangedReports> {
  return send('POST', '/admin/reports/dismiss-network', body);
}

/** @throws ApiError: 400 `board_invalid`, 409 `board_known` */
export function addBoard(body: AddBoard): Promise<ManagedBoard> {
  return send('POST', '/admin/boards', body);
}

export function renameBoard(board: string, body: RenameBoard): Promise<ManagedBoard> {
  return send('PATCH', `/admin/boards/${encodeURIComponent(board)}`, body);
}

export function fetchRemovalPlan(board: string, signal: AbortSignal): Promise<BoardRemoval> {
  return requestJson(`/admin/boards/${encodeURIComponent(board)}/removal`, { signal });
}

export function removeBoard(board: string): Promise<BoardRemoval> {
  return send('POST', `/admin/boards/${encodeURIComponent(board)}/remove`, { confirm: board });
}

export function fetchBulkActions(before: string | undefined, signal: AbortSignal): Promise<BulkActionList> {
  return requestJson(`/admin/bulk-actions${stringifySearch({ before })}`, { signal });
}

/** Chooses and counts the posts. @throws ApiError: 409 if there are none or too many; 400 for a search with a mistake. */
export function chooseBulkAction(body: ChooseBulkAction): Promise<ChosenBulkAction> {
  return send('POST', '/admin/bulk-actions', body);
}

export function readBulkAction(id: number): Promise<ChosenBulkAction> {
  return requestJson(`/admin/bulk-actions/${id}`, { signal: NEVER });
}

/** One step of it. */
export function runBulkAction(id: number, posts: number): Promise<BulkActionStep> {
  return send('POST', `/admin/bulk-actions/${id}/run`, { posts });
}

/** One step of it. */
export function undoBulkAction(id: number): Promise<BulkActionStep> {
  return send('POST', `/admin/bulk-actions/${id}/undo`);
}

export function fetchFilters(signal: AbortSignal): Promise<FilterList> {
  return requestJson('/admin/filters', { signal });
}

export function addFilter(body: AddFilter): Promise<AddedFilter> {
  return send('POST', '/admin/filters', body);
}

/** One batch of a trial, which changes nothing. */
export function tryFilter(id: number, cursor: string | null): Promise<TriedFilter> {
  return send('POST', `/admin/filters/${id}/try`, cursor === null ? {} : { cursor });
}

/** One batch. */
export function applyFilter(id: number, cursor: string | null): Promise<AppliedFilter> {
  return send('POST', `/admin/filters/${id}/apply`, cursor === null ? {} : { cursor });
}

/** One batch. */
export function undoFilter(id: number): Promise<UndoneFilter> {
  return send('POST', `/admin/filters/${id}/undo`);
}

export function setFilter(id: number, what: 'enable' | 'disable'): Promise<void> {
  return send('POST', `/admin/filters/${id}/${what}`);
}

export function removeFilter(id: number): Promise<void> {
  return send('DELETE', `/admin/filters/${id}`);
}

export function fetchBannedFiles(before: string | undefined, signal: AbortSignal): Promise<BannedFileList> {
  return requestJson(`/admin/banned-files${stringifySearch({ before })}`, { signal });
}

export function fetchNearFiles(hash: string, signal: AbortSignal): Promise<NearFileList> {
  return requestJson(`/admin/banned-files/${hash}/near`, { signal });
}

export function unbanFile(hash: string): Promise<void> {
  return send('DELETE', `/admin/banned-files/${hash}`);
}

export function fetchIdentities(signal: AbortSignal): Promise<IdentityList> {
  return requestJson('/admin/identities', { signal });
}

export function setIdentity(name: string, body: IdentityAliases): Promise<Identity> {
  return send('PUT', `/admin/identities/${encodeURIComponent(name)}`, body);
}

export function removeIdentity(name: string): Promise<void> {
  return send('DELETE', `/admin/identities/${encodeURIComponent(name)}`);
}
