/** The posts that were on the reader's screen, by thread, kept in this browser. */
import { useMemo } from 'react';
import type { Post } from '../../../mappings/contract/post.ts';
import { postAnchor } from './addresses.ts';
import { parseList, readPreferenceList, savePreferenceList, usePreference } from './preferences.ts';

const STORAGE_KEY = 'read-posts';
/** Storage is small: the threads that were read longest ago are dropped. */
const MAX_THREADS = 500;
/** Posts of further ranges count as unread again. */
const MAX_RANGES = 20;

/** The read posts of a thread. Ranges are named by the anchors of their first and last post; the first range may begin before all posts. */
export interface ReadMark {
  readonly ranges: readonly (readonly [from: string | null, to: string])[];
  /** The number of read posts. null in marks of older versions, which have one range and no count. */
  readonly count: number | null;
}

/** null for a thread that was never open. An entry is `g/123 p150,p300-p310 161`: up to p150, from p300 to p310, 161 posts. */
export function markIn(marks: readonly string[], thread: string): ReadMark | null {
  const entry = marks.find((text) => text.startsWith(`${thread} `));
  return entry === undefined ? null : markOf(entry);
}

function markOf(entry: string): ReadMark {
  const [, ranges = '', count] = entry.split(' ');
  return {
    ranges: ranges.split(',').flatMap((range): ReadMark['ranges'] => {
      const [first = '', last] = range.split('-');
      if (first === '') return [];
      return [last === undefined ? [null, first] : [first, last]];
    }),
    count: count === undefined || !/^\d+$/.test(count) ? null : Number(count),
  };
}

export function withMark(marks: readonly string[], thread: string, { ranges, count }: ReadMark): readonly string[] {
  const others = marks.filter((text) => !text.startsWith(`${thread} `));
  const texts = ranges.slice(0, MAX_RANGES).map(([from, to]) => (from === null ? to : `${from}-${to}`));
  return [...others, `${thread} ${texts.join(',')}${count === null ? '' : ` ${count}`}`].slice(-MAX_THREADS);
}

export function readMark(thread: string): ReadMark | null {
  return markIn(readPreferenceList(STORAGE_KEY), thread);
}

export function saveMark(thread: string, mark: ReadMark): void {
  savePreferenceList(STORAGE_KEY, withMark(readPreferenceList(STORAGE_KEY), thread, mark));
}

/** The anchors of the posts within the ranges. `posts`: all of the thread, in the order of time. */
export function seenIn(posts: readonly Post[], { ranges }: Pick<ReadMark, 'ranges'>): ReadonlySet<string> {
  const places = new Map(posts.map((post, place) => [anchorOf(post), place]));
  const seen = new Set<string>();
  for (const [from, to] of ranges) {
    const first = from === null ? 0 : (places.get(from) ?? posts.findIndex((post) => post.num >= numOf(from)));
    // The post may be hidden now: then the one that was next to it.
    const last = places.get(to) ?? posts.findLastIndex((post) => post.num <= numOf(to));
    for (const post of first === -1 ? [] : posts.slice(first, last + 1)) seen.add(anchorOf(post));
  }
  return seen;
}

/** Returns the mark of a thread from its posts and the anchors of those that were seen. */
export function markOfSeen(posts: readonly Post[], seen: ReadonlySet<string>): ReadMark {
  const ranges: [string | null, string][] = [];
  let isOpen = false;
  let count = 0;
  for (const [place, post] of posts.entries()) {
    const anchor = anchorOf(post);
    const isSeen = seen.has(anchor);
    const last = ranges.at(-1);
    if (isSeen) {
      count += 1;
      if (isOpen && last !== undefined) last[1] = anchor;
      else ranges.push([place === 0 ? null : anchor, anchor]);
    }
    isOpen = isSeen;
  }
  return { ranges, count };
}

export function anchorOf({ num, subnum }: Pick<Post, 'num' | 'subnum'>): string {
  return postAnchor(num, subnum);
}

function numOf(anchor: string): number {
  return Number(/\d+/.exec(anchor)?.[0]);
}

/** The number of unread posts of a thread that the reader has had open; 0 for others, and while a page is hydrated. */
export function useUnreadCount(): (board: string, num: number, posts: number) => number {
  const text = usePreference(STORAGE_KEY);
  const counts = useMemo(
    () => new Map(parseList(text).map((entry) => [entry.slice(0, entry.indexOf(' ')), markOf(entry).count])),
    [text],
  );
  return (board, num, posts) => {
    const read = counts.get(`${board}/${num}`) ?? null;
    return read === null ? 0 : Math.max(0, posts - read);
  };
}
