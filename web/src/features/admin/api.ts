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

/** Requests that change something are never aborted. */
const NEVER = new AbortController().signal;

export interface TaskFilter {
  readonly board?: string | undefined;
  readonly kind?: string | undefined;
  readonly status?: string | undefined;
  readonly before?: string | undefined;
  readonly limit?: string | undefined;
}

export interface SessionState {
  /** null if not signed in. */
  readonly user: Session['user'] | null;
  /** Whether any user exists. */
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

/** @throws ApiError: 401 for a wrong name or password, 429 after too many attempts. */
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

/** @throws ApiError: 400 with the invalid setting, 409 if the settings have changed since they were read. */
export function changeBoardSettings(board: string, body: ChangeBoardSettings): Promise<BoardSettings> {
  return send('PATCH', `/admin/boards/${encodeURIComponent(board)}/settings`, body);
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

export function retryQuarantine(body: RetryQuarantine): Promise<RetriedQuarantine> {
  return send('POST', '/admin/quarantine/retry', body);
}

export function moderate(body: Moderate): Promise<Moderated> {
  return send('POST', '/admin/posts', body);
}

/** Whether the error means that the session has ended. */
export function isSessionGone(error: unknown): boolean {
  return isApiError(error) && error.status === 401;
}

/** `crypto.randomUUID` exists only under https. */
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
    // Sent without a body too: a form on another site cannot set this header.
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: NEVER,
  });
}
