import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { Outage } from '../../../../indexer/runtime/outage.ts';
import { UnavailableError } from '../../../../platform/errors.ts';

function setUp() {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _, done) {
      lines.push((JSON.parse(chunk.toString()) as { msg: string }).msg);
      done();
    },
  });
  return { lines, outage: new Outage(pino(sink), 'Redis') };
}

const away = (service: string) => async () => {
  throw new UnavailableError(service, 'no answer');
};

test('an outage is logged once when it begins and once when it ends', async () => {
  const { lines, outage } = setUp();
  expect(await outage.watch(async () => 'fine')).toBe('fine');
  for (let attempt = 0; attempt < 5; attempt++) await expect(outage.watch(away('Redis'))).rejects.toThrow('no answer');
  await outage.watch(async () => 'fine');
  await outage.watch(async () => 'fine');
  expect(lines).toEqual(['Redis is unavailable; retrying until it answers', 'Redis is available again']);
});

test('outages of other stores and other errors are thrown and not logged', async () => {
  const { lines, outage } = setUp();
  await expect(outage.watch(away('PostgreSQL'))).rejects.toThrow(UnavailableError);
  await expect(
    outage.watch(async () => {
      throw new TypeError('a defect');
    }),
  ).rejects.toThrow(TypeError);
  expect(lines).toEqual([]);
});
