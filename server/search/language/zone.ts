/** What clocks on a wall of a time zone show, and when they show it. Times are milliseconds since 1970. */

export interface Zone {
  readonly name: string;
  /** What has to be added to UTC at this moment, in milliseconds. */
  offsetAt(time: number): number;
  /**
   * The first moment at which clocks show this. Parts beyond their range go on as in `Date.UTC` (month 12 is the next
   * January). A wall time that is skipped means the moment of the change.
   */
  timeOf(wall: WallTime): number;
  wallAt(time: number): Required<WallTime>;
}

export interface WallTime {
  readonly year: number;
  /** From 0 on. */
  readonly month: number;
  readonly day: number;
  readonly hour?: number;
  readonly minute?: number;
}

const DAY_MS = 86_400_000;

/** There are some six hundred, and more spellings. */
const MAX_KNOWN = 1_000;
const known = new Map<string, Zone>();

/** null when there is no such zone. */
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
      // No zone changes twice within two days: one of the two offsets is the one in force.
      const before = shown - offsetAt(shown - DAY_MS);
      const after = shown - offsetAt(shown + DAY_MS);
      if (before === after) return before;
      const first = Math.min(before, after);
      if (first + offsetAt(first) === shown) return first;
      const second = Math.max(before, after);
      // Neither: clocks were put forward over it.
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

/** Years below 100 mean others to `Date.UTC`. */
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

/** Read from the text: its parts one by one take three times as long. */
function asUtc(format: Intl.DateTimeFormat, time: number): number {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = (
    format.format(time).match(/\d+/g) ?? []
  ).map(Number);
  return utcOf({ year, month: month - 1, day, hour, minute }) + second * 1000;
}
