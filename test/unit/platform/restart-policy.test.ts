import { expect, test } from 'vitest';
import { RestartPolicy } from '../../../platform/restart-policy.ts';

const MINUTE = 60_000;

test('each failure doubles the delay, and the fifth within ten minutes is the last', () => {
  const policy = new RestartPolicy();
  expect([0, 1, 2, 3, 4].map((minute) => policy.failed(minute * MINUTE))).toEqual([500, 1000, 2000, 4000, null]);
});

test('failures of more than ten minutes ago do not count', () => {
  const policy = new RestartPolicy();
  for (let failure = 0; failure < 100; failure++) {
    expect(policy.failed(failure * 3 * MINUTE)).toBe([500, 1000, 2000, 4000][Math.min(failure, 3)]);
  }
  expect(policy.failed(1000 * MINUTE)).toBe(500);
});
