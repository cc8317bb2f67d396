import { expect, test } from 'vitest';
import { createTraffic } from '../../../demo/traffic.ts';

test('the busiest second and ten seconds are found wherever they begin', () => {
  const traffic = createTraffic(0);
  for (const at of [100, 900, 1050, 1099, 1100, 5000, 10_500, 20_600])
    traffic.arrived('thread', '/b/thread/1.json', at);
  const report = traffic.report(40_000);
  // (100, 1100] contains 900, 1050, 1099 and 1100: the first is a whole second away.
  expect(report.all).toMatchObject({ requests: 8, max_in_1s: 4, max_in_10s: 6, per_second: 0.2 });
  expect(report.paths).toEqual({ '/b/thread/1.json': 8 });
});

test('with one request per second there are never two in one second', () => {
  const traffic = createTraffic(0);
  for (let at = 0; at < 60_000; at += 1000) traffic.arrived('threads', '/b/threads.json', at);
  expect(traffic.report(60_000).all).toMatchObject({ max_in_1s: 1, max_in_10s: 10 });
});

test('kinds are counted separately, with 304 answers and errors', () => {
  const traffic = createTraffic(0);
  traffic.arrived('thread', '/b/thread/1.json', 1);
  traffic.answered('thread', 304, 0);
  traffic.arrived('file', '/b/1.png', 2);
  traffic.answered('file', 404, 12);
  const { kinds, all } = traffic.report(1000);
  expect(kinds['thread']).toMatchObject({ requests: 1, not_modified: 1, refused: 0 });
  expect(kinds['file']).toMatchObject({ requests: 1, not_modified: 0, refused: 1, bytes: 12 });
  expect(all).toMatchObject({ requests: 2, not_modified: 1, refused: 1 });
  traffic.reset(1000);
  expect(traffic.report(2000)).toMatchObject({ seconds: 1, all: { requests: 0 }, paths: {} });
});
