import { expect, test } from 'vitest';
import { RefusalPenalty } from '../../../../server/limits/refusal-penalty.ts';

const NEVER = new AbortController().signal;

function given() {
  const time = { now: 0 };
  const waits: { readonly ms: number; readonly end: () => void }[] = [];
  const delay = new RefusalPenalty({
    now: () => time.now,
    wait: async (ms, signal) =>
      new Promise<void>((resolve, reject) => {
        waits.push({ ms, end: resolve });
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      }),
  });
  const refuse = async (caller: string, times: number, gone = NEVER) =>
    Promise.all(Array.from({ length: times }, async () => delay.hold(caller, gone)));
  return { time, waits, delay, refuse };
}

test('the first refusals are sent immediately, further ones a second later', async () => {
  const { waits, delay, refuse } = given();
  await refuse('a', 10);
  expect(waits).toHaveLength(0);
  const held = delay.hold('a', NEVER);
  expect(waits.map(({ ms }) => ms)).toEqual([1_000]);
  waits[0]?.end();
  await held;
});

test('a caller is not delayed for other callers’ refusals, or for its own old ones', async () => {
  const { time, waits, delay, refuse } = given();
  await refuse('a', 10);
  await delay.hold('b', NEVER);
  time.now = 60_001;
  await delay.hold('a', NEVER);
  expect(waits).toHaveLength(0);
});

test('a delayed caller that disconnects frees its slot', async () => {
  const { waits, delay, refuse } = given();
  await refuse('a', 10);
  const gone = new AbortController();
  const held = Array.from({ length: 1_000 }, async () => delay.hold('a', gone.signal));
  await delay.hold('a', NEVER);
  expect(waits).toHaveLength(1_000);
  gone.abort();
  await Promise.all(held);
  const next = delay.hold('a', NEVER);
  expect(waits).toHaveLength(1_001);
  waits.at(-1)?.end();
  await next;
});
