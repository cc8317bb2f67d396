import { afterEach, expect, test, vi } from 'vitest';
import {
  fetchSession,
  isSessionGone,
  newIdempotencyKey,
  controlTask,
  signIn,
  signOut,
  startTask,
} from '../../../../web/src/features/admin/api.ts';
import { ApiError } from '../../../../web/src/lib/api-error.ts';

const never = new AbortController().signal;

afterEach(() => {
  vi.unstubAllGlobals();
});

interface Asked {
  readonly url: string;
  readonly init: RequestInit;
}

/** The network with the answers that these tests need; records requests. */
function answerWith(status: number, body: unknown, headers: Record<string, string> = {}): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ url, init });
    return new Response(status === 204 ? null : JSON.stringify(body), { status, headers });
  });
  return asked;
}

test('a visitor without a session is signed out, which is not an error', async () => {
  answerWith(401, { detail: 'Sign in first.', code: 'session_required' });
  expect(await fetchSession(never)).toEqual({ account: null, hasAccounts: true });
});

test('an archive without accounts reports that', async () => {
  answerWith(401, { detail: 'Nobody can sign in yet.', code: 'accounts_none' });
  expect(await fetchSession(never)).toEqual({ account: null, hasAccounts: false });
});

test('an unreachable server does not count as an expired session', async () => {
  answerWith(503, { detail: 'PostgreSQL cannot be reached.', code: 'postgres_unavailable' });
  const error: unknown = await fetchSession(never).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ status: 503 });
  expect(isSessionGone(error)).toBe(false);
});

test('a refusal for too many attempts states how long to wait', async () => {
  answerWith(429, { detail: 'Too many tries.' }, { 'retry-after': '180' });
  const error: unknown = await signIn({ name: 'mika', password: 'x' }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 429, retryAfter: 180 });
});

test('starting a task sends its key, and every change is sent as JSON', async () => {
  const asked = answerWith(202, { tasks: [] });
  await startTask({ kind: 'verify', boards: ['ck'], repair: true }, 'key-1');
  await controlTask(7, 'pause');
  expect(asked.map(({ url, init }) => [init.method, url, init.body])).toEqual([
    ['POST', '/api/v1/admin/tasks', '{"kind":"verify","boards":["ck"],"repair":true}'],
    ['POST', '/api/v1/admin/tasks/7/pause', undefined],
  ]);
  const [started, paused] = asked.map(({ init }) => Object.fromEntries(new Headers(init.headers)));
  expect(started).toMatchObject({ 'idempotency-key': 'key-1', 'content-type': 'application/json' });
  expect(paused).toMatchObject({ 'content-type': 'application/json' });
});

test('an answer without a body is a success', async () => {
  answerWith(204, null);
  await expect(signOut()).resolves.toBeUndefined();
});

test('every request has its own key', () => {
  const keys = Array.from({ length: 1000 }, newIdempotencyKey);
  expect(new Set(keys).size).toBe(1000);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
});
