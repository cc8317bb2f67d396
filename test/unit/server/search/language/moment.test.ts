import { describe, expect, test } from 'vitest';
import {
  mendMoment,
  parseMoment,
  resolveMoment,
  UTC,
  type Period,
} from '../../../../../server/search/language/moment.ts';

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
  ])('"%s" is none', (written) => {
    expect(parseMoment(written)).toBeNull();
  });

  test.each([
    ['2019/3/5', '2019-03-05'],
    ['2019.12', '2019-12'],
    ['2019-3-5', '2019-03-05'],
    ['2019/2/30', null],
    ['yesterday', null],
  ])('%s is mended to %s', (written, mended) => {
    expect(mendMoment(written)).toBe(mended);
  });
});
