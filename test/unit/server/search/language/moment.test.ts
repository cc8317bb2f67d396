import { describe, expect, test } from 'vitest';
import {
  isBackwards,
  mendMoment,
  parseMoment,
  resolveMoment,
  UTC,
  type Period,
} from '../../../../../server/search/language/moment.ts';
import { zoneOf, type Zone } from '../../../../../server/search/language/zone.ts';

const NOW = Date.parse('2024-03-31T12:00:00Z');

function resolved(written: string, { now = NOW, zone = UTC } = {}): Period {
  const moment = parseMoment(written);
  if (moment === null) throw new Error(`${written} is no moment`);
  return resolveMoment(moment, { now, zone });
}

function startOf(written: string): string {
  return new Date(resolved(written).start).toISOString();
}

describe('a moment', () => {
  test.each([
    ['2019', '2019-01-01T00:00:00.000Z'],
    ['2019-03', '2019-03-01T00:00:00.000Z'],
    ['2019-03-05', '2019-03-05T00:00:00.000Z'],
    ['2019-03-05T12:30', '2019-03-05T12:30:00.000Z'],
    ['2019-03-05t12:30:01.5z', '2019-03-05T12:30:01.500Z'],
    ['2019-03-05T12:30+02:00', '2019-03-05T10:30:00.000Z'],
    ['2020-02-29', '2020-02-29T00:00:00.000Z'],
    ['0000', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59-23:00', '9999-12-31T23:59:59.999Z'],
  ])('%s is %s', (written, time) => {
    expect(startOf(written)).toBe(time);
  });

  test.each([
    ['24h', '2024-03-30T12:00:00.000Z'],
    ['7d', '2024-03-24T12:00:00.000Z'],
    ['2w', '2024-03-17T12:00:00.000Z'],
    ['1mo', '2024-02-29T12:00:00.000Z'],
    ['13mo', '2023-02-28T12:00:00.000Z'],
    ['1Y', '2023-03-31T12:00:00.000Z'],
    ['9999y', '0001-01-01T00:00:00.000Z'],
  ])('%s before noon of 31 March 2024 is %s', (written, time) => {
    expect(startOf(written)).toBe(time);
  });

  test.each([
    '',
    'x',
    '7',
    '7m',
    '-7d',
    '2019-13',
    '2019-02-30',
    '2019-3-5',
    '2019-03-05T24:30',
    '2019-03-05  12:30',
    '12345d',
    '٢٠١٩',
  ])('"%s" is invalid', (written) => {
    expect(parseMoment(written)).toBeNull();
  });

  test.each([
    ['2019/3/5', '2019-03-05'],
    ['2019.12', '2019-12'],
    ['2019-3-5', '2019-03-05'],
    ['2019/2/30', null],
    ['7days', '7d'],
    ['3 months', '3mo'],
    ['7m', '7mo'],
    ['5mins', '5min'],
    ['tomorrow', null],
  ])('%s is corrected to %s', (written, mended) => {
    expect(mendMoment(written)).toBe(mended);
  });
});

function zoneNamed(name: string): Zone {
  const found = zoneOf(name);
  if (found === null) throw new Error(`no zone ${name}`);
  return found;
}

function periodOf(written: string, options: Parameters<typeof resolved>[1] = {}): string {
  const { start, end } = resolved(written, options);
  return `${new Date(start).toISOString()} ${new Date(end).toISOString()}`;
}

describe('a period', () => {
  test.each([
    ['2019', '2019-01-01T00:00:00.000Z 2020-01-01T00:00:00.000Z'],
    ['2020-02', '2020-02-01T00:00:00.000Z 2020-03-01T00:00:00.000Z'],
    ['2019-12-31', '2019-12-31T00:00:00.000Z 2020-01-01T00:00:00.000Z'],
    ['2019-03-05T23', '2019-03-05T23:00:00.000Z 2019-03-06T00:00:00.000Z'],
    ['2019-03-05T12:59', '2019-03-05T12:59:00.000Z 2019-03-05T13:00:00.000Z'],
    ['2019-03-05T12:59:59', '2019-03-05T12:59:59.000Z 2019-03-05T13:00:00.000Z'],
    ['2019-03-05T12:59:59.5', '2019-03-05T12:59:59.500Z 2019-03-05T12:59:59.501Z'],
    ['2019-03-05 12:30', '2019-03-05T12:30:00.000Z 2019-03-05T12:31:00.000Z'],
    ['2019-03-05Z', '2019-03-05T00:00:00.000Z 2019-03-06T00:00:00.000Z'],
    ['2019-03-05-0500', '2019-03-05T05:00:00.000Z 2019-03-06T05:00:00.000Z'],
    ['1551744000', '2019-03-05T00:00:00.000Z 2019-03-05T00:00:01.000Z'],
    ['7d', '2024-03-24T12:00:00.000Z 2024-03-31T12:00:00.000Z'],
    ['90min', '2024-03-31T10:30:00.000Z 2024-03-31T12:00:00.000Z'],
    ['today', '2024-03-31T00:00:00.000Z 2024-04-01T00:00:00.000Z'],
    ['YESTERDAY', '2024-03-30T00:00:00.000Z 2024-03-31T00:00:00.000Z'],
    ['2019-03..2019-05', '2019-03-01T00:00:00.000Z 2019-06-01T00:00:00.000Z'],
    ['2019..', '2019-01-01T00:00:00.000Z 9999-12-31T23:59:59.999Z'],
    ['..2019', '0001-01-01T00:00:00.000Z 2020-01-01T00:00:00.000Z'],
    ['30d..7d', '2024-03-01T12:00:00.000Z 2024-03-24T12:00:00.000Z'],
    ['2w..today', '2024-03-17T12:00:00.000Z 2024-04-01T00:00:00.000Z'],
    ['9999', '9999-01-01T00:00:00.000Z 9999-12-31T23:59:59.999Z'],
  ])('%s is %s', (written, period) => {
    expect(periodOf(written)).toBe(period);
  });

  test.each([
    ['Europe/Berlin', '2019-07', '2019-06-30T22:00:00.000Z 2019-07-31T22:00:00.000Z'],
    ['America/New_York', '2019', '2019-01-01T05:00:00.000Z 2020-01-01T05:00:00.000Z'],
    ['Asia/Kolkata', '2019-03-05T12:30:15', '2019-03-05T07:00:15.000Z 2019-03-05T07:00:16.000Z'],
    // A time with a zone keeps that zone.
    ['Europe/Berlin', '2019-07-01T12:00Z', '2019-07-01T12:00:00.000Z 2019-07-01T12:01:00.000Z'],
    ['Europe/Berlin', '2019-07-01-05:00', '2019-07-01T05:00:00.000Z 2019-07-02T05:00:00.000Z'],
    ['Asia/Tokyo', '1551744000', '2019-03-05T00:00:00.000Z 2019-03-05T00:00:01.000Z'],
    // Noon of 31 March is 1 o'clock of the next day in Auckland, and 2 of the same day in Honolulu.
    ['Pacific/Auckland', 'today', '2024-03-31T11:00:00.000Z 2024-04-01T11:00:00.000Z'],
    ['Pacific/Honolulu', 'yesterday', '2024-03-30T10:00:00.000Z 2024-03-31T10:00:00.000Z'],
  ])('in %s %s is %s', (name, written, period) => {
    expect(periodOf(written, { zone: zoneNamed(name) })).toBe(period);
  });

  test.each([
    ['a day of 23 hours', '2024-03-31', '2024-03-30T23:00:00.000Z 2024-03-31T22:00:00.000Z'],
    ['a day of 25 hours', '2024-10-27', '2024-10-26T22:00:00.000Z 2024-10-27T23:00:00.000Z'],
    ['an hour that clocks show twice', '2024-10-27T02', '2024-10-27T00:00:00.000Z 2024-10-27T02:00:00.000Z'],
    ['an hour that they skip', '2024-03-31T02', '2024-03-31T01:00:00.000Z 2024-03-31T01:00:00.000Z'],
    ['a minute of it', '2024-03-31T02:30', '2024-03-31T01:30:00.000Z 2024-03-31T01:30:00.000Z'],
    ['the hour after', '2024-03-31T03', '2024-03-31T01:00:00.000Z 2024-03-31T02:00:00.000Z'],
  ])('where clocks change, %s', (_, written, period) => {
    expect(periodOf(written, { zone: zoneNamed('Europe/Berlin') })).toBe(period);
  });

  test('a month ago is the same time of day, and a day ago the same number of hours', () => {
    const berlin = { zone: zoneNamed('Europe/Berlin'), now: Date.parse('2024-04-15T10:00:05Z') };
    expect(periodOf('1mo', berlin)).toBe('2024-03-15T11:00:05.000Z 2024-04-15T10:00:05.000Z');
    expect(periodOf('31d', berlin)).toBe('2024-03-15T10:00:05.000Z 2024-04-15T10:00:05.000Z');
  });

  test('a time before 1970 has its seconds too', () => {
    expect(periodOf('1y', { now: Date.parse('1960-05-05T00:00:07Z') })).toBe(
      '1959-05-05T00:00:07.000Z 1960-05-05T00:00:07.000Z',
    );
  });
});

describe('a range', () => {
  test.each(['..', '2019..x', 'x..2019', '2019..2020..2021', '2019...2020'])('"%s" is invalid', (written) => {
    expect(parseMoment(written)).toBeNull();
  });

  test.each([
    ['2020..2019', true],
    ['2019-03-05..2019-03-04', true],
    ['7d..30d', true],
    ['today..yesterday', true],
    ['2019..2019', false],
    ['30d..7d', false],
    ['2019..7d', false],
    ['2999..today', false],
    ['..2019', false],
  ])('%s ends before it begins: %s', (written, backwards) => {
    const moment = parseMoment(written);
    expect(moment !== null && isBackwards(moment)).toBe(backwards);
  });
});
