/** `now` and `fourchan_date`: wall clocks of New York, as the site has always written them. */

const parts = new Intl.DateTimeFormat('en-US', {
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

/** In captured answers a post of January 2014 has no seconds, and those of May 2014 have. */
const SECONDS_SINCE = Date.parse('2014-02-01T05:00:00Z');

/** `05/02/14(Fri)14:06:12`; in its first ten years without seconds. */
export function newYorkTime(time: Date): string {
  const part = Object.fromEntries(parts.formatToParts(time).map(({ type, value }) => [type, value]));
  const clock = `${part['hour']}:${part['minute']}`;
  const seconds = time.getTime() < SECONDS_SINCE ? '' : `:${part['second']}`;
  return `${part['month']}/${part['day']}/${part['year']}(${part['weekday']})${clock}${seconds}`;
}
