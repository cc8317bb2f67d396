/** Converts between moments and the wall-clock time of a time zone. Moments are milliseconds since 1970. */

export interface Zone {
  readonly name: string;
  /** Milliseconds to add to UTC at this moment. */
  offsetAt(time: number): number;
  /**
   * The first moment with this wall-clock time. Parts beyond their range carry over as in `Date.UTC` (month 12 is the next
   * January). A wall-clock time that a clock change skips means the moment of the change.
   */
  timeOf(wall: WallTime): number;
  wallAt(time: number): Required<WallTime>;
}

export interface WallTime {
  readonly year: number;
  /** 0 is January. */
  readonly month: number;
  readonly day: number;
  readonly hour?: number;
  readonly minute?: number;
}

const DAY_MS = 86_400_000;

/** There are about six hundred zones, some with several spellings. */
const MAX_KNOWN = 1_000;
const known = new Map<string, Zone>();

/** `name`: an IANA name such as Europe/Berlin. null for an unknown name. */
export function zoneOf(name: string): Zone | null {
  const found = known.get(name);
  if (found !== undefined) return found;
  const format = formatOf(name);
  if (format === null) return null;
  const zone = zoneBy(format);
  if (known.size < MAX_KNOWN) known.set(name, zone);
  return zone;
}

function zoneBy(format: Intl.DateTimeFormat): Zone {
  const { timeZone } = format.resolvedOptions();
  const offsetAt = (time: number) => {
    if (timeZone === 'UTC') return 0;
    const second = Math.floor(time / 1000) * 1000;
    return asUtc(format, second) - second;
  };
  return {
    name: timeZone,
    offsetAt,
    timeOf(wall) {
      const shown = utcOf(wall);
      // Zones do not change their clocks twice within two days, so one of the two offsets is in force.
      const before = shown - offsetAt(shown - DAY_MS);
      const after = shown - offsetAt(shown + DAY_MS);
      if (before === after) return before;
      const first = Math.min(before, after);
      if (first + offsetAt(first) === shown) return first;
      const second = Math.max(before, after);
      // If neither matches, the wall-clock time was skipped.
      return second + offsetAt(second) === shown ? second : before;
    },
    wallAt(time) {
      const shown = new Date(time + offsetAt(time));
      return {
        year: shown.getUTCFullYear(),
        month: shown.getUTCMonth(),
        day: shown.getUTCDate(),
        hour: shown.getUTCHours(),
        minute: shown.getUTCMinutes(),
      };
    },
  };
}

/** Not `Date.UTC`, which reads years below 100 as 19xx. */
function utcOf({ year, month, day, hour = 0, minute = 0 }: WallTime): number {
  return new Date(0).setUTCFullYear(year, month, day) + hour * 3_600_000 + minute * 60_000;
}

function formatOf(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-u-ca-iso8601', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  } catch {
    return null;
  }
}

/** Parses the formatted text, since `formatToParts` takes three times as long. */
function asUtc(format: Intl.DateTimeFormat, time: number): number {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = (
    format.format(time).match(/\d+/g) ?? []
  ).map(Number);
  return utcOf({ year, month: month - 1, day, hour, minute }) + second * 1000;
}
