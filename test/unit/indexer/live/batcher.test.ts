import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { ClosingError, Batcher } from '../../../../indexer/live/batcher.ts';
import type { Clock } from '../../../../indexer/runtime/clock.ts';

/** Waits end when the test ends them. */
class HandClock implements Clock {
  readonly waits: { readonly ms: number; readonly end: () => void }[] = [];

  wait(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      this.waits.push({ ms, end: resolve });
      signal?.addEventListener('abort', () => resolve());
    });
  }

  async endAll(): Promise<void> {
    for (const { end } of this.waits.splice(0)) end();
    await setImmediate();
  }
}

interface Batch {
  readonly items: readonly number[];
  readonly end: () => void;
  readonly fail: (error: Error) => void;
}

function setUp(options: { readonly concurrency?: number; readonly maxItems?: number } = {}) {
  const clock = new HandClock();
  const batches: Batch[] = [];
  const batcher = new Batcher<number, string>({
    run: (items) =>
      new Promise((resolve, reject) => {
        batches.push({ items, end: () => resolve(items.map((item) => `done ${item}`)), fail: reject });
      }),
    concurrency: options.concurrency ?? 2,
    maxItems: options.maxItems ?? 10,
    lingerMs: 10,
    clock,
    random: () => 0,
  });
  return { clock, batches, batcher };
}

describe('batching', () => {
  test('items that are added while a batch lingers go into it', async () => {
    const { clock, batches, batcher } = setUp();
    const results = [batcher.add(1), batcher.add(2), batcher.add(3)];
    await setImmediate();
    await clock.endAll();
    expect(batches.map(({ items }) => items)).toEqual([[1, 2, 3]]);
    batches[0]?.end();
    expect(await Promise.all(results)).toEqual(['done 1', 'done 2', 'done 3']);
  });

  test('a full batch does not linger, and the other items go into the next one', async () => {
    const { batches, batcher } = setUp({ maxItems: 2 });
    void [1, 2, 3, 4, 5].map((item) => batcher.add(item));
    await setImmediate();
    expect(batches.map(({ items }) => items)).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  test('no more batches run at the same time than `concurrency`', async () => {
    const { clock, batches, batcher } = setUp({ concurrency: 2, maxItems: 1 });
    void [1, 2, 3].map((item) => batcher.add(item));
    await setImmediate();
    expect(batches).toHaveLength(2);
    batches[0]?.end();
    await setImmediate();
    await clock.endAll();
    expect(batches).toHaveLength(3);
  });

  test('an item that is added while all batches are running goes into the next one', async () => {
    const { clock, batches, batcher } = setUp({ concurrency: 1 });
    void batcher.add(1);
    await setImmediate();
    await clock.endAll();
    const late = batcher.add(2);
    batches[0]?.end();
    await setImmediate();
    await clock.endAll();
    batches[1]?.end();
    expect(await late).toBe('done 2');
  });
});

describe('a batch that fails', () => {
  test('fails each of its items, and the next one waits longer each time', async () => {
    const { clock, batches, batcher } = setUp({ concurrency: 1, maxItems: 1 });
    const pauses: number[] = [];
    for (let attempt = 0; attempt < 4; attempt++) {
      const result = batcher.add(attempt);
      await setImmediate();
      batches[attempt]?.fail(new Error('away'));
      await expect(result).rejects.toThrow('away');
      pauses.push(clock.waits[0]?.ms ?? 0);
      await clock.endAll();
    }
    expect(pauses).toEqual([50, 100, 200, 400]);
  });
});

describe('closing', () => {
  test('fails waiting items, waits for running batches, and accepts no more items', async () => {
    const { batches, batcher } = setUp({ concurrency: 1, maxItems: 1 });
    const begun = batcher.add(1);
    const waiting = batcher.add(2);
    await setImmediate();
    const closed = batcher.close();
    await expect(waiting).rejects.toThrow(ClosingError);
    await expect(batcher.add(3)).rejects.toThrow(ClosingError);
    batches[0]?.end();
    await closed;
    expect(await begun).toBe('done 1');
    expect(batches).toHaveLength(1);
  });

  test('ends immediately if the batcher is idle', async () => {
    const { batcher } = setUp();
    await batcher.close();
  });
});
