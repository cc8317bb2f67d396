/** Resolves times in the hour that clocks in New York show twice, by file names and the order of post numbers. */
import { instantsOf, isNearChange } from './new-york.ts';

/** A post of the night: from an hour before the double hour to an hour after it. */
export interface NightPost {
  readonly num: number;
  readonly thread: number;
  /** The stored clock reading. */
  readonly reading: number;
  /** The second in the post's file name; null without one. */
  readonly fileSecond: number | null;
  /** The posts with lower numbers are hours later: the post was moved to the board, and its number is not evidence. */
  readonly isOld: boolean;
}

export interface Choice {
  readonly instant: number;
  /** Either instant is possible; the earlier one was taken. */
  readonly isUncertain: boolean;
}

const HOUR = 3600;
/** A file is named within seconds of its post. */
const FILE_TOLERANCE = 300;
/** Numbers and times of simultaneous posts may be in different order. */
const SLACK = 5;
/** A thread that is moved to a board gets consecutive numbers. Other threads rarely have this many. */
const RUN = 3;

export function isNearDoubleHour(reading: number): boolean {
  return isNearChange(reading) && [0, -HOUR, HOUR].some((hour) => instantsOf(reading + hour).length === 2);
}

/** Decides by number for the posts of double hours. Ghost posts are not part of the order and are judged by `choiceByFile` alone. */
export function untangle(posts: readonly NightPost[]): ReadonlyMap<number, Choice> {
  const choices = new Map<number, Choice>();
  const nights = Map.groupBy(posts, ({ reading }) => Math.floor(reading / 86_400));
  for (const night of nights.values()) {
    const sorted = night.map(withInstants).toSorted((a, b) => a.num - b.num);
    const moved = movedPosts(sorted);
    for (const { num, reading, fileSecond } of sorted) choices.set(num, choiceByFile(reading, fileSecond));
    const inOrder = sorted.filter(({ num }) => !moved.has(num));
    for (const [num, choice] of orderChoices(inOrder)) choices.set(num, choice);
  }
  return choices;
}

export function choiceByFile(reading: number, fileSecond: number | null): Choice {
  const instants = instantsOf(reading);
  const byFile = nearest(instants, fileSecond);
  return { instant: byFile ?? instants[0] ?? reading, isUncertain: byFile === null && instants.length > 1 };
}

function nearest(instants: readonly number[], fileSecond: number | null): number | null {
  if (fileSecond === null) return null;
  return instants.find((instant) => Math.abs(instant - fileSecond) <= FILE_TOLERANCE) ?? null;
}

interface Possible extends NightPost {
  readonly instants: readonly number[];
}

function withInstants(post: NightPost): Possible {
  const instants = instantsOf(post.reading);
  const byFile = nearest(instants, post.fileSecond);
  return { ...post, instants: byFile === null ? instants : [byFile] };
}

/**
 * Posts of threads that were moved to the board: their first posts have consecutive numbers. A thread counts as moved if these posts
 * are older than the posts before them, or if there are many of them.
 */
function movedPosts(sorted: readonly Possible[]): ReadonlySet<number> {
  const moved = new Set(sorted.filter(({ isOld }) => isOld).map(({ num }) => num));
  let bound = -Infinity;
  for (let at = 0; at < sorted.length; at++) {
    const first = sorted[at];
    if (first === undefined) break;
    if (first.num !== first.thread) {
      bound = later(bound, first);
      continue;
    }
    let end = at + 1;
    while (sorted[end]?.thread === first.num && sorted[end]?.num === first.num + end - at) end++;
    const row = sorted.slice(at, end);
    const isOlder = row.some(({ instants }) => (instants.at(-1) ?? Infinity) < bound - SLACK);
    if (isOlder || row.length >= RUN) for (const { num } of row) moved.add(num);
    else for (const post of row) bound = later(bound, post);
    at = end - 1;
  }
  return moved;
}

function later(bound: number, { instants, isOld }: Possible): number {
  const first = isOld ? undefined : instants.find((instant) => instant >= bound - SLACK);
  return first === undefined ? bound : Math.max(bound, first);
}

/** Times do not fall with rising numbers, so each post bounds the others. */
function orderChoices(night: readonly Possible[]): readonly (readonly [number, Choice])[] {
  const earliest = boundsOf(night.map(({ instants }) => instants));
  const mirrored = night.map(({ instants }) => instants.map((at) => -at).toReversed()).toReversed();
  const latest = boundsOf(mirrored)
    .map((bound) => -bound)
    .toReversed();
  return night.map(({ num, instants }, at) => {
    const left = instants.filter(
      (instant) => instant >= (earliest[at] ?? 0) - SLACK && instant <= (latest[at] ?? Infinity) + SLACK,
    );
    const [instant = instants[0] ?? 0] = left;
    return [num, { instant, isUncertain: left.length !== 1 && instants.length > 1 }];
  });
}

/** The earliest possible time of each post, given the posts before it. */
function boundsOf(posts: readonly (readonly number[])[]): number[] {
  let bound = -Infinity;
  return posts.map((instants) => {
    const before = bound;
    const first = instants.find((instant) => instant >= before - SLACK);
    if (first !== undefined) bound = Math.max(bound, first);
    return before;
  });
}
