import { expect, test } from 'vitest';
import { CrawlDelay } from '../../../../server/limits/crawl-delay.ts';

function given(seconds = 2) {
  const time = { now: 0 };
  const counts = { refused: 0 };
  const refusals = { inc: () => (counts.refused += 1) };
  const delay = new CrawlDelay({ seconds, now: () => time.now, refusals });
  const send = (agent: string, network = '192.0.2.1'): number | 'passed' => {
    try {
      delay.count(agent, network);
      return 'passed';
    } catch (error) {
      expect(error).toMatchObject({ status: 429, code: 'crawl_delay' });
      return (error as { retryAfterSeconds: number }).retryAfterSeconds;
    }
  };
  return { time, counts, send };
}

test('a crawler that keeps the delay is never refused', () => {
  const { time, send } = given();
  for (let count = 0; count < 200; count++) {
    expect(send('Googlebot/2.1')).toBe('passed');
    time.now += 2_000;
  }
});

test('a faster one is refused once it is 30 requests ahead, and is served after the time that the refusal states', () => {
  const { time, counts, send } = given();
  for (let count = 0; count < 30; count++) expect(send('Googlebot/2.1')).toBe('passed');
  time.now += 500;
  const after = send('Googlebot/2.1');
  expect(after).toBe(2);
  expect(counts.refused).toBe(1);
  time.now += Number(after) * 1_000;
  expect(send('Googlebot/2.1')).toBe('passed');
  expect(send('Googlebot/2.1')).toBeGreaterThan(0);
});

test('the same name from another network, and another name from the same one, have a pace of their own', () => {
  const { send } = given();
  while (send('Googlebot/2.1') === 'passed');
  expect(send('Mozilla/5.0 (compatible; Googlebot/2.1)')).toBeGreaterThan(0);
  expect(send('Googlebot/2.1', '192.0.2.2')).toBe('passed');
  expect(send('bingbot/2.0')).toBe('passed');
});

test('without a delay nothing is refused', () => {
  const { send } = given(0);
  for (let count = 0; count < 100; count++) expect(send('Googlebot/2.1')).toBe('passed');
});
