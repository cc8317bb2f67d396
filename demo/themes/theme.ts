import type { ChanBoard } from '../chan.ts';
import type { Scene } from '../art/scenes.ts';
import type { Words } from './grammar.ts';

/** What a thread is about. `{it}` is the same word of `about` in every post of one thread. */
export interface Topic {
  readonly about: readonly string[];
  readonly subjects: readonly string[];
  readonly openers: readonly string[];
  readonly replies: readonly string[];
  /** Each thread of a series links to the one before it. */
  readonly series?: boolean;
}

/** How often a post of the board has what, from 0 to 1. */
export interface Habits {
  readonly file: number;
  readonly greentext: number;
  readonly spoiler: number;
  readonly spoilerFile: number;
  readonly code: number;
  readonly math: number;
  readonly sjis: number;
  readonly exif: number;
  readonly oekaki: number;
  readonly fortune: number;
  readonly story: number;
  readonly long: number;
}

export interface Theme {
  readonly board: ChanBoard;
  /** The number at which the board's history begins. */
  readonly firstNo: number;
  readonly years: number;
  /** Speaks on boards that are not the demo's own, so always under the demo's name and of nothing but itself. */
  readonly guest: boolean;
  /** Share of the posts of a generated site. */
  readonly share: number;
  readonly welcome: { readonly sub: string; readonly com: string };
  /** A pinned thread in which staff of every rank writes. */
  readonly news?: { readonly sub: string; readonly posts: readonly (readonly [capcode: string, com: string])[] };
  readonly words: Words;
  readonly topics: readonly Topic[];
  /** Said in any thread of the board. */
  readonly replies: readonly string[];
  /** Several lines that stand for themselves: a recipe, an itinerary, a list. */
  readonly long: readonly string[];
  readonly stories: readonly string[];
  readonly secrets: readonly string[];
  readonly code: readonly string[];
  readonly math: readonly string[];
  readonly sjis: readonly string[];
  readonly names: readonly string[];
  readonly filenames: readonly string[];
  readonly tags: readonly string[];
  readonly scenes: readonly Scene[];
  /** The word that the board's pictures carry. */
  readonly banner: string;
  readonly habits: Habits;
}

export const NO_HABITS: Habits = {
  file: 0,
  greentext: 0,
  spoiler: 0,
  spoilerFile: 0,
  code: 0,
  math: 0,
  sjis: 0,
  exif: 0,
  oekaki: 0,
  fortune: 0,
  story: 0,
  long: 0,
};
