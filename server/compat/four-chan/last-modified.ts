/**
 * Last-Modified as a validator that never lies, although it has no finer grain than a second. While a thread changed a
 * moment ago it may do so again within the same second, or under a time that a slow transaction took before: until that
 * is over it says a second less, and no copy is called fresh by it.
 */

/** Longer than any transaction that writes posts takes, and than clocks here are apart. */
const SETTLED_AFTER_S = 60;

export interface LastModified {
  /** Seconds since 1970. */
  readonly seconds: number;
  /** Whoever was told these very seconds has what is there now. */
  readonly isSettled: boolean;
}

export function lastModified(modified: Date, now: Date): LastModified {
  const seconds = Math.floor(modified.getTime() / 1000);
  const isSettled = now.getTime() / 1000 - seconds >= SETTLED_AFTER_S;
  return { seconds: isSettled ? seconds : seconds - 1, isSettled };
}

/** The very time and no other: clients send back what they were given. */
export function isUnchangedSince(header: string, { seconds, isSettled }: LastModified): boolean {
  return isSettled && Date.parse(header) === seconds * 1000;
}

const MOST_DATES = 1_000;
const dates = new Map<number, string>();

/** Remembered: the same threads are asked for again and again. */
export function httpDate(seconds: number): string {
  const known = dates.get(seconds);
  if (known !== undefined) return known;
  const date = new Date(seconds * 1000).toUTCString();
  if (dates.size >= MOST_DATES) dates.clear();
  dates.set(seconds, date);
  return date;
}
