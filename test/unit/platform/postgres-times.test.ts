import fc from 'fast-check';
import pg from 'pg';
import { expect, test } from 'vitest';
import { parseUtcTime } from '../../../platform/postgres.ts';

const asTheDriver: (text: string) => unknown = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ);

test('a time is read as the driver reads it, whatever its fraction', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true }),
      fc.integer({ min: 0, max: 999_999 }),
      fc.integer({ min: 0, max: 6 }),
      (date, micros, digits) => {
        const fraction = digits === 0 ? '' : `.${String(micros).padStart(6, '0').slice(0, digits)}`;
        const text = `${date.toISOString().slice(0, 19).replace('T', ' ')}${fraction}+00`;
        expect(parseUtcTime(text)).toEqual(asTheDriver(text));
      },
    ),
  );
});

test.each([
  'infinity',
  '-infinity',
  '0044-03-15 12:00:00+00 BC',
  '12022-01-31 23:59:59+00',
  '2022-01-31 23:59:59+05:30',
])('what is no plain time of this era in UTC is left to the driver: %s', (text) => {
  expect(parseUtcTime(text)).toEqual(asTheDriver(text));
});
