import { expect, test } from 'vitest';
import { hashPassword, isPassword } from '../../../../server/admin/users.ts';

const PASSWORD = 'correct horse battery staple';

test('a password is itself and no other, however its letters are composed', async () => {
  const hash = await hashPassword('Müller und Söhne');
  expect(await isPassword(hash, 'Mu\u0308ller und So\u0308hne')).toBe(true);
  expect(await isPassword(hash, 'Muller und Sohne')).toBe(false);
  expect(await isPassword(hash, '')).toBe(false);
});

test('the same password has another hash each time', async () => {
  expect(await hashPassword(PASSWORD)).not.toBe(await hashPassword(PASSWORD));
});

test('nobody’s password is right, not even the one that stands in for it', async () => {
  for (const password of ['', PASSWORD]) expect(await isPassword(null, password)).toBe(false);
});

function median(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
}

test('to refuse somebody who is not there takes the same work', async () => {
  const hash = await hashPassword(PASSWORD);
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
  await isPassword(null, PASSWORD);
  for (let round = 0; round < 9; round++) {
    for (const who of ['known', 'unknown'] as const) {
      const start = performance.now();
      await isPassword(who === 'known' ? hash : null, 'a wrong guess');
      times[who].push(performance.now() - start);
    }
  }
  const ratio = median(times.known) / median(times.unknown);
  // Without the work it would be a thousandth.
  expect(ratio).toBeGreaterThan(0.2);
  expect(ratio).toBeLessThan(5);
});
