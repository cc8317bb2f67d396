import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  IDLE_HOST,
  LONGEST_PAUSE_MS,
  MAX_BURST,
  backOff,
  recover,
  takeTurn,
  type HostState,
} from '../../../../scraper/net/host-pace.ts';

const NOW = 1_000_000;

test('the first turn is free, and the next one is a delay later', () => {
  const first = takeTurn(IDLE_HOST, NOW, 1_000);
  expect(first).toEqual({ granted: true, state: { ...IDLE_HOST, next: NOW + 1_000 } });
  if (!first.granted) return;
  expect(takeTurn(first.state, NOW + 400, 1_000)).toEqual({ granted: false, waitMs: 600 });
  expect(takeTurn(first.state, NOW + 1_000, 1_000)).toMatchObject({ granted: true });
});

test('granted turns are never less than a delay apart, whenever they are requested', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 60 }), (pauses) => {
      let state: HostState = IDLE_HOST;
      let now = NOW;
      let last = Number.NEGATIVE_INFINITY;
      for (const pause of pauses) {
        now += pause;
        const turn = takeTurn(state, now, 1_000);
        if (!turn.granted) continue;
        expect(now - last).toBeGreaterThanOrEqual(1_000);
        last = now;
        state = turn.state;
      }
    }),
  );
});

test('no period has more turns than its delays, plus one, plus the burst, regardless of the number of callers', () => {
  const DELAY = 1_000;
  const asks = fc.array(fc.record({ pause: fc.integer({ min: 0, max: 1_500 }), hurries: fc.boolean() }), {
    maxLength: 80,
  });
  fc.assert(
    fc.property(asks, (list) => {
      let state: HostState = IDLE_HOST;
      let now = NOW;
      const granted: number[] = [];
      for (const { pause, hurries } of list) {
        now += pause;
        const turn = takeTurn(state, now, DELAY, hurries ? MAX_BURST : 0);
        if (!turn.granted) continue;
        granted.push(now);
        state = turn.state;
      }
      for (const [first, from] of granted.entries()) {
        for (const [last, to] of granted.entries()) {
          if (last < first) continue;
          expect(last - first + 1).toBeLessThanOrEqual(Math.floor((to - from) / DELAY) + 1 + MAX_BURST);
        }
      }
    }),
  );
});

test('a burst goes first, and its delays pass before any other turn', () => {
  let state: HostState = IDLE_HOST;
  for (let early = 0; early <= MAX_BURST; early++) {
    const turn = takeTurn(state, NOW, 1_000, MAX_BURST);
    expect(turn.granted).toBe(true);
    if (turn.granted) state = turn.state;
  }
  expect(takeTurn(state, NOW, 1_000, MAX_BURST)).toEqual({ granted: false, waitMs: 1_000 });
  expect(takeTurn(state, NOW, 1_000)).toEqual({ granted: false, waitMs: (MAX_BURST + 1) * 1_000 });
});

test('a burst waits for the end of a back-off like other requests', () => {
  const resting = backOff(IDLE_HOST, NOW, 30_000);
  expect(takeTurn(resting, NOW, 1_000, MAX_BURST)).toEqual({ granted: false, waitMs: 30_000 });
});

test('after three consecutive refusals, single requests are sent until the host accepts one', () => {
  let state: HostState = IDLE_HOST;
  let now = NOW;
  for (let refusal = 0; refusal < 3; refusal++) {
    state = backOff(state, now, null);
    now = state.until;
  }
  const probe = takeTurn(state, now, 1_000);
  expect(probe.granted).toBe(true);
  if (!probe.granted) return;
  expect(takeTurn(probe.state, now + 60_000, 1_000, MAX_BURST).granted).toBe(false);
  expect(takeTurn(backOff(probe.state, now + 10, null), now + 60_000, 1_000).granted).toBe(true);
  const closed = takeTurn(recover(probe.state), now + 1_000, 1_000);
  expect(closed).toMatchObject({ granted: true, state: { probe: 0 } });
});

test('a probe whose process died blocks the host no longer than a request may take', () => {
  const probe = takeTurn({ ...IDLE_HOST, level: 9 }, NOW, 1_000);
  expect(probe.granted && takeTurn(probe.state, NOW + 150_000, 1_000).granted).toBe(true);
});

test('a back-off doubles up to ten minutes, and successes reduce it step by step', () => {
  let state = IDLE_HOST;
  let now = NOW;
  const rests: number[] = [];
  for (let refusal = 0; refusal < 11; refusal++) {
    state = backOff(state, now, null);
    rests.push(state.until - now);
    now = state.until;
  }
  expect(rests).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600].map((seconds) => seconds * 1_000));
  for (let answer = 0; answer < 7; answer++) state = recover(state);
  expect(backOff(state, now, null).until - now).toBe(8_000);
});

test('refusals of concurrent requests count as one', () => {
  const once = backOff(IDLE_HOST, NOW, null);
  expect(backOff(once, NOW + 10, null)).toEqual(once);
});

test('a longer Retry-After of the host applies, up to an hour', () => {
  expect(backOff(IDLE_HOST, NOW, 30_000).until).toBe(NOW + 30_000);
  expect(backOff(IDLE_HOST, NOW, 10).until).toBe(NOW + 2_000);
  expect(backOff(IDLE_HOST, NOW, LONGEST_PAUSE_MS * 5).until).toBe(NOW + LONGEST_PAUSE_MS);
});

test('no turn is granted during a back-off', () => {
  expect(takeTurn(backOff(IDLE_HOST, NOW, 30_000), NOW + 10_000, 1_000)).toEqual({ granted: false, waitMs: 20_000 });
});

test('a clock that was set back by a day blocks a host only until a burst’s delays have passed', () => {
  const busy: HostState = { ...IDLE_HOST, next: NOW + 86_400_000 };
  const wait = 1_000 * (MAX_BURST + 1);
  const turn = takeTurn(busy, NOW, 1_000);
  expect(turn).toEqual({ granted: false, waitMs: wait, state: { ...busy, next: NOW + wait } });
  expect(takeTurn(turn.state ?? busy, NOW + 4_000, 1_000)).toEqual({ granted: false, waitMs: 2_000 });
  expect(takeTurn(turn.state ?? busy, NOW + wait, 1_000)).toMatchObject({ granted: true });
  const resting: HostState = { ...IDLE_HOST, until: NOW + 86_400_000, level: 3 };
  expect(takeTurn(resting, NOW, 1_000)).toMatchObject({ granted: false, waitMs: LONGEST_PAUSE_MS });
});

test('a source of our own needs no delay, but a refusal pauses its requests too', () => {
  const turn = takeTurn(IDLE_HOST, NOW, 0);
  expect(turn.granted && takeTurn(turn.state, NOW, 0).granted).toBe(true);
  expect(takeTurn(backOff(IDLE_HOST, NOW, null), NOW, 0)).toEqual({ granted: false, waitMs: 2_000 });
});
