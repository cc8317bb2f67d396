import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isNearDoubleHour, untangle, type NightPost } from '../../../asagi/double-hour.ts';
import { instantsOf, readingAt, zoneOffset } from '../../../asagi/new-york.ts';
import { countOf } from '../../../../../test/support/full-counts.ts';

const MINUTE = 60;
const HOUR = 3600;
const YEARS = Array.from({ length: 28 }, (_, at) => 2003 + at);

/**
 * Until 2006 the clocks changed on the first Sunday of April and the last of October, since then on the second of March and the first
 * of November.
 */
function sunday(year: number, month: number, nth: number): number {
  const first = new Date(Date.UTC(year, month, 1)).getUTCDay();
  return Date.UTC(year, month, 1 + ((7 - first) % 7) + (nth - 1) * 7) / 1000;
}
function lastSundayOfOctober(year: number): number {
  return Date.UTC(year, 9, 31 - new Date(Date.UTC(year, 9, 31)).getUTCDay()) / 1000;
}
const SPRINGS = YEARS.map((year) => (year < 2007 ? sunday(year, 3, 1) : sunday(year, 2, 2)) + 7 * HOUR);
const AUTUMNS = YEARS.map((year) => (year < 2007 ? lastSundayOfOctober(year) : sunday(year, 10, 1)) + 6 * HOUR);

describe("New York's clock", () => {
  test('is the one of the zone in every minute around all changes from 2003 to 2030', () => {
    for (const change of [...SPRINGS, ...AUTUMNS]) {
      expect(readingAt(change) - readingAt(change - 1)).toBe(SPRINGS.includes(change) ? HOUR + 1 : 1 - HOUR);
      for (let instant = change - 4 * HOUR; instant < change + 4 * HOUR; instant += 10 * MINUTE) {
        expect(instant - readingAt(instant)).toBe(zoneOffset(instant));
      }
    }
  });

  test('converts back to the instant in every minute, with two candidates in the double hour and none in the gap', () => {
    for (const change of [...SPRINGS, ...AUTUMNS]) {
      for (let instant = change - 3 * HOUR; instant < change + 3 * HOUR; instant += MINUTE) {
        const isDouble = AUTUMNS.includes(change) && instant >= change - HOUR && instant < change + HOUR;
        const instants = instantsOf(readingAt(instant));
        expect([instants.includes(instant), instants.length]).toEqual([true, isDouble ? 2 : 1]);
      }
    }
    for (const change of SPRINGS) expect(instantsOf(readingAt(change - 1) + 30 * MINUTE)).toEqual([]);
  });
});

interface Written {
  readonly post: NightPost;
  readonly instant: number;
}

/** A night on a board: posts at rising times with rising numbers, some with files, and a thread that was moved to the board. */
const nights = fc
  .record({
    change: fc.constantFrom(...AUTUMNS),
    gaps: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 60 }),
    jumps: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 60, maxLength: 60 }),
    files: fc.array(fc.boolean(), { minLength: 80, maxLength: 80 }),
    seconds: fc.integer({ min: 0, max: 59 }),
    moved: fc.option(
      fc.record({
        at: fc.integer({ min: 0, max: 59 }),
        start: fc.integer({ min: -110, max: 50 }),
        length: fc.integer({ min: 3, max: 8 }),
      }),
    ),
  })
  .map(({ change, gaps, jumps, files, seconds, moved }) => {
    const written: Written[] = [];
    let [num, instant] = [1000, change - 2 * HOUR + seconds];
    const add = (thread: number, at: number) => {
      const hasFile = files[written.length] === true;
      const post = { num, thread, reading: readingAt(at), fileSecond: hasFile ? at : null, isOld: false };
      written.push({ post, instant: at });
    };
    for (const [at, gap] of gaps.entries()) {
      instant += gap * MINUTE;
      num += jumps[at] ?? 1;
      add(1, instant);
      if (moved?.at !== at) continue;
      const thread = num + 1;
      for (let reply = 0; reply < moved.length; reply++) {
        num++;
        add(thread, change + (moved.start + reply) * MINUTE);
      }
    }
    return written.filter(({ post }) => isNearDoubleHour(post.reading));
  });

test('every wrong time of a double hour is marked, with gaps, files and moved threads', () => {
  fc.assert(
    fc.property(nights, fc.integer({ min: 1, max: 5 }), (written, order) => {
      // The order of insertion does not matter.
      const posts = written.map(({ post }) => post);
      const choices = untangle(order > 2 ? posts.toReversed() : posts);
      for (const { post, instant } of written) {
        const choice = choices.get(post.num);
        if (choice?.isUncertain === false) expect([post.num, choice.instant]).toEqual([post.num, instant]);
        else expect(instantsOf(post.reading)).toContain(instant);
        if (post.fileSecond !== null) expect(choice).toEqual({ instant, isUncertain: false });
      }
    }),
    { numRuns: countOf(20_000, 1000) },
  );
});

test('a backward step of the clock decides all posts of the night, one a minute, in every year', () => {
  for (const change of AUTUMNS) {
    const instants = Array.from({ length: 120 }, (_, minute) => change - HOUR + minute * MINUTE);
    const posts = instants.map((at, num) => ({
      num: num * 2,
      thread: 1,
      reading: readingAt(at),
      fileSecond: null,
      isOld: false,
    }));
    const choices = untangle(posts);
    expect(posts.map(({ num }) => choices.get(num))).toEqual(
      instants.map((instant) => ({ instant, isUncertain: false })),
    );
  }
});
