import { describe, expect, test } from 'vitest';
import { BusyError } from '../../../../server/limits/busy-error.ts';
import { CALLER_KINDS, type CallerKind } from '../../../../server/limits/caller-kinds.ts';
import { FairQueue, type FairQueueOptions } from '../../../../server/limits/fair-queue.ts';
import { seededRandom } from '../../../simulation/scheduler.ts';

const NEVER = new AbortController().signal;

const settle = async () => new Promise((resolve) => setImmediate(resolve));

/** Requests that the test ends, in the order of their start. */
function given(slots: number, capacity = 50, rest: Pick<FairQueueOptions, 'shares' | 'observer'> = {}) {
  const time = { now: 0 };
  const queue = new FairQueue({ slots, capacity, now: () => time.now, ...rest });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = async (caller: string, signal: AbortSignal = NEVER, isCostly = false, kind: CallerKind = 'reader') =>
    queue.run(
      { key: caller, kind },
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
    askAs: (kind: CallerKind, caller: string, signal?: AbortSignal) => {
      const asked = ask(caller, signal, false, kind);
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
    const failing = queue.run({ key: 'dan', kind: 'reader' }, NEVER, async () => Promise.reject(new Error('broken')));
    await expect(failing).rejects.toThrow('broken');
    await settle();
    expect({ running: queue.running, waiting: queue.waiting }).toEqual({ running: 0, waiting: 0 });
  });

  test('a caller that waits beyond its time limit is refused with a time to retry, and takes no turn', async () => {
    const { queue, begun, ask, endOldest } = given(1);
    void ask('ann');
    const impatient = queue.run({ key: 'ben', kind: 'reader' }, NEVER, async () => 'answer', { waitTimeoutMs: 1 });
    void ask('cem');
    await expect(impatient).rejects.toThrow(BusyError);
    expect(queue.waiting).toBe(1);
    await endOldest();
    expect(begun).toEqual(['ann', 'cem']);
    await endOldest();
    await expect(
      queue.run({ key: 'ben', kind: 'reader' }, NEVER, async () => 'answer', { waitTimeoutMs: 60_000 }),
    ).resolves.toBe('answer');
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
      queue
        .run(
          { key: `caller ${number % 4}`, kind: CALLER_KINDS[Math.floor(random() * CALLER_KINDS.length)] ?? 'reader' },
          gone.signal,
          work,
          { isCostly },
        )
        .then(
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
      for (const kind of CALLER_KINDS) expect(queue.waitingOf(kind)).toBeLessThanOrEqual(6);
      expect(queue.waiting).toBe(CALLER_KINDS.reduce((sum, kind) => sum + queue.waitingOf(kind), 0));
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

describe('kinds of callers', () => {
  test('free slots go to staff, then to readers, then to unknown callers, and to crawlers last', async () => {
    const { begun, askAs, endOldest } = given(1);
    void askAs('unknown', 'first');
    for (const kind of ['crawler', 'unknown', 'reader', 'staff'] as const) void askAs(kind, kind);
    await settle();
    for (let count = 0; count < 4; count++) await endOldest();
    expect(begun).toEqual(['first', 'staff', 'reader', 'unknown', 'crawler']);
  });

  test('one in eight free slots goes to the kind that has waited longest, so that readers without end starve nobody', async () => {
    const { time, begun, askAs, endOldest } = given(1);
    void askAs('reader', 'first');
    void askAs('crawler', 'crawler');
    time.now += 1;
    void askAs('unknown', 'unknown');
    for (let count = 0; count < 20; count++) {
      time.now += 1;
      void askAs('reader', `reader ${count}`);
      await settle();
      await endOldest();
    }
    expect(begun.indexOf('crawler')).toBe(8);
    expect(begun.indexOf('unknown')).toBe(16);
  });

  test('crawlers have no more than their part of the slots, also while nobody else uses the others', async () => {
    const { queue, begun, askAs, endOldest } = given(8, 50, { shares: { crawler: 1 / 4 } });
    for (const name of ['one', 'two', 'three', 'four']) void askAs('crawler', name);
    await settle();
    expect(begun).toEqual(['one', 'two']);
    expect(queue.waitingOf('crawler')).toBe(2);
    void askAs('reader', 'ann');
    await settle();
    expect(begun).toEqual(['one', 'two', 'ann']);
    await endOldest();
    expect(begun).toEqual(['one', 'two', 'ann', 'three']);
  });

  test('each kind has a line of its own: crawlers who fill theirs do not refuse readers', async () => {
    const refused: string[] = [];
    const observer = { onStart: () => undefined, onRefusal: (kind: string) => refused.push(kind) };
    const { askAs } = given(1, 2, { observer });
    void askAs('reader', 'first');
    const crawlers = ['one', 'two', 'three'].map((name) => askAs('crawler', name));
    await expect(crawlers[2]).rejects.toThrow(BusyError);
    const reader = askAs('reader', 'ann');
    await settle();
    expect(refused).toEqual(['crawler']);
    void reader;
  });

  test('a refusal states the time that a request of this kind has to wait at present', async () => {
    const { time, queue, askAs, endOldest } = given(1, 3);
    for (const name of ['a', 'b']) void askAs('reader', name);
    await settle();
    time.now += 20_000;
    await endOldest();
    for (const name of ['c', 'd', 'e']) void askAs('reader', name);
    time.now += 7_500;
    await expect(askAs('reader', 'f')).rejects.toMatchObject({ code: 'busy', retryAfterSeconds: 8 });
    // Staff would wait for nobody but the running request.
    expect(queue.refusalOf('staff').retryAfterSeconds).toBeLessThan(8);
    expect(queue.refusalOf('crawler').retryAfterSeconds).toBeGreaterThanOrEqual(8);
  });

  test('a caller that leaves frees its place for others of its kind', async () => {
    const { queue, askAs } = given(1, 1);
    void askAs('reader', 'first');
    const gone = new AbortController();
    const left = askAs('unknown', 'ann', gone.signal);
    await expect(askAs('unknown', 'ben')).rejects.toThrow(BusyError);
    gone.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    void askAs('unknown', 'cem');
    await settle();
    expect(queue.waitingOf('unknown')).toBe(1);
  });

  test('a queue is busy once requests wait for more than a second, and half a minute longer', async () => {
    const { time, queue, askAs, endOldest } = given(1);
    void askAs('reader', 'ann');
    time.now += 5_000;
    // Nobody waits.
    expect(queue.isBusy).toBe(false);
    void askAs('reader', 'ben');
    await settle();
    time.now += 900;
    expect(queue.isBusy).toBe(false);
    time.now += 200;
    expect(queue.isBusy).toBe(true);
    await endOldest();
    time.now += 29_000;
    expect(queue.isBusy).toBe(true);
    time.now += 2_000;
    expect(queue.isBusy).toBe(false);
  });

  test('unknown callers that wait for their part of the slots make a queue busy, so that readers among them get a pass', async () => {
    const { time, queue, askAs } = given(8, 50, { shares: { unknown: 1 / 2 } });
    for (let number = 0; number < 5; number++) void askAs('unknown', `caller ${number}`);
    await settle();
    time.now += 1_100;
    expect({ running: queue.running, busy: queue.isBusy }).toEqual({ running: 4, busy: true });
  });

  test('crawlers that wait for their part of the slots do not make a queue busy', async () => {
    const { time, queue, askAs } = given(4, 50, { shares: { crawler: 1 / 4 } });
    for (const name of ['one', 'two']) void askAs('crawler', name);
    await settle();
    time.now += 10_000;
    expect({ busy: queue.isBusy, waiting: queue.waiting }).toEqual({ busy: false, waiting: 1 });
  });
});
