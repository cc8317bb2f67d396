import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newYorkTime, shortNewYorkTime } from '../../../mappings/new-york-time.ts';

const FORMAT = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  year: '2-digit',
  month: '2-digit',
  day: '2-digit',
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

const partsOf = (time: Date) =>
  Object.fromEntries(FORMAT.formatToParts(time).map(({ type, value }) => [type, value])) as Record<string, string>;

const bare = (text: string) => String(Number(text));
const at = (utc: string) => shortNewYorkTime(new Date(utc));
const times = fc.date({
  min: new Date('1970-01-01T00:00:00Z'),
  max: new Date('2099-12-31T00:00:00Z'),
  noInvalidDate: true,
});

test("any time equals the runtime's time in New York", () => {
  fc.assert(
    fc.property(times, (time) => {
      const { year = '', month = '', day = '', weekday = '', hour = '', minute = '', second = '' } = partsOf(time);
      const date = `${month}/${day}/${year}(${weekday})`;
      expect(newYorkTime(time).slice(0, 18)).toBe(`${date}${hour}:${minute}`);
      expect(newYorkTime(time).slice(18)).toBe(time < new Date('2014-02-01T05:00:00Z') ? '' : `:${second}`);
      const short = `${bare(month)}/${bare(day)}/${year}(${weekday})${bare(hour)}:${minute}`;
      expect(shortNewYorkTime(time)).toBe(short);
    }),
  );
});

test('the repeated and the skipped hour of clock changes are right', () => {
  expect(at('2019-11-03T05:59:59Z')).toBe('11/3/19(Sun)1:59');
  expect(at('2019-11-03T06:00:00Z')).toBe('11/3/19(Sun)1:00');
  expect(at('2019-03-10T07:00:00Z')).toBe('3/10/19(Sun)3:00');
});
