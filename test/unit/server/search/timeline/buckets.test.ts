import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_TIMELINE_BUCKETS } from '../../../../../mappings/contract/facets.ts';
import { bucketsBetween } from '../../../../../server/search/timeline/buckets.ts';
import { zoneOf, type Zone } from '../../../../../server/search/language/zone.ts';

function zone(name: string): Zone {
  const found = zoneOf(name);
  if (found === null) throw new Error(`no zone ${name}`);
  return found;
}

const iso = (time: number) => new Date(time).toISOString();

test.each([
  ['2024-03-05T12:00:30Z', '2024-03-05T12:00:30Z', 'minute', 1],
  ['2024-03-05T12:00:00Z', '2024-03-05T13:59:59Z', 'minute', 120],
  ['2024-03-05T12:00:00Z', '2024-03-05T14:00:00Z', '10 minutes', 13],
  ['2024-03-05T00:00:00Z', '2024-03-09T23:00:00Z', 'hour', 120],
  ['2024-03-05T00:00:00Z', '2024-03-15T00:00:00Z', '3 hours', 81],
  ['2024-03-05T00:00:00Z', '2024-04-20T00:00:00Z', '12 hours', 93],
  ['2024-01-01T00:00:00Z', '2024-04-20T00:00:00Z', 'day', 111],
  ['2022-01-01T00:00:00Z', '2023-12-31T23:59:59Z', 'week', 105],
  ['2015-07-04T00:00:00Z', '2024-03-31T00:00:00Z', 'month', 105],
  ['2003-10-01T00:00:00Z', '2024-03-31T00:00:00Z', 'quarter', 82],
  ['1970-01-01T00:00:00Z', '2024-03-31T00:00:00Z', 'year', 55],
  ['0001-01-01T00:00:00Z', '1024-03-31T00:00:00Z', 'decade', 103],
])('from %s to %s in UTC the interval is a %s', (first, last, interval, count) => {
  const buckets = bucketsBetween(Date.parse(first), Date.parse(last), zone('UTC'));
  expect({ interval: buckets.interval, count: buckets.edges.length - 1 }).toEqual({ interval, count });
});

test('days, weeks and months begin in the reader’s time zone, also where clocks change', () => {
  const berlin = zone('Europe/Berlin');
  const days = bucketsBetween(Date.parse('2024-02-01T00:00Z'), Date.parse('2024-04-30T00:00Z'), berlin);
  expect(days.interval).toBe('day');
  const lengths = days.edges.slice(1).map((edge, place) => (edge - (days.edges[place] ?? 0)) / 3_600_000);
  expect(lengths.filter((hours) => hours !== 24)).toEqual([23]);
  const weeks = bucketsBetween(Date.parse('2023-02-01T00:00Z'), Date.parse('2024-04-30T00:00Z'), berlin);
  expect(weeks.interval).toBe('week');
  // Mondays, at midnight.
  expect([iso(weeks.edges[0] ?? 0), iso(weeks.edges[10] ?? 0)]).toEqual([
    '2023-01-29T23:00:00.000Z',
    '2023-04-09T22:00:00.000Z',
  ]);
});

test('for any hits there are at most 120 adjacent buckets, which include both ends', () => {
  const zones = ['UTC', 'Europe/Berlin', 'America/Havana', 'Australia/Lord_Howe', 'Pacific/Apia'].map(zone);
  const first = fc.integer({ min: Date.UTC(1971, 0), max: Date.UTC(2035, 0) });
  const span = fc.integer({ min: 0, max: 45 }).chain((power) => fc.integer({ min: 0, max: 2 ** power }));
  fc.assert(
    fc.property(fc.constantFrom(...zones), first, span, (where, from, length) => {
      const to = from + length;
      const { edges } = bucketsBetween(from, to, where);
      expect(edges.length - 1).toBeLessThanOrEqual(MAX_TIMELINE_BUCKETS);
      expect(edges[0]).toBeLessThanOrEqual(from);
      expect(edges[1]).toBeGreaterThan(from);
      expect(edges.at(-1)).toBeGreaterThan(to);
      expect(edges.at(-2)).toBeLessThanOrEqual(to);
      expect(edges.toSorted((a, b) => a - b)).toEqual(edges);
      expect(new Set(edges).size).toBe(edges.length);
    }),
    { numRuns: 500 },
  );
});
