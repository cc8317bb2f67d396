import type { ChanBoard } from '../chan.ts';
import type { Scene } from '../art/scenes.ts';
import type { Words } from './grammar.ts';

/** The subject of a thread. `{it}` is one word of `about`, the same in all posts of the thread. */
export interface Topic {
  readonly about: readonly string[];
  readonly subjects: readonly string[];
  readonly openers: readonly string[];
  readonly replies: readonly string[];
  /** Each thread of a series links to the one before it. */
  readonly series?: boolean;
}

/** Probabilities, from 0 to 1, with which a post of the board has each feature. */
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
  /** Number of the first post. */
  readonly firstNo: number;
  readonly years: number;
  /** For captured boards: posts always carry the demo's name and use only the theme's own phrases. */
  readonly guest: boolean;
  /** Share of the posts of a generated site. */
  readonly share: number;
  readonly welcome: { readonly sub: string; readonly com: string };
  /** A sticky thread with posts by staff of every rank. */
  readonly news?: { readonly sub: string; readonly posts: readonly (readonly [capcode: string, com: string])[] };
  readonly words: Words;
  readonly topics: readonly Topic[];
  /** Replies for any thread of the board. */
  readonly replies: readonly string[];
  /** Posts of several lines: a recipe, an itinerary, a list. */
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
  /** Caption of the board's pictures. */
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
