import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { isStale, kickQuery, mayKick } from '../../../../web/src/features/thread/kick-stale.ts';
import { aPost } from '../../posts.ts';

interface Asked {
  readonly url: string;
  readonly method: string;
  readonly body: unknown;
}

let asked: Asked[] = [];
afterEach(() => {
  vi.unstubAllGlobals();
  asked = [];
});

/** The network: the API's answer about a thread's age, and its reaction to a kick. */
function answerWith(
  age: number | null,
  kick: () => Response | Promise<Response> = () => Response.json({}, { status: 202 }),
) {
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    asked.push({ url, method, body: typeof body === 'string' ? JSON.parse(body) : undefined });
    return method === 'POST' ? kick() : Response.json({ board: 'g', thread: 100, checked_at: null, age_seconds: age });
  });
}

const kicks = () => asked.filter(({ method }) => method === 'POST');
const open = async (client = new QueryClient()) => client.fetchQuery(kickQuery('g', 100));

const thread = (op: Parameters<typeof aPost>[0], degraded = false) => ({
  board: 'g',
  num: 100,
  rev: 1,
  source: 'postgres' as const,
  degraded,
  posts: [aPost({ num: 100, opener: true, ...op })],
});

describe('a thread is stale', () => {
  test.each([
    [0, false],
    [60, false],
    [61, true],
    [100_000, true],
    [null, false],
  ])('of age %s: %s', (age_seconds, stale) => {
    expect(isStale({ age_seconds })).toBe(stale);
  });
});

test('only a live thread that was read from the database is kicked', () => {
  expect(mayKick(thread({}))).toBe(true);
  expect(mayKick(thread({}, true))).toBe(false);
  expect(mayKick(thread({ time_archived: '2024-01-01T00:00:00.000Z' }))).toBe(false);
  expect(mayKick(thread({ closed: true }))).toBe(false);
});

test('a stale thread is kicked once, by its address', async () => {
  answerWith(90);
  expect(await open()).toBe('kicked');
  expect(asked).toEqual([
    { url: '/api/v1/boards/g/threads/100/freshness', method: 'GET', body: undefined },
    { url: '/api/v1/kick', method: 'POST', body: { url: '/g/thread/100' } },
  ]);
});

test.each([3, null])('a thread of age %s is not kicked', async (age) => {
  answerWith(age);
  expect(await open()).toBe('fresh');
  expect(kicks()).toEqual([]);
});

test.each([
  ['is refused', () => Response.json({ detail: 'Enough.' }, { status: 429 })],
  ['finds no Redis', () => Response.json({ detail: 'Away.' }, { status: 503 })],
  ['gets no answer', () => Promise.reject(new TypeError('fetch failed'))],
])('a kick that %s is not an error of the page, and is not repeated', async (_how, answer) => {
  answerWith(90, answer);
  const client = new QueryClient();
  // Pages render repeatedly, and return to the network.
  for (let drawn = 0; drawn < 5; drawn++) {
    const observer = new QueryObserver(client, kickQuery('g', 100));
    const leave = observer.subscribe(() => undefined);
    await vi.waitUntil(() => observer.getCurrentResult().fetchStatus === 'idle', 10_000);
    expect(observer.getCurrentResult()).toMatchObject({ status: 'success', data: 'refused' });
    leave();
  }
  expect(kicks()).toHaveLength(1);
});
