import { afterEach, expect, test, vi } from 'vitest';
import { fetchSearch, fetchThread } from '../../../web/src/lib/api-client.ts';
import { ApiError } from '../../../web/src/lib/api-error.ts';

const never = new AbortController().signal;

afterEach(() => {
  vi.unstubAllGlobals();
});

/** The network with the answers that these tests need. */
function answerWith(answer: (url: string) => Response | Promise<Response>) {
  vi.stubGlobal('fetch', async (url: string) => answer(url));
}

function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/problem+json' } });
}

async function failureOf(request: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await request.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

test('a search sends exactly the parameters that are set', async () => {
  const asked: string[] = [];
  answerWith((url) => {
    asked.push(url);
    return json(200, { hits: [] });
  });
  await fetchSearch({ q: 'a "b" & c', sort: undefined, cursor: undefined }, never);
  await fetchSearch({ q: '', sort: 'old', cursor: 'x/y', limit: 1 }, never);
  expect(asked).toEqual([
    '/api/v1/search?q=a+%22b%22+%26+c&include=tokens',
    '/api/v1/search?q=&sort=old&cursor=x%2Fy&limit=1&include=tokens',
  ]);
});

test('a problem keeps its position, its corrected query and its message', async () => {
  const problem = { detail: 'A " is missing.', status: 400, position: { start: 2, end: 5 }, suggestion: 'a "b"' };
  answerWith(() => json(400, problem));
  const error = await failureOf(fetchSearch({ q: 'a "b', sort: 'new', cursor: undefined }, never));
  expect(error).toMatchObject({
    failure: 'answer',
    status: 400,
    isBadQuery: true,
    message: 'A " is missing.',
    problem,
  });
});

test('an error response that is not a problem document is an error too', async () => {
  answerWith(() => new Response('<html>bad gateway', { status: 502 }));
  expect(await failureOf(fetchThread('g', 1, never))).toMatchObject({ failure: 'answer', status: 502, problem: null });
});

test('an HTML page with status 200 is an error', async () => {
  answerWith(() => new Response('<html>', { status: 200 }));
  expect(await failureOf(fetchThread('g', 1, never))).toMatchObject({ failure: 'garbled', status: 200 });
});

test('a network failure is distinguished from an aborted request', async () => {
  answerWith(() => Promise.reject(new TypeError('fetch failed')));
  expect(await failureOf(fetchThread('g', 1, never))).toMatchObject({ failure: 'offline', status: 0 });
  const gaveUp = AbortSignal.abort();
  answerWith(() => Promise.reject(gaveUp.reason));
  await expect(fetchThread('g', 1, gaveUp)).rejects.toBe(gaveUp.reason);
});
