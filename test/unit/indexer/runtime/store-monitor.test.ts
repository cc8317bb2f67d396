import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { StoreMonitor } from '../../../../indexer/runtime/store-monitor.ts';
import { StatementEndedError } from '../../../../indexer/runtime/store-errors.ts';
import { UnavailableError } from '../../../../platform/errors.ts';

function setUp() {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _, done) {
      lines.push((JSON.parse(chunk.toString()) as { msg: string }).msg);
      done();
    },
  });
  return { lines, monitor: new StoreMonitor(pino(sink), 'Redis') };
}

const away = (service: string) => async () => {
  throw new UnavailableError(service, 'no answer');
};

test('an outage is logged once when it begins and once when it ends', async () => {
  const { lines, monitor } = setUp();
  expect(await monitor.track(async () => 'fine')).toBe('fine');
  for (let attempt = 0; attempt < 5; attempt++) await expect(monitor.track(away('Redis'))).rejects.toThrow('no answer');
  await monitor.track(async () => 'fine');
  await monitor.track(async () => 'fine');
  expect(lines).toEqual(['Redis is unavailable; retrying until it answers', 'Redis is available again']);
});

test('monitors of other stores and other errors are thrown and not logged', async () => {
  const { lines, monitor } = setUp();
  await expect(monitor.track(away('PostgreSQL'))).rejects.toThrow(UnavailableError);
  await expect(
    monitor.track(async () => {
      throw new TypeError('a defect');
    }),
  ).rejects.toThrow(TypeError);
  expect(lines).toEqual([]);
});

test('a statement that the store has ended is no outage, ends one, and is logged once for many', async () => {
  const { lines, monitor } = setUp();
  await expect(monitor.track(away('Redis'))).rejects.toThrow(UnavailableError);
  for (let attempt = 0; attempt < 5; attempt++) {
    await expect(
      monitor.track(async () => {
        throw new StatementEndedError('Redis', 'it waited too long');
      }),
    ).rejects.toThrow('it waited too long');
  }
  expect(lines).toEqual([
    'Redis is unavailable; retrying until it answers',
    'Redis is available again',
    'Redis ended a statement; it is repeated',
  ]);
});
