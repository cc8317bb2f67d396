/** Requests of the pages of boards, bulk actions, filters, banned files and identities. */
import type { components } from '../../../../client/client.ts';
import { answerOf, api } from '../../lib/api.ts';
import { ofAddress } from '../../lib/of-address.ts';

type Schemas = components['schemas'];

/** Posts about which somebody has decided in the meantime are in the answer, unchanged. */
export const decideReports = (body: Schemas['DecideReports']) =>
  answerOf(api.POST('/api/v1/admin/reports/decide', { body }));

/** Dismisses the reports of posts that only the networks behind this post's reports have reported. ApiError: 404 if there are none. */
export const dismissNetworkReports = (body: Schemas['DismissNetworkReports']) =>
  answerOf(api.POST('/api/v1/admin/reports/dismiss-network', { body }));

/** ApiError: 400 `board_invalid`, 409 `board_known` */
export const addBoard = (body: Schemas['AddBoard']) => answerOf(api.POST('/api/v1/admin/boards', { body }));

/** ApiError: 400 with the invalid fields, 503 without a scraper. */
export const testBoardSource = (body: Schemas['AddBoard']) => answerOf(api.POST('/api/v1/admin/boards/test', { body }));

export const renameBoard = (board: string, body: Schemas['RenameBoard']) =>
  answerOf(api.PATCH('/api/v1/admin/boards/{board}', { params: { path: { board } }, body }));

export const fetchRemovalPlan = (board: string, signal: AbortSignal) =>
  answerOf(api.GET('/api/v1/admin/boards/{board}/removal', { params: { path: { board } }, signal }));

export const removeBoard = (board: string) =>
  answerOf(api.POST('/api/v1/admin/boards/{board}/remove', { params: { path: { board } }, body: { confirm: board } }));

export const fetchBulkActions = (before: string | undefined, signal: AbortSignal) =>
  answerOf(api.GET('/api/v1/admin/bulk-actions', { params: { query: ofAddress({ before }) }, signal }));

/** Chooses and counts the posts. ApiError: 409 if there are none or too many; 400 for a search with a mistake. */
export const chooseBulkAction = (body: Schemas['ChooseBulkAction']) =>
  answerOf(api.POST('/api/v1/admin/bulk-actions', { body }));

export const readBulkAction = (id: number) =>
  answerOf(api.GET('/api/v1/admin/bulk-actions/{id}', { params: { path: { id } } }));

/** Runs one step of the action. */
export const runBulkAction = (id: number, posts: number) =>
  answerOf(api.POST('/api/v1/admin/bulk-actions/{id}/run', { params: { path: { id } }, body: { posts } }));

/** Undoes one step of the action. */
export const undoBulkAction = (id: number) =>
  answerOf(api.POST('/api/v1/admin/bulk-actions/{id}/undo', { params: { path: { id } } }));

export const fetchFilters = (signal: AbortSignal) => answerOf(api.GET('/api/v1/admin/filters', { signal }));

export const addFilter = (body: Schemas['AddFilter']) => answerOf(api.POST('/api/v1/admin/filters', { body }));

/** Runs one batch of a trial, which changes nothing. */
export const tryFilter = (id: number, cursor: string | null) =>
  answerOf(
    api.POST('/api/v1/admin/filters/{id}/try', { params: { path: { id } }, body: cursor === null ? {} : { cursor } }),
  );

/** Applies one batch. */
export const applyFilter = (id: number, cursor: string | null) =>
  answerOf(
    api.POST('/api/v1/admin/filters/{id}/apply', { params: { path: { id } }, body: cursor === null ? {} : { cursor } }),
  );

/** Undoes one batch. */
export const undoFilter = (id: number) =>
  answerOf(api.POST('/api/v1/admin/filters/{id}/undo', { params: { path: { id } } }));

export const setFilter = (id: number, what: 'enable' | 'disable') =>
  answerOf(api.POST(`/api/v1/admin/filters/{id}/${what}`, { params: { path: { id } } }));

export const removeFilter = (id: number) =>
  answerOf(api.DELETE('/api/v1/admin/filters/{id}', { params: { path: { id } } }));

export const fetchBannedFiles = (before: string | undefined, signal: AbortSignal) =>
  answerOf(api.GET('/api/v1/admin/banned-files', { params: { query: ofAddress({ before }) }, signal }));

export const fetchNearFiles = (hash: string, signal: AbortSignal) =>
  answerOf(api.GET('/api/v1/admin/banned-files/{hash}/near', { params: { path: { hash } }, signal }));

export const unbanFile = (hash: string) =>
  answerOf(api.DELETE('/api/v1/admin/banned-files/{hash}', { params: { path: { hash } } }));

export const fetchIdentities = (signal: AbortSignal) => answerOf(api.GET('/api/v1/admin/identities', { signal }));

export const setIdentity = (name: string, body: Schemas['IdentityAliases']) =>
  answerOf(api.PUT('/api/v1/admin/identities/{name}', { params: { path: { name } }, body }));

export const removeIdentity = (name: string) =>
  answerOf(api.DELETE('/api/v1/admin/identities/{name}', { params: { path: { name } } }));
