import type { HarvestRefusalList } from '../../../../mappings/contract/refusals.ts';
import type {
  ChangePassword,
  ConfirmTotp,
  OwnAccount,
  OwnSecrets,
  RecoveryCodes,
  TotpSetup,
} from '../../../../mappings/contract/account.ts';
import type {
  AcceptedInvitation,
  AcceptInvitation,
  ChangeAccount,
  Invitation,
  Invite,
  StaffAccountList,
} from '../../../../mappings/contract/accounts.ts';
import type { AddedKey, AddKey, KeyList } from '../../../../mappings/contract/keys.ts';
import type {
  AdminBoardList,
  Moderate,
  Moderated,
  Quarantine,
  RetriedQuarantine,
  RetryQuarantine,
  Session,
  SignIn,
  StartedTasks,
  StartTask,
  Task,
  TaskList,
} from '../../../../mappings/contract/admin.ts';
import type { AuditAddress, AuditList, UndoneSettings } from '../../../../mappings/contract/audit.ts';
import type {
  AddBan,
  AddedBans,
  BanList,
  DecideAppeal,
  KeptAddresses,
  LookAtAddresses,
} from '../../../../mappings/contract/bans.ts';
import type {
  BoardDefaults,
  BoardSettings,
  ChangeBoardSettings,
  HeldCounts,
} from '../../../../mappings/contract/board-settings.ts';
import type {
  ChangedReports,
  ChangeReports,
  ModeratedPosts,
  ModerateFile,
  ModeratePosts,
  ReportQueue,
} from '../../../../mappings/contract/reports.ts';
import type { BanFilter } from './bans/ban-filter.ts';
import type { ReportFilter } from './reports/report-filter.ts';
import { requestJson } from '../../lib/api-client.ts';
import { isApiError } from '../../lib/api-error.ts';
import { stringifySearch } from '../../lib/addresses.ts';

/** Requests that change something are never aborted. */
export const NEVER = new AbortController().signal;

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
  readonly before?: string | undefined;
}

export interface SessionState {
  /** null if not signed in. */
  readonly account: Session['account'] | null;
  /** Whether any account exists. */
  readonly hasAccounts: boolean;
}

export const SIGNED_OUT: SessionState = { account: null, hasAccounts: true };

export async function fetchSession(signal: AbortSignal): Promise<SessionState> {
  try {
    const { account } = await requestJson<Session>('/admin/session', { signal });
    return { account, hasAccounts: true };
  } catch (error) {
    if (!isApiError(error) || error.status !== 401) throw error;
    return { account: null, hasAccounts: error.problem?.code !== 'accounts_none' };
  }
}

/** @throws ApiError: 401 for a wrong name, password or code, and `code_required` without a code; 429 after too many attempts. */
export function signIn(body: SignIn): Promise<Session> {
  return send('POST', '/admin/session', body);
}

export function signOut(): Promise<void> {
  return send('DELETE', '/admin/session');
}

export function fetchOwnAccount(signal: AbortSignal): Promise<OwnAccount> {
  return requestJson('/admin/account', { signal });
}

/** @throws ApiError, like all changes of the own account: 403 `password_wrong`, `code_wrong`; 429 after too many attempts. */
export function beginTotp(body: OwnSecrets): Promise<TotpSetup> {
  return send('POST', '/admin/account/totp', body);
}

export function confirmTotp(body: ConfirmTotp): Promise<RecoveryCodes> {
  return send('POST', '/admin/account/totp/confirm', body);
}

export function removeTotp(body: OwnSecrets): Promise<void> {
  return send('POST', '/admin/account/totp/remove', body);
}

export function renewRecoveryCodes(body: OwnSecrets): Promise<RecoveryCodes> {
  return send('POST', '/admin/account/recovery-codes', body);
}

export function changePassword(body: ChangePassword): Promise<void> {
  return send('POST', '/admin/account/password', body);
}

export function acceptInvitation(body: AcceptInvitation): Promise<AcceptedInvitation> {
  return send('POST', '/admin/invitation', body);
}

export function fetchAccounts(signal: AbortSignal): Promise<StaffAccountList> {
  return requestJson('/admin/accounts', { signal });
}

export function invite(body: Invite): Promise<Invitation> {
  return send('POST', '/admin/accounts', body);
}

/** @throws ApiError: 409 `admin_last` for the last enabled admin of all boards. */
export function changeAccount(name: string, body: ChangeAccount): Promise<void> {
  return send('PATCH', `/admin/accounts/${encodeURIComponent(name)}`, body);
}

/** @throws ApiError: 409 `admin_last` for the last enabled admin of all boards. */
export function removeAccount(name: string): Promise<void> {
  return send('DELETE', `/admin/accounts/${encodeURIComponent(name)}`);
}

export function fetchKeys(signal: AbortSignal): Promise<KeyList> {
  return requestJson('/admin/keys', { signal });
}

export function addKey(body: AddKey): Promise<AddedKey> {
  return send('POST', '/admin/keys', body);
}

export function revokeKey(name: string): Promise<void> {
  return send('DELETE', `/admin/keys/${encodeURIComponent(name)}`);
}

export function fetchAudit(filter: AuditFilter, signal: AbortSignal): Promise<AuditList> {
  return requestJson(`/admin/audit${stringifySearch({ ...filter })}`, { signal });
}

/** The look is recorded in the audit log. */
export function lookAtAuditAddress(id: number): Promise<AuditAddress> {
  return send('POST', `/admin/audit/${id}/address`);
}

export function undoSettings(id: number): Promise<UndoneSettings> {
  return send('POST', `/admin/audit/${id}/undo`);
}

export function fetchAdminBoards(signal: AbortSignal): Promise<AdminBoardList> {
  return requestJson('/admin/boards', { signal });
}

export function fetchBoardSettings(board: string, signal: AbortSignal): Promise<BoardSettings> {
  return requestJson(`/admin/boards/${encodeURIComponent(board)}/settings`, { signal });
}

/** @throws ApiError: 400 with the invalid setting, 409 if the settings have changed since they were read. */
export function changeBoardSettings(board: string, body: ChangeBoardSettings): Promise<BoardSettings> {
  return send('PATCH', `/admin/boards/${encodeURIComponent(board)}/settings`, body);
}

export function fetchBoardDefaults(signal: AbortSignal): Promise<BoardDefaults> {
  return requestJson('/admin/board-defaults', { signal });
}

/** @throws ApiError as changeBoardSettings does. */
export function changeBoardDefaults(body: ChangeBoardSettings): Promise<BoardDefaults> {
  return send('PATCH', '/admin/board-defaults', body);
}

/** Releases the held deletions of a board. */
export function releaseHeld(board: string): Promise<HeldCounts> {
  return send('POST', `/admin/boards/${encodeURIComponent(board)}/release`);
}

export function fetchTasks(filter: TaskFilter, signal: AbortSignal): Promise<TaskList> {
  return requestJson(`/admin/tasks${stringifySearch({ ...filter })}`, { signal });
}

export function fetchTask(id: number, signal: AbortSignal): Promise<Task> {
  return requestJson(`/admin/tasks/${id}`, { signal });
}

/** `key` is the same for every attempt of one request, so that the tasks are created once. */
export function startTask(body: StartTask, key: string): Promise<StartedTasks> {
  return send('POST', '/admin/tasks', body, { 'idempotency-key': key });
}

export type TaskAction = 'pause' | 'resume' | 'cancel';

export function controlTask(id: number, action: TaskAction): Promise<Task> {
  return send('POST', `/admin/tasks/${id}/${action}`);
}

export function fetchQuarantine(
  page: { readonly board: string | undefined; readonly cursor: string | undefined },
  signal: AbortSignal,
): Promise<Quarantine> {
  return requestJson(`/admin/quarantine${stringifySearch(page)}`, { signal });
}

export function fetchRefusals(
  filter: { readonly board: string | undefined; readonly limit: number },
  signal: AbortSignal,
): Promise<HarvestRefusalList> {
  const { board, limit } = filter;
  return requestJson(`/admin/refusals${stringifySearch({ board, limit: String(limit) })}`, { signal });
}

export function retryQuarantine(body: RetryQuarantine): Promise<RetriedQuarantine> {
  return send('POST', '/admin/quarantine/retry', body);
}

export function moderate(body: Moderate): Promise<Moderated> {
  return send('POST', '/admin/posts', body);
}

/** Posts of several boards. Of a board all change or none. */
export function moderatePosts(body: ModeratePosts): Promise<ModeratedPosts> {
  return send('POST', '/admin/posts/bulk', body);
}

/** @throws ApiError: 403 if a board that the account does not moderate shows the file too. */
export function moderateFile(body: ModerateFile): Promise<void> {
  return send('POST', '/admin/files', body);
}

export function fetchReports({ state, page, ...filter }: ReportFilter, signal: AbortSignal): Promise<ReportQueue> {
  return requestJson(`/admin/reports${stringifySearch({ ...filter, state: state ?? 'open', page: page ?? '1' })}`, {
    signal,
  });
}

export function changeReports(body: ChangeReports): Promise<ChangedReports> {
  return send('POST', '/admin/reports', body);
}

export function fetchBans(filter: BanFilter, signal: AbortSignal): Promise<BanList> {
  return requestJson(`/admin/bans${stringifySearch({ ...filter })}`, { signal });
}

export function addBan(body: AddBan): Promise<AddedBans> {
  return send('POST', '/admin/bans', body);
}

export function liftBan(id: number): Promise<void> {
  return send('POST', `/admin/bans/${id}/lift`);
}

export function decideAppeal(id: number, body: DecideAppeal): Promise<void> {
  return send('POST', `/admin/appeals/${id}`, body);
}

/** The audit log records it. */
export function lookAtAddresses(body: LookAtAddresses): Promise<KeptAddresses> {
  return send('POST', '/admin/addresses', body);
}

/** Whether the error means that the session has ended. */
export function isSessionGone(error: unknown): boolean {
  return isApiError(error) && error.status === 401;
}

/** `crypto.randomUUID` exists only under https. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function send<T>(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<T> {
  return requestJson<T>(path, {
    method,
    // Sent without a body too: a form on another site cannot set this header.
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: NEVER,
  });
}
