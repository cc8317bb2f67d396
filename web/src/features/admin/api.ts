/** Requests of staff pages for accounts, boards and tasks. Each throws an ApiError. */
import type { components } from '../../../../client/client.ts';
import type { StoreState } from '../../../../mappings/contract/store-state.ts';
import type { BanFilter } from './bans/ban-filter.ts';
import type { ReportFilter } from './reports/report-filter.ts';
import { answerOf, api, defined } from '../../lib/api.ts';
import { ofAddress } from '../../lib/of-address.ts';
import { isApiError } from '../../lib/api-error.ts';

type Schemas = components['schemas'];

export interface TaskFilter {
  readonly board?: string | undefined;
  readonly kind?: string | undefined;
  readonly status?: string | undefined;
  readonly before?: string | undefined;
  readonly limit?: string | undefined;
}

export interface AuditFilter {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly board?: string | undefined;
  readonly post?: string | undefined;
  /** Days in pages, times in requests. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly before?: string | undefined;
}

export interface SessionState {
  /** null if not signed in. */
  readonly account: Schemas['Session']['account'] | null;
  /** Whether any account exists. */
  readonly hasAccounts: boolean;
}

export const SIGNED_OUT: SessionState = { account: null, hasAccounts: true };

export async function fetchSession(signal: AbortSignal): Promise<SessionState> {
  try {
    const { account } = await answerOf(api.GET('/api/v1/admin/session', { signal }));
    return { account, hasAccounts: true };
  } catch (error) {
    if (!isApiError(error) || error.status !== 401) throw error;
    return { account: null, hasAccounts: error.problem?.code !== 'accounts_none' };
  }
}

/** The states of the stores, which need no session. @throws ApiError without an answer */
export async function fetchStores(signal: AbortSignal): Promise<readonly StoreState[]> {
  try {
    const { stores } = await answerOf(api.GET('/readyz', { signal }));
    return stores;
  } catch (error) {
    const stores = isApiError(error) ? error.problem?.stores : undefined;
    if (stores === undefined) throw error;
    return stores;
  }
}

/** ApiError: 401 for a wrong name, password or second factor, `code_required` or `passkey_required` without one; 429 after too many attempts. */
export const signIn = (body: Schemas['SignIn']) => answerOf(api.POST('/api/v1/admin/session', { body }));

/** ApiError: 401 as for `signIn`; 409 for an account without a passkey. */
export const beginPasskeySignIn = (body: Schemas['BeginPasskeySignIn']) =>
  answerOf(api.POST('/api/v1/admin/session/passkey', { body }));

export const signOut = () => answerOf(api.DELETE('/api/v1/admin/session'));

export const fetchStaffCounts = (signal: AbortSignal) => answerOf(api.GET('/api/v1/admin/counts', { signal }));

export const fetchOwnAccount = (signal: AbortSignal) => answerOf(api.GET('/api/v1/admin/account', { signal }));

/** Like all changes of the own account, this throws 403 `password_wrong`, `code_wrong`; 429 after too many attempts. */
export const beginTotp = (body: Schemas['OwnSecrets']) => answerOf(api.POST('/api/v1/admin/account/totp', { body }));

export const confirmTotp = (body: Schemas['ConfirmTotp']) =>
  answerOf(api.POST('/api/v1/admin/account/totp/confirm', { body }));

export const removeTotp = (body: Schemas['OwnSecrets']) =>
  answerOf(api.POST('/api/v1/admin/account/totp/remove', { body }));

export const beginPasskeyProof = () => answerOf(api.POST('/api/v1/admin/account/passkeys/challenge'));

export const beginPasskey = (body: Schemas['OwnSecrets']) =>
  answerOf(api.POST('/api/v1/admin/account/passkeys/begin', { body }));

export const addPasskey = (body: Schemas['AddPasskey']) =>
  answerOf(api.POST('/api/v1/admin/account/passkeys', { body }));

export const removePasskey = (body: Schemas['RemovePasskey']) =>
  answerOf(api.POST('/api/v1/admin/account/passkeys/remove', { body }));

export const renewRecoveryCodes = (body: Schemas['OwnSecrets']) =>
  answerOf(api.POST('/api/v1/admin/account/recovery-codes', { body }));

export const changePassword = (body: Schemas['ChangePassword']) =>
  answerOf(api.POST('/api/v1/admin/account/password', { body }));

export const acceptInvitation = (body: Schemas['AcceptInvitation']) =>
  answerOf(api.POST('/api/v1/admin/invitation', { body }));

export const fetchAccounts = (signal: AbortSignal) => answerOf(api.GET('/api/v1/admin/accounts', { signal }));

export const invite = (body: Schemas['Invite']) => answerOf(api.POST('/api/v1/admin/accounts', { body }));

/** ApiError: 409 `admin_last` for the last enabled admin of all boards. */
export const changeAccount = (name: string, body: Schemas['ChangeAccount']) =>
  answerOf(api.PATCH('/api/v1/admin/accounts/{name}', { params: { path: { name } }, body }));

/** ApiError: 409 `admin_last` for the last enabled admin of all boards. */
export const removeAccount = (name: string) =>
  answerOf(api.DELETE('/api/v1/admin/accounts/{name}', { params: { path: { name } } }));

export const fetchKeys = (signal: AbortSignal) => answerOf(api.GET('/api/v1/admin/keys', { signal }));

export const addKey = (body: Schemas['AddKey']) => answerOf(api.POST('/api/v1/admin/keys', { body }));

export const revokeKey = (name: string) =>
  answerOf(api.DELETE('/api/v1/admin/keys/{name}', { params: { path: { name } } }));

export const fetchAudit = (filter: AuditFilter, signal: AbortSignal) =>
  answerOf(api.GET('/api/v1/admin/audit', { params: { query: ofAddress(filter) }, signal }));

export const fetchAuditChoices = (signal: AbortSignal) => answerOf(api.GET('/api/v1/admin/audit/choices', { signal }));

/** The look is recorded in the audit log. */
export const lookAtAuditAddresses = (ids: readonly number[]) =>
  answerOf(api.POST('/api/v1/admin/audit/addresses', { body: { ids: [...ids] } }));

export const undoSettings = (id: number) =>
  answerOf(api.POST('/api/v1/admin/audit/{id}/undo', { params: { path: { id } } }));

export const fetchOverview = (signal: AbortSignal) => answerOf(api.GET('/api/v1/admin/overview', { signal }));

export const fetchAdminBoards = (signal: AbortSignal) => answerOf(api.GET('/api/v1/admin/boards', { signal }));

export const fetchBoardSettings = (board: string, signal: AbortSignal) =>
  answerOf(api.GET('/api/v1/admin/boards/{board}/settings', { params: { path: { board } }, signal }));

/** ApiError: 400 with the invalid setting, 409 if the settings have changed since they were read. */
export const changeBoardSettings = (board: string, body: Schemas['ChangeBoardSettings']) =>
  answerOf(api.PATCH('/api/v1/admin/boards/{board}/settings', { params: { path: { board } }, body }));

export const fetchBoardDefaults = (signal: AbortSignal) =>
  answerOf(api.GET('/api/v1/admin/board-defaults', { signal }));

export const fetchEnvironment = (signal: AbortSignal) => answerOf(api.GET('/api/v1/admin/environment', { signal }));

export const changeBoardDefaults = (body: Schemas['ChangeBoardSettings']) =>
  answerOf(api.PATCH('/api/v1/admin/board-defaults', { body }));

/** Releases the held deletions of a board. */
export const releaseHeld = (board: string) =>
  answerOf(api.POST('/api/v1/admin/boards/{board}/release', { params: { path: { board } } }));

export const fetchTasks = (filter: TaskFilter, signal: AbortSignal) =>
  answerOf(api.GET('/api/v1/admin/tasks', { params: { query: ofAddress(filter) }, signal }));

export const fetchTask = (id: number, signal: AbortSignal) =>
  answerOf(api.GET('/api/v1/admin/tasks/{id}', { params: { path: { id } }, signal }));

/** `key` is the same for every attempt of one request, so that the tasks are created once. */
export const startTask = (body: Schemas['StartTask'], key: string) =>
  answerOf(api.POST('/api/v1/admin/tasks', { params: { header: { 'idempotency-key': key } }, body }));

export type TaskAction = 'pause' | 'resume' | 'cancel';

export const controlTask = (id: number, action: TaskAction) =>
  answerOf(api.POST(`/api/v1/admin/tasks/{id}/${action}`, { params: { path: { id } } }));

export const fetchQuarantine = (
  page: { readonly board: string | undefined; readonly cursor: string | undefined },
  signal: AbortSignal,
) => answerOf(api.GET('/api/v1/admin/quarantine', { params: { query: ofAddress(page) }, signal }));

export const fetchRefusals = (
  { board, limit }: { readonly board: string | undefined; readonly limit: number },
  signal: AbortSignal,
) => answerOf(api.GET('/api/v1/admin/refusals', { params: { query: defined({ board, limit }) }, signal }));

export const retryQuarantine = (body: Schemas['RetryQuarantine']) =>
  answerOf(api.POST('/api/v1/admin/quarantine/retry', { body }));

export const moderate = (body: Schemas['Moderate']) => answerOf(api.POST('/api/v1/admin/posts', { body }));

/** Moderates posts of several boards. All posts of a board change, or none. */
export const moderatePosts = (body: Schemas['ModeratePosts']) =>
  answerOf(api.POST('/api/v1/admin/posts/bulk', { body }));

/** ApiError: 403 if the file is also shown on a board that the account does not moderate. */
export const moderateFile = (body: Schemas['ModerateFile']) => answerOf(api.POST('/api/v1/admin/files', { body }));

export const fetchReports = ({ state, page, ...filter }: ReportFilter, signal: AbortSignal) => {
  const query = ofAddress({ ...filter, state: state ?? 'open', page: page ?? '1' });
  return answerOf(api.GET('/api/v1/admin/reports', { params: { query }, signal }));
};

export const changeReports = (body: Schemas['ChangeReports']) => answerOf(api.POST('/api/v1/admin/reports', { body }));

export const fetchBans = (filter: BanFilter, signal: AbortSignal) =>
  answerOf(api.GET('/api/v1/admin/bans', { params: { query: ofAddress(filter) }, signal }));

export const addBan = (body: Schemas['AddBan']) => answerOf(api.POST('/api/v1/admin/bans', { body }));

export const liftBan = (id: number) => answerOf(api.POST('/api/v1/admin/bans/{id}/lift', { params: { path: { id } } }));

export const decideAppeal = (id: number, body: Schemas['DecideAppeal']) =>
  answerOf(api.POST('/api/v1/admin/appeals/{id}', { params: { path: { id } }, body }));

/** The audit log records it. */
export const lookAtAddresses = (body: Schemas['LookAtAddresses']) =>
  answerOf(api.POST('/api/v1/admin/addresses', { body }));

/** Whether the error means that the session has ended. */
export function isSessionGone(error: unknown): boolean {
  return isApiError(error) && error.status === 401;
}

/** Whether PostgreSQL, which has the accounts and sessions, does not answer. */
export function isArchiveAway(error: unknown): boolean {
  return isApiError(error) && error.problem?.code === 'archive_unavailable';
}

/** `crypto.randomUUID` exists only under https. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
