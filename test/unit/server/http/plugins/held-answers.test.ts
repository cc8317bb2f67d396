import { expect, test } from 'vitest';
import { HeldAnswers } from '../../../../../server/http/plugins/held-answers.ts';

const LIMITS = { maxBytes: 100, maxBytesOfClient: 100, stallMs: 1_000 };

class Client {
  readonly client: string;
  left: number;
  isCut = false;
  constructor(bytes: number, client = 'a') {
    this.left = bytes;
    this.client = client;
  }
  waiting(): number {
    return this.left;
  }
  cut(): void {
    this.isCut = true;
  }
}

function holding(...sizes: readonly number[]) {
  const held = new HeldAnswers(LIMITS);
  const clients = sizes.map((bytes) => new Client(bytes));
  for (const [at, client] of clients.entries()) held.hold(client, client.left, at);
  return { held, clients };
}

test('while there is space, no client is cut off, however slow', () => {
  const { held, clients } = holding(40, 40);
  expect(held.makeRoom('b', 20, 1e9)).toBe(true);
  expect(clients.some(({ isCut }) => isCut)).toBe(false);
});

test('without space the longest-stalled clients are cut off, and no more than necessary', () => {
  const { held, clients } = holding(40, 30, 30);
  expect(held.makeRoom('b', 20, 5_000)).toBe(true);
  expect(clients.map(({ isCut }) => isCut)).toEqual([true, false, false]);
  expect(held.bytes).toBe(60);
});

test('a client that reads is not cut off: the new answer is refused', () => {
  const { held, clients } = holding(50, 50);
  for (const now of [500, 1_000, 1_500, 2_000]) {
    for (const client of clients) client.left -= 1;
    held.look(now);
  }
  expect(held.makeRoom('b', 20, 2_400)).toBe(false);
  expect(clients.some(({ isCut }) => isCut)).toBe(false);
  clients[0]!.left = 10;
  expect(held.makeRoom('b', 20, 2_401)).toBe(true);
});

test('an answer that is larger than the limit is sent when nothing else waits', () => {
  const held = new HeldAnswers(LIMITS);
  expect(held.makeRoom('b', 1_000, 0)).toBe(true);
  const client = new Client(1_000);
  held.hold(client, 1_000, 0);
  expect(held.makeRoom('b', 1, 500)).toBe(false);
  held.release(client);
  expect(held.makeRoom('b', 1, 500)).toBe(true);
});

test('one client has only a share: its own answers make room for its next one, and others are answered', () => {
  const held = new HeldAnswers({ ...LIMITS, maxBytesOfClient: 50 });
  const [mine, other] = [new Client(50, 'a'), new Client(20, 'b')];
  for (const client of [mine, other]) held.hold(client, client.left, 0);
  expect(held.makeRoom('a', 20, 500)).toBe(false);
  expect(held.makeRoom('b', 20, 500)).toBe(true);
  expect(held.makeRoom('a', 20, 5_000)).toBe(true);
  expect([mine.isCut, other.isCut]).toEqual([true, false]);
});
