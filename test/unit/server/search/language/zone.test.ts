import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { zoneOf, type Zone } from '../../../../../server/search/language/zone.ts';

function zone(name: string): Zone {
  const found = zoneOf(name);
  if (found === null) throw new Error(`no zone ${name}`);
  return found;
}

const iso = (time: number) => new Date(time).toISOString();

test('invalid zones are recognized', () => {
  for (const name of ['', 'Mars/Olympus', 'Europe/Berlin; drop', '../UTC']) expect(zoneOf(name)).toBeNull();
});

describe('a wall time', () => {
  test.each([
    ['UTC', { year: 2024, month: 2, day: 31 }, '2024-03-31T00:00:00.000Z'],
    ['Europe/Berlin', { year: 2024, month: 2, day: 31 }, '2024-03-30T23:00:00.000Z'],
    ['Europe/Berlin', { year: 2024, month: 3, day: 1 }, '2024-03-31T22:00:00.000Z'],
    ['Asia/Kolkata', { year: 2024, month: 0, day: 1, hour: 12, minute: 15 }, '2024-01-01T06:45:00.000Z'],
    ['Asia/Kathmandu', { year: 2023, month: 12, day: 1 }, '2023-12-31T18:15:00.000Z'],
  ])('in %s, %o, is a moment', (name, wall, expected) => {
    expect(iso(zone(name).timeOf(wall))).toBe(expected);
  });

  test('that clocks skip is the moment of the change', () => {
    // Two o'clock became three.
    expect(iso(zone('Europe/Berlin').timeOf({ year: 2024, month: 2, day: 31, hour: 2 }))).toBe(
      '2024-03-31T01:00:00.000Z',
    );
    // Midnight became one o'clock, so the day begins there.
    expect(iso(zone('America/Sao_Paulo').timeOf({ year: 2018, month: 10, day: 4 }))).toBe('2018-11-04T03:00:00.000Z');
  });

  test('that occurs twice is its first occurrence', () => {
    expect(iso(zone('Europe/Berlin').timeOf({ year: 2024, month: 9, day: 27, hour: 2 }))).toBe(
      '2024-10-27T00:00:00.000Z',
    );
    // A day that begins twice.
    expect(iso(zone('America/Havana').timeOf({ year: 2024, month: 10, day: 3 }))).toBe('2024-11-03T04:00:00.000Z');
  });
});

test('round-trips for every full minute, except the second occurrence of a repeated one', () => {
  const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia'].map(zone);
  const minutes = fc.integer({ min: Date.UTC(1995, 0) / 60_000, max: Date.UTC(2035, 0) / 60_000 });
  fc.assert(
    fc.property(fc.constantFrom(...zones), minutes, (where, minute) => {
      const time = minute * 60_000;
      const again = where.timeOf(where.wallAt(time));
      expect(again).toBeLessThanOrEqual(time);
      expect(again + where.offsetAt(again)).toBe(time + where.offsetAt(time));
      if (where.offsetAt(time - 86_400_000) === where.offsetAt(time)) expect(again).toBe(time);
    }),
    { numRuns: 2_000 },
  );
});
