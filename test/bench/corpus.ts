/**
 * Generates threads, always the same for the same number of posts. Lengths and sizes follow real boards: comments of 16
 * words in the median and 25 on average; threads of 13 posts in the median and up to 500. Words follow the
 * Zipf-Mandelbrot law. There are quotes, files (22 % of them reposts), accents, Japanese, and every field that a source
 * fills. The words are invented: counts and sizes are realistic, phrases are not.
 */
import { ABSENT_FIELDS } from '../../mappings/absent-fields.ts';
import type { PostFields, ThreadObservation } from '../../mappings/post.ts';
import { makeComment, makeSubject } from './corpus/comment.ts';
import { createFiles, type PostedFile } from './corpus/file.ts';
import { createRandom, logNormal, pick, type Random } from './corpus/random.ts';
import { vocabulary } from './corpus/vocabulary.ts';

export interface CorpusBoard {
  readonly name: string;
  /** Share of all posts. */
  readonly share: number;
  readonly hasFlags: boolean;
  readonly hasIds: boolean;
}

/** Four boards of unequal size. */
export const FOUR_BOARDS: readonly CorpusBoard[] = [
  { name: 'g', share: 0.45, hasFlags: false, hasIds: false },
  { name: 'diy', share: 0.3, hasFlags: true, hasIds: false },
  { name: 'ck', share: 0.22, hasFlags: false, hasIds: true },
  { name: 'po', share: 0.03, hasFlags: true, hasIds: true },
];
/** As many boards as 4chan has: the same four with a third of the posts, and 73 small ones. */
export const MANY_BOARDS: readonly CorpusBoard[] = [
  ...FOUR_BOARDS.map((board) => ({ ...board, share: board.share / 3 })),
  ...Array.from({ length: 73 }, (_, at) => ({ name: `b${at}`, share: 2 / 3 / 73, hasFlags: false, hasIds: false })),
];
/** As many boards, with sizes as they are: the second has half the posts of the first, the third a third. */
export const ZIPF_BOARDS: readonly CorpusBoard[] = Array.from({ length: MANY_BOARDS.length }, (_, at) => ({
  name: `z${at}`,
  share: 1 / (at + 1) / harmonic(MANY_BOARDS.length),
  hasFlags: at % 3 === 1,
  hasIds: at % 3 === 2,
}));
export const BENCH_BOARD = 'bench';
export const ONE_BOARD: readonly CorpusBoard[] = [{ name: BENCH_BOARD, share: 1, hasFlags: true, hasIds: true }];

function harmonic(terms: number): number {
  return Array.from({ length: terms }, (_, at) => 1 / (at + 1)).reduce((sum, term) => sum + term, 0);
}

export interface CorpusThread {
  readonly board: CorpusBoard;
  readonly thread: ThreadObservation;
  /** When a scraper read the thread: after its last post. */
  readonly readAt: Date;
}

export const FIRST_DAY = Date.UTC(2022, 0, 1);
export const DAYS = 695;
const DAY_MS = 86_400_000;
export const FIRST_NUM = 1_000_001;
const THREAD_MEDIAN = 13;
const THREAD_SPREAD = 1.2;
const MAX_THREAD = 500;
/** Posts of a long thread, with equal shares of each power. */
const [LONG_LEAST, LONG_MOST] = [1_000, 20_000];
const LONG_MEAN = (LONG_MOST - LONG_LEAST) / Math.log(LONG_MOST / LONG_LEAST);
/** Maximum share of a board's posts in long threads. */
const MAX_LONG_SHARE = 0.3;
/** Maximum number of threads that receive posts at the same time. */
const MAX_OPEN = 150;
const REPLY_FILE_SHARE = 0.263;
const COUNTRIES = 'US US US CA GB DE AU FR BR JP FI SE PL NL MX'.split(' ');
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789./';

/** Number of posts of each board; the sum is `posts`. */
export function postsOfBoards(boards: readonly CorpusBoard[], posts: number): number[] {
  const counts = boards.map(({ share }) => Math.floor(posts * share));
  counts[0] = (counts[0] ?? 0) + posts - counts.reduce((sum, count) => sum + count, 0);
  return counts;
}

/** Names of boards in `count` groups with about as many posts each. */
export function groupsOfBoards(boards: readonly CorpusBoard[], count: number): ReadonlySet<string>[] {
  const groups = Array.from({ length: count }, () => ({ share: 0, names: new Set<string>() }));
  for (const { name, share } of boards.toSorted((one, other) => other.share - one.share)) {
    const lightest = groups.reduce((least, group) => (group.share < least.share ? group : least));
    lightest.share += share;
    lightest.names.add(name);
  }
  return groups.map(({ names }) => names);
}

export interface GenerateOptions {
  readonly seed?: number;
  /** Approximate number of threads of 1,000 to 20,000 posts, one of 20,000 among them; they are editions of each board's general. */
  readonly longThreads?: number | undefined;
  /** Names of the boards whose threads are yielded; absent: all. */
  readonly only?: ReadonlySet<string> | undefined;
}

/** Yields the threads of one board after the other, each board's threads in the order in which they end. */
export function* generateThreads(
  boards: readonly CorpusBoard[],
  posts: number,
  { seed = 1, longThreads = 0, only }: GenerateOptions = {},
): Generator<CorpusThread> {
  const random = createRandom(seed);
  const file = createFiles(random);
  const counts = postsOfBoards(boards, posts);
  const longShare = Math.min(MAX_LONG_SHARE, (longThreads * LONG_MEAN) / posts);
  for (const [index, board] of boards.entries()) {
    if (only?.has(board.name) === false) continue;
    yield* threadsOf({ board, posts: counts[index] ?? 0, longShare, hasLongest: index === 0, random, file });
  }
}

type Draft = { -readonly [name in keyof PostFields]: PostFields[name] } & {
  /** The store's count: the files of an opener and of its replies. */
  images?: number;
};

interface OpenThread {
  readonly target: number;
  readonly nums: number[];
  readonly posts: Draft[];
}

interface BoardOptions {
  readonly board: CorpusBoard;
  readonly posts: number;
  /** Share of the posts in long threads. */
  readonly longShare: number;
  /** Its first long thread has the most posts of all. */
  readonly hasLongest: boolean;
  readonly random: Random;
  readonly file: (time: Date, isOpener: boolean) => PostedFile;
}

function* threadsOf({ board, posts, longShare, hasLongest, random, file }: BoardOptions): Generator<CorpusThread> {
  let editions = 0;
  const places = Math.min(MAX_OPEN, Math.max(3, Math.floor(posts / 2_000)));
  const open: OpenThread[] = [];
  const stepMs = (DAYS * DAY_MS) / posts;
  for (let index = 0; index < posts; index++) {
    const time = new Date(Math.floor((FIRST_DAY + (index + random()) * stepMs) / 1000) * 1000);
    // The last place is the open long thread's.
    const isLong = longShare > 0 && random() < longShare;
    const place = isLong ? places : pick(random, places);
    const nextSize = () => (isLong ? longSize(random, hasLongest && editions === 0) : threadSize(random));
    const thread = (open[place] ??= { target: nextSize(), nums: [], posts: [] });
    const num = FIRST_NUM + index;
    const fields = makePost(random, board, { num, thread: thread.nums[0] ?? num, time, earlier: thread.nums });
    if (isLong && fields.opener) fields.subject = `/${board.name}g/ - ${board.name} General #${(editions += 1)}`;
    if (fields.opener || random() < REPLY_FILE_SHARE) Object.assign(fields, file(time, fields.opener));
    thread.nums.push(num);
    thread.posts.push(fields);
    if (thread.posts.length < thread.target) continue;
    yield ended(board, thread, random);
    open[place] = { target: nextSize(), nums: [], posts: [] };
  }
  for (const thread of open) if (thread !== undefined && thread.posts.length > 0) yield ended(board, thread, random);
}

function threadSize(random: Random): number {
  return Math.min(MAX_THREAD, Math.max(1, Math.round(logNormal(random, THREAD_MEDIAN, THREAD_SPREAD))));
}

function longSize(random: Random, isLongest: boolean): number {
  return isLongest ? LONG_MOST : Math.round(LONG_LEAST * (LONG_MOST / LONG_LEAST) ** random());
}

interface Place {
  readonly num: number;
  readonly thread: number;
  readonly time: Date;
  readonly earlier: readonly number[];
}

function makePost(random: Random, board: CorpusBoard, { num, thread, time, earlier }: Place): Draft {
  const opener = num === thread;
  const named = random() < 0.06;
  return {
    ...ABSENT_FIELDS,
    num,
    subnum: 0,
    thread,
    opener,
    timePosted: time,
    name: named ? vocabulary().draw(random) : 'Anonymous',
    tripcode: named && random() < 0.3 ? `!${letters(random, 10)}` : null,
    capcode: random() < 0.0005 ? 'M' : null,
    posterid: board.hasIds ? letters(random, 8) : null,
    country: board.hasFlags ? (COUNTRIES[pick(random, COUNTRIES.length)] ?? null) : null,
    email: random() < 0.02 ? 'sage' : null,
    subject: opener && random() < 0.7 ? makeSubject(random) : null,
    comment: random() < 0.01 && !opener ? null : makeComment(random, board.name, earlier),
    spoiler: random() < 0.01,
    sticky: opener ? false : null,
    closed: opener ? random() < 0.01 : null,
    extra: random() < 0.01 ? { since4pass: 2012 + pick(random, 12) } : null,
  };
}

function ended(board: CorpusBoard, { posts }: OpenThread, random: Random): CorpusThread {
  const last = posts.at(-1)?.timePosted.getTime() ?? 0;
  const [opener] = posts;
  if (opener === undefined) throw new TypeError('a thread has an opening post');
  const isArchived = random() < 0.95;
  const files = posts.filter(({ mediaHash }) => mediaHash !== null).length;
  opener.timeArchived = isArchived ? new Date(last + 2 * DAY_MS) : null;
  opener.replies = posts.length - 1;
  opener.posters = 1 + Math.floor((posts.length - 1) * 0.6);
  opener.images = files;
  // The sources' count: without the opener's file.
  opener.extra = { ...opener.extra, images: files - 1 };
  return {
    board,
    thread: {
      num: opener.num,
      posts: posts.map((fields) => ({ fields, fileDeleted: random() < 0.002 && fields.mediaHash !== null })),
    },
    readAt: new Date(last + (isArchived ? 2 * DAY_MS : 0) + 60_000),
  };
}

function letters(random: Random, count: number): string {
  let text = '';
  for (let index = 0; index < count; index++) text += LETTERS.charAt(pick(random, LETTERS.length));
  return text;
}
