import { describe, expect, it, test } from 'vitest';
import type { TimelineBucket } from '../../../mappings/contract/facets.ts';
import { bucketName, rangeQuery } from '../../../web/src/lib/time-buckets.ts';

function aBucket(start: string, end: string, q: string | null = `during ${start}`): TimelineBucket {
  return { start: `${start}.000Z`, end: `${end}.000Z`, count: 1, q };
}

describe('a range of the timeline', () => {
  const march = aBucket('2019-03-01T00:00:00', '2019-04-01T00:00:00');
  const april = aBucket('2019-04-01T00:00:00', '2019-05-01T00:00:00');

  it('is added to the query without its dates', () => {
    expect(rangeQuery('(oven OR stove)', march, april)).toBe('(oven OR stove) after:2019-03-01 before:2019-05-01');
  });

  it('is the whole query if nothing else is left', () => {
    expect(rangeQuery('', march, april)).toBe('after:2019-03-01 before:2019-05-01');
  });

  it('of one bucket equals the server’s query', () => {
    expect(rangeQuery('oven', march, march)).toBe(march.q);
  });

  it('within a day shows its clock times', () => {
    const hour = aBucket('2019-03-01T14:00:00', '2019-03-01T15:00:00');
    const next = aBucket('2019-03-01T15:00:00', '2019-03-01T16:00:00');
    expect(rangeQuery('oven', hour, next)).toBe('oven after:2019-03-01T14:00Z before:2019-03-01T16:00Z');
  });

  it('is not offered if the query would be too long', () => {
    expect(rangeQuery(null, march, april)).toBeNull();
  });
});

test.each([
  ['decade', '2010'],
  ['year', '2010'],
  ['quarter', '2010-04'],
  ['month', '2010-04'],
  ['day', '2010-04-01'],
  ['10 minutes', '2010-04-01 07:20'],
] as const)('a bucket of a %s is called %s', (interval, name) => {
  expect(bucketName({ start: '2010-04-01T07:20:00.000Z' }, interval)).toBe(name);
});
