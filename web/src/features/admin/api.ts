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
import type { BoardSettings, ChangeBoardSettings, HeldCounts } from '../../../../mappings/contract/board-settings.ts';
import { requestJson } from '../../lib/api-client.ts';
import { isApiError } from '../../lib/api-error.ts';
import { stringifySearch } from '../../lib/addresses.ts';

/** What has no page to leave: a request that changes something is never given up halfway. */
const NEVER = new AbortController().signal;

export interface TaskFilter {
  readonly board?: string | undefined;
  readonly kind?: string | undefined;
  readonly status?: string | undefined;
  readonly before?: string | undefined;
  readonly limit?: string | undefined;
}

export interface SessionState {
  /** null for somebody who is not signed in. */
  readonly user: Session['user'] | null;
  /** There is somebody who could sign in. */
  readonly hasUsers: boolean;
}

export const SIGNED_OUT: SessionState = { user: null, hasUsers: true };

export async function fetchSession(signal: AbortSignal): Promise<SessionState> {
  try {
    const { user } = await requestJson<Session>('/admin/session', { signal });
    return { user, hasUsers: true };
  } catch (error) {
    if (!isApiError(error) || error.status !== 401) throw error;
    return { user: null, hasUsers: error.problem?.code !== 'users_none' };
  }
}

/** @throws ApiError: 401 for a wrong name or password, 429 after too many tries. */
export function signIn(body: SignIn): Promise<Session> {
  return send('POST', '/admin/session', body);
}

export function signOut(): Promise<void> {
  return send('DELETE', '/admin/session');
}

export function fetchAdminBoards(signal: AbortSignal): Promise<AdminBoardList> {
  return requestJson('/admin/boards', { signal });
}

export function fetchBoardSettings(board: string, signal: AbortSignal): Promise<BoardSettings> {
  return requestJson(`/admin/boards/${encodeURIComponent(board)}/settings`, { signal });
}

/** @throws ApiError: 400 with the setting that cannot be so, 409 when somebody was faster. */
export function changeBoardSettings(board: string, body: ChangeBoardSettings): Promise<BoardSettings> {
  return send('PATCH', `/admin/boards/${encodeURIComponent(board)}/settings`, body);
}

/** Has what vanished in masses judged after all. */
export function releaseHeld(board: string): Promise<HeldCounts> {
  return send('POST', `/admin/boards/${encodeURIComponent(board)}/release`);
}

export function fetchTasks(filter: TaskFilter, signal: AbortSignal): Promise<TaskList> {
  return requestJson(`/admin/tasks${stringifySearch({ ...filter })}`, { signal });
}

export function fetchTask(id: number, signal: AbortSignal): Promise<Task> {
  return requestJson(`/admin/tasks/${id}`, { signal });
}

/** `key`: the same for every try of one wish, so that it is granted once. */
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

export function retryQuarantine(body: RetryQuarantine): Promise<RetriedQuarantine> {
  return send('POST', '/admin/quarantine/retry', body);
}

export function moderate(body: Moderate): Promise<Moderated> {
  return send('POST', '/admin/posts', body);
}

/** The server knows no session of this browser any more. */
export function isSessionGone(error: unknown): boolean {
  return isApiError(error) && error.status === 401;
}

/** `crypto.randomUUID` is there only under https. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function send<T>(
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<T> {
  return requestJson<T>(path, {
    method,
    // Also without a body: a form of another site could not say so.
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: NEVER,
  });
}
