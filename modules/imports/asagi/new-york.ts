/**
 * Asagi stores the clock reading of New York as if it were UTC. The IANA zone has the rules for the clock changes, also before 2007.
 * All times here are whole seconds since 1970.
 */

const HOUR = 3600;
const FIRST_YEAR = 2003;
const LAST_YEAR = 2040;

const zone = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
});

/** The offset of New York behind UTC, from the zone's data. */
export function zoneOffset(instant: number): number {
  const parts = new Map(zone.formatToParts(instant * 1000).map(({ type, value }) => [type, Number(value)]));
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
  const reading = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return instant - reading / 1000;
}

interface Change {
  /** The offset applies from this instant. */
  readonly from: number;
  readonly offset: number;
}

/** Found once by bisection: a query of the zone data for each post would dominate the import time. */
const startOf = (year: number, month: number): number => Date.UTC(year, month, 1) / 1000;

function findChanges(): readonly Change[] {
  const changes: Change[] = [{ from: startOf(FIRST_YEAR, 0), offset: zoneOffset(startOf(FIRST_YEAR, 0)) }];
  for (let year = FIRST_YEAR; year < LAST_YEAR; year++) {
    for (const month of [0, 6]) {
      let [before, after] = [startOf(year, month), startOf(year, month + 6)];
      const offset = zoneOffset(after);
      if (offset === zoneOffset(before)) continue;
      while (after - before > 1) {
        const middle = Math.floor((before + after) / 2);
        if (zoneOffset(middle) === offset) after = middle;
        else before = middle;
      }
      changes.push({ from: after, offset });
    }
  }
  return changes;
}

const CHANGES = findChanges();

/** Readings between two changes, at least an hour away from repeated and skipped readings. */
const STRETCHES = CHANGES.map(({ from, offset }, place) => ({
  from: place === 0 ? -Infinity : from - 3 * HOUR,
  to: (CHANGES[place + 1]?.from ?? Infinity) - 6 * HOUR,
  offset,
}));

/** Rows are nearly in time order, so consecutive ones nearly always use the same entry. */
let latest = STRETCHES[0];

function stretchOf(reading: number): (typeof STRETCHES)[number] | undefined {
  const isIn = ({ from, to }: (typeof STRETCHES)[number]) => reading >= from && reading < to;
  if (latest !== undefined && isIn(latest)) return latest;
  const found = STRETCHES.find(isIn);
  latest = found ?? latest;
  return found;
}

/** True if the clocks changed within some hours of this reading. */
export function isNearChange(reading: number): boolean {
  return stretchOf(reading) === undefined;
}

function offsetAt(instant: number): number {
  let [low, high] = [0, CHANGES.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((CHANGES[middle]?.from ?? 0) <= instant) low = middle;
    else high = middle - 1;
  }
  return CHANGES[low]?.offset ?? 5 * HOUR;
}

/**
 * The instants at which clocks in New York showed this reading, earliest first: usually one, two in the hour that is repeated in
 * autumn, none in the hour that is skipped in spring.
 */
export function instantsOf(reading: number): readonly number[] {
  const stretch = stretchOf(reading);
  if (stretch !== undefined) return [reading + stretch.offset];
  return [4 * HOUR, 5 * HOUR]
    .map((offset) => reading + offset)
    .filter((instant) => offsetAt(instant) === instant - reading);
}

/** The reading of clocks in New York, as if it were UTC. */
export function readingAt(instant: number): number {
  return instant - offsetAt(instant);
}
