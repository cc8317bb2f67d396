import { describe, expect, test } from 'vitest';
import { BusyError, FairQueue } from '../../../../server/limits/fair-queue.ts';
import { seededRandom } from '../../../simulation/scheduler.ts';

const NEVER = new AbortController().signal;

const settle = async () => new Promise((resolve) => setImmediate(resolve));

/** Requests that the test ends, in the order of their start. */
function given(slots: number, capacity = 50) {
  const time = { now: 0 };
  const queue = new FairQueue({ slots, capacity, now: () => time.now });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = async (caller: string, signal: AbortSignal = NEVER, isCostly = false) =>
    queue.run(
      caller,
      signal,
      async () => {
        begun.push(caller);
        await new Promise<void>((resolve) => ends.push(resolve));
      },
      { isCostly },
    );
  return {
    queue,
    time,
    begun,
    ask: (caller: string, signal?: AbortSignal, isCostly?: boolean) => {
      const asked = ask(caller, signal, isCostly);
      asked.catch(() => undefined);
      return asked;
    },
    endOldest: async () => {
      ends.shift()?.();
      await settle();
    },
  };
}

describe('queue at Elasticsearch', () => {
  test('one caller never has more than half of the slots, even without other callers', async () => {
    const { queue, begun, ask } = given(4);
    for (let count = 0; count < 10; count++) void ask('abuser');
    await settle();
    expect(begun).toEqual(['abuser', 'abuser']);
    void ask('reader');
    await settle();
    expect(begun).toEqual(['abuser', 'abuser', 'reader']);
    expect(queue.running).toBe(3);
  });

  test('a free slot goes to the callers in turn, regardless of their numbers of requests', async () => {
    const { begun, ask, endOldest } = given(2);
    for (let count = 0; count < 20; count++) void ask('abuser');
    for (const reader of ['ann', 'ben', 'cem']) void ask(reader);
    await settle();
    for (let count = 0; count < 6; count++) await endOldest();
    expect(begun.slice(0, 2)).toEqual(['abuser', 'ann']);
    expect(begun.slice(2, 5).toSorted()).toEqual(['abuser', 'ben', 'cem']);
    expect(begun.filter((caller) => caller === 'abuser').length).toBeGreaterThan(2);
  });

  test('callers with long answers wait for those with short ones, but not for ever', async () => {
    const { time, begun, ask, endOldest } = given(2);
    void ask('slow');
    await settle();
    time.now += 2_000;
    await endOldest();
    void ask('ann');
    void ask('ben');
    for (const caller of ['slow', 'ann', 'ben', 'ann', 'ben']) void ask(caller);
    await settle();
    for (let count = 0; count < 7; count++) {
      time.now += 10;
      await endOldest();
    }
    expect(begun).toEqual(['slow', 'ann', 'ben', 'ann', 'ben', 'ann', 'ben', 'slow']);
    // Ten minutes later the long answers no longer count, and another caller had one.
    time.now += 600_000;
    void ask('ann');
    await settle();
    time.now += 1_000;
    await endOldest();
    for (const caller of ['ben', 'cem', 'ann', 'slow']) void ask(caller);
    await settle();
    await endOldest();
    expect(begun.slice(-3)).toEqual(['ben', 'cem', 'slow']);
  });

  test('if the queue is full, the caller with the most waiting requests loses its last, and any other is admitted', async () => {
    const { queue, ask } = given(2, 4);
    const abuses = Array.from({ length: 5 }, () => ask('abuser'));
    await settle();
    expect(queue.waiting).toBe(4);
    await expect(ask('abuser')).rejects.toThrow(BusyError);
    const reader = ask('reader');
    void ask('reader');
    await expect(abuses.at(-1)).rejects.toThrow(BusyError);
    expect(queue.waiting).toBe(4);
    void reader;
  });

  test('a caller that leaves the queue takes no turn, and a failed request returns its slot', async () => {
    const { queue, begun, ask, endOldest } = given(1);
    const gone = new AbortController();
    void ask('ann');
    const left = ask('ben', gone.signal);
    void ask('cem');
    gone.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    await endOldest();
    expect(begun).toEqual(['ann', 'cem']);
    await endOldest();
    const failing = queue.run('dan', NEVER, async () => Promise.reject(new Error('broken')));
    await expect(failing).rejects.toThrow('broken');
    await settle();
    expect({ running: queue.running, waiting: queue.waiting }).toEqual({ running: 0, waiting: 0 });
  });

  test('a caller that waits beyond its time limit is refused with a time to retry, and takes no turn', async () => {
    const { queue, begun, ask, endOldest } = given(1);
    void ask('ann');
    const impatient = queue.run('ben', NEVER, async () => 'answer', { waitTimeoutMs: 1 });
    void ask('cem');
    await expect(impatient).rejects.toThrow(BusyError);
    expect(queue.waiting).toBe(1);
    await endOldest();
    expect(begun).toEqual(['ann', 'cem']);
    await endOldest();
    await expect(queue.run('ben', NEVER, async () => 'answer', { waitTimeoutMs: 60_000 })).resolves.toBe('answer');
    expect({ running: queue.running, waiting: queue.waiting }).toEqual({ running: 0, waiting: 0 });
  });

  test('an expensive request fills its caller’s share, and takes one slot like any other', async () => {
    const { queue, begun, ask, endOldest } = given(4);
    void ask('ann', NEVER, true);
    void ask('ann');
    void ask('ann');
    void ask('ben', NEVER, true);
    void ask('cem');
    void ask('cem');
    await settle();
    expect(begun).toEqual(['ann', 'ben', 'cem', 'cem']);
    expect(queue.running).toBe(4);
    await endOldest();
    expect(begun.slice(4)).toEqual(['ann']);
    await endOldest();
    expect(begun.slice(4)).toEqual(['ann', 'ann']);
  });

  test('after any sequence of arrivals, departures and failures, the number of slots is right and nobody waits in vain', async () => {
    const random = seededRandom(7);
    let now = 0;
    const queue = new FairQueue({ slots: 5, capacity: 6, now: () => (now += 1) });
    const running: (() => void)[] = [];
    const comers: AbortController[] = [];
    const counts = { done: 0, busy: 0, gone: 0 };
    const come = (number: number) => {
      const gone = new AbortController();
      comers.push(gone);
      const isCostly = random() < 0.3;
      const work = async () => {
        const { promise, resolve } = Promise.withResolvers<void>();
        running.push(resolve);
        await promise;
        if (number % 5 === 0) throw new Error('failed');
      };
      queue.run(`caller ${number % 4}`, gone.signal, work, { isCostly }).then(
        () => (counts.done += 1),
        (error: unknown) => (error instanceof BusyError ? (counts.busy += 1) : (counts.gone += 1)),
      );
    };
    for (let step = 0; step < 2_000; step++) {
      const chance = random();
      if (chance < 0.5) come(step);
      else if (chance < 0.9) running.splice(Math.floor(random() * running.length), 1)[0]?.();
      else comers.splice(Math.floor(random() * comers.length), 1)[0]?.abort();
      await settle();
      expect(queue.running).toBe(running.length);
      expect(running.length).toBeLessThanOrEqual(5);
      expect(queue.waiting).toBeLessThanOrEqual(6);
      if (running.length === 0) expect(queue.waiting).toBe(0);
    }
    while (running.length > 0) {
      running.pop()?.();
      await settle();
    }
    expect({ running: queue.running, waiting: queue.waiting }).toEqual({ running: 0, waiting: 0 });
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(50);
  });
});
