import { describe, expect, test } from 'vitest';
import type { TimelineInterval } from '../../../../../mappings/contract/facets.ts';
import { parse } from '../../../../../server/search/language/parse.ts';
import { print } from '../../../../../server/search/language/print.ts';
import { zoneOf } from '../../../../../server/search/language/zone.ts';
import { drawnLimits, limitsOf, withoutTimes, zoomed } from '../../../../../server/search/timeline/zoom.ts';

function zoom(q: string, interval: TimelineInterval, start: string, end: string, name = 'UTC'): string {
  const zone = zoneOf(name);
  if (zone === null) throw new Error(`no zone ${name}`);
  const now = Date.parse('2024-03-31T12:00:00Z');
  const text = print(zoomed(parse(q), { start: Date.parse(start), end: Date.parse(end), interval, zone, now }));
  expect(print(parse(text))).toBe(text);
  return text;
}

describe('a bucket becomes a condition', () => {
  test.each<[TimelineInterval, string, string, string, string]>([
    ['year', '2019-01-01T00:00Z', '2020-01-01T00:00Z', 'UTC', 'heron during:2019'],
    ['month', '2019-02-28T23:00Z', '2019-03-31T22:00Z', 'Europe/Berlin', 'heron during:2019-03'],
    ['day', '2019-03-04T23:00Z', '2019-03-05T23:00Z', 'Europe/Berlin', 'heron during:2019-03-05'],
    ['week', '2019-03-04T00:00Z', '2019-03-11T00:00Z', 'UTC', 'heron after:2019-03-04 before:2019-03-11'],
    ['quarter', '2019-01-01T00:00Z', '2019-04-01T00:00Z', 'UTC', 'heron after:2019-01-01 before:2019-04-01'],
    [
      '3 hours',
      '2019-03-05T12:00Z',
      '2019-03-05T15:00Z',
      'UTC',
      'heron after:2019-03-05T12:00Z before:2019-03-05T15:00Z',
    ],
    [
      'hour',
      '2019-10-27T00:00Z',
      '2019-10-27T01:00Z',
      'Europe/Berlin',
      'heron after:2019-10-27T02:00+02:00 before:2019-10-27T02:00+01:00',
    ],
    [
      '10 minutes',
      '2019-03-05T12:00Z',
      '2019-03-05T12:10Z',
      'America/St_Johns',
      'heron after:2019-03-05T08:30-03:30 before:2019-03-05T08:40-03:30',
    ],
  ])('%s %s to %s in %s', (interval, start, end, zone, expected) => {
    expect(zoom('heron', interval, start, end, zone)).toBe(expected);
  });
});

const zoomToMarch = (q: string) => zoom(q, 'month', '2019-03-01T00:00Z', '2019-04-01T00:00Z');

describe('a time condition of the query', () => {
  test('is replaced if the bucket is narrower', () => {
    expect(zoomToMarch('heron after:2018 before:2021')).toBe('heron during:2019-03');
    expect(zoomToMarch('during:2019 heron sort:old')).toBe('heron during:2019-03 sort:old');
    expect(zoomToMarch('after:10y')).toBe('during:2019-03');
    expect(zoomToMarch('heron (during:2019 OR during:2021)')).toBe('heron during:2019-03');
  });

  test('stays if it intersects the bucket', () => {
    expect(zoomToMarch('heron after:2019-03-05 before:2021')).toBe('heron after:2019-03-05 during:2019-03');
    expect(zoomToMarch('(during:2017 OR during:2021)')).toBe('(during:2017 OR during:2021) during:2019-03');
    expect(zoomToMarch('heron before:2019-03-05')).toBe('heron before:2019-03-05 during:2019-03');
    expect(zoomToMarch('during:2019-03-05..2019-07')).toBe('during:2019-03-05..2019-07 during:2019-03');
  });

  test('stays if it is within OR or NOT', () => {
    expect(zoomToMarch('after:2018 OR heron')).toBe('(after:2018 OR heron) during:2019-03');
    expect(zoomToMarch('-during:2018')).toBe('-during:2018 during:2019-03');
  });
});

test.each([
  ['', ''],
  ['heron', 'heron'],
  ['heron after:2018 before:7d', 'heron'],
  ['during:2018', ''],
  ['heron (during:2018 OR during:2020)', 'heron'],
  ['(during:2018 OR heron)', '(during:2018 OR heron)'],
  ['a OR b', '(a OR b)'],
  ['(a OR b) after:2018 sort:old', '(a OR b) sort:old'],
  ['-after:2018 group:thread', '-after:2018 group:thread'],
  ['sort:old', 'sort:old'],
])('%j without its times is %j, and accepts others', (q, rest) => {
  expect(withoutTimes(parse(q))).toBe(rest);
  const { root } = parse(`${rest} after:2019`);
  expect(root?.kind === 'and' ? root.children.at(-1)?.kind : root?.kind).toBe('time');
});

test.each<[string, readonly [string | null, string | null]]>([
  ['heron during:2019', ['2019-01-01', '2020-01-01']],
  ['after:2018-05 before:2019-02-03 heron', ['2018-05-01', '2019-02-03']],
  ['during:2018..2020 after:2019-06-01', ['2019-06-01', '2021-01-01']],
  ['during:2018 OR during:2020', ['2018-01-01', '2021-01-01']],
  ['(during:2018 OR during:2020) before:2019', ['2018-01-01', '2019-01-01']],
  ['after:2018', ['2018-01-01', null]],
  ['before:2018', [null, '2018-01-01']],
  ['during:..2018', ['0001-01-01', '2019-01-01']],
  ['(during:2018 OR heron)', [null, null]],
  ['modified:2018', [null, null]],
])('%j limits its hits to %j', (q, expected) => {
  expect(limits(q)).toEqual(expected);
});

test('contradictory conditions have no limits, and only limits at both ends are drawn', () => {
  expect(limits('during:2018 during:2020')).toBeNull();
  expect(drawnLimits(read('during:2018'))).toEqual(read('during:2018'));
  for (const q of ['heron', 'after:2018', 'during:1200..2020', 'during:2018 during:2020'])
    expect(drawnLimits(read(q))).toBeNull();
});

function read(q: string) {
  const zone = zoneOf('UTC');
  if (zone === null) throw new Error('UTC is missing');
  return limitsOf(parse(q), { now: Date.parse('2024-03-31T12:00:00Z'), zone });
}

function limits(q: string): readonly [string | null, string | null] | null {
  const found = read(q);
  return found === null ? null : [day(found.start), day(found.end)];
}

function day(time: number): string | null {
  return Number.isFinite(time) ? new Date(time).toISOString().slice(0, 10) : null;
}
