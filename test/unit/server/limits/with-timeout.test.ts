import { getEventListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isTimeout, withTimeout } from '../../../../server/limits/with-timeout.ts';

const whenAborted = async (signal: AbortSignal) => sleep(60_000, undefined, { signal });

test('work is aborted when its reader disconnects, with the reason', async () => {
  const gone = new AbortController();
  let told: AbortSignal | undefined;
  const work = withTimeout(60_000, gone.signal, async (signal) => {
    told = signal;
    await whenAborted(signal);
  });
  const why = new Error('gone');
  gone.abort(why);
  await expect(work).rejects.toThrow('aborted');
  expect(told?.reason).toBe(why);
  expect(told && isTimeout(told)).toBe(false);
  await expect(withTimeout(60_000, gone.signal, whenAborted)).rejects.toThrow('aborted');
});

test('work is aborted at its time limit', async () => {
  const { signal: never } = new AbortController();
  let told: AbortSignal | undefined;
  const work = withTimeout(1, never, async (signal) => {
    told = signal;
    await whenAborted(signal);
  });
  await expect(work).rejects.toThrow('aborted');
  expect(told && isTimeout(told)).toBe(true);
});

test('finished work leaves no timers or listeners', async () => {
  const { signal: gone } = new AbortController();
  let kept: AbortSignal | undefined;
  await withTimeout(5, gone, async (signal) => (kept = signal));
  await expect(withTimeout(5, gone, async () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(getEventListeners(gone, 'abort')).toEqual([]);
  await sleep(30);
  expect(kept?.aborted).toBe(false);
});
