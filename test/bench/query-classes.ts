/**
 * The nine query classes that every engine is asked, sampled from the corpus: words by frequency, pairs, phrases and
 * hashes of existing posts. Words with accents and strings outside the vocabulary are excluded, because engines
 * tokenize them differently and their answers would differ.
 */
import type pg from 'pg';
import { commentWords } from './corpus/comment.ts';
import { createRandom, pick, type Random } from './corpus/random.ts';
import { vocabulary } from './corpus/vocabulary.ts';
import { DAYS, FIRST_DAY, FOUR_BOARDS } from './corpus.ts';

export const QUERY_CLASSES = [
  'rare',
  'common',
  'and',
  'phrase',
  'board',
  'date+op',
  'md5',
  'page 100',
  'highlight',
] as const;
export type QueryClass = (typeof QUERY_CLASSES)[number];

export interface BenchQuery {
  readonly kind: QueryClass;
  /** All words must occur; with `isPhrase`, next to each other. Empty for a query with `md5`. */
  readonly words: readonly string[];
  readonly isPhrase: boolean;
  readonly board: string | null;
  readonly openersOnly: boolean;
  /** Whole days; the second day is excluded. */
  readonly days: readonly [Date, Date] | null;
  readonly md5: Uint8Array | null;
  /** Counted from 1; pages of 25, newest first. */
  readonly page: number;
  readonly wantsHighlights: boolean;
}

export const PAGE = 25;
/** Sphinx keeps 5,000 matches as FoolFuuka configures it, so page 200 is its last. */
const DEEP_PAGE = 100;
const FAR_QUERIES = 20;
const DAY_MS = 86_400_000;

/** Returns `count` queries of each class. */
export async function sampleQueries(pool: pg.Pool, posts: number, count: number, seed = 1): Promise<BenchQuery[]> {
  const random = createRandom(seed);
  const texts = await sampleTexts(pool, posts, count * 2, random);
  const hashes = await sampleHashes(pool, count, random);
  const word = (least: number, most: number) => wordByHits(posts, least, most, random);
  const share = (part: number) => Math.max(2, Math.round(posts * part));
  const plain = {
    isPhrase: false,
    board: null,
    openersOnly: false,
    days: null,
    md5: null,
    page: 1,
    wantsHighlights: false,
  };
  // Only a few, because each requires a walk to that page.
  const far = Array.from({ length: Math.min(count, FAR_QUERIES) }, () => deep(plain, posts, random));
  const frequent = wordsInMore(posts * 0.1, posts);
  const make: Record<QueryClass, (index: number) => BenchQuery> = {
    rare: () => ({ ...plain, kind: 'rare', words: [word(5, 40)] }),
    common: () => ({ ...plain, kind: 'common', words: [word(share(0.003), share(0.03))] }),
    and: (index) => ({ ...plain, kind: 'and', words: pairOf(texts[index] ?? [], frequent) }),
    phrase: (index) => ({
      ...plain,
      kind: 'phrase',
      words: sideBySide(texts[count + index] ?? [], random),
      isPhrase: true,
    }),
    board: () => ({ ...plain, kind: 'board', words: [word(share(0.001), share(0.01))], board: boardOf(random) }),
    'date+op': () => ({
      ...plain,
      kind: 'date+op',
      words: [word(share(0.003), share(0.03))],
      openersOnly: true,
      days: quarter(random),
    }),
    md5: (index) => ({ ...plain, kind: 'md5', words: [], md5: hashes[index] ?? null }),
    'page 100': (index) => far[index % far.length] ?? deep(plain, posts, random),
    highlight: () => ({ ...plain, kind: 'highlight', words: [word(share(0.002), share(0.02))], wantsHighlights: true }),
  };
  return QUERY_CLASSES.flatMap((kind) => Array.from({ length: count }, (_, index) => make[kind](index)));
}

/** The query as a reader types it in Sagasu. */
export function toLanguage({ words, isPhrase, board, openersOnly, days, md5 }: BenchQuery): string {
  return [
    isPhrase ? `"${words.join(' ')}"` : words.join(' '),
    board !== null && `board:${board}`,
    openersOnly && 'is:op',
    days !== null && `after:${day(days[0])} before:${day(days[1])}`,
    md5 !== null && `md5:${Buffer.from(md5).toString('base64')}`,
  ]
    .filter((part) => part !== false && part !== '')
    .join(' ');
}

function day(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** Expected number of posts with a word that has this share of all words. */
export function expectedHits(posts: number, wordShare: number): number {
  const without = lengths().reduce((sum, words) => sum + (1 - wordShare) ** words, 0) / lengths().length;
  return posts * (1 - without);
}

let drawn: readonly number[] | undefined;

/** Lengths of sample comments. Short ones matter, since a frequent word is missing in those. */
function lengths(): readonly number[] {
  const random = createRandom(5);
  return (drawn ??= Array.from({ length: 400 }, () => commentWords(random)));
}

/**
 * A word without accents that between `least` and `most` posts contain; the nearest rank if the vocabulary has no such
 * word.
 */
export function wordByHits(posts: number, least: number, most: number, random: Random): string {
  const { shares, words } = vocabulary();
  const first = rankOfHits(posts, most);
  const last = Math.max(first, rankOfHits(posts, least));
  for (let tries = 0; tries < 100; tries++) {
    const rank = Math.min(shares.length - 1, first + pick(random, last - first + 1));
    const word = words[rank] ?? '';
    if (isPlain(word)) return word;
  }
  return words.slice(first).find((word) => isPlain(word)) ?? '';
}

/** The first rank with at most `hits` expected hits. Shares fall from rank to rank. */
function rankOfHits(posts: number, hits: number): number {
  const { shares } = vocabulary();
  let [low, high] = [0, shares.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (expectedHits(posts, shares[middle] ?? 0) <= hits) high = middle;
    else low = middle + 1;
  }
  return low;
}

function isPlain(word: string): boolean {
  return /^[a-z]+$/.test(word);
}

function boardOf(random: Random): string {
  return FOUR_BOARDS[pick(random, FOUR_BOARDS.length)]?.name ?? '';
}

/** A period of 90 days in the corpus. */
function quarter(random: Random): [Date, Date] {
  const first = FIRST_DAY + pick(random, DAYS - 90) * DAY_MS;
  return [new Date(first), new Date(first + 90 * DAY_MS)];
}

/** In a small corpus no word has a hundred pages; then it takes the last page that certainly exists. */
function deep(plain: Omit<BenchQuery, 'kind' | 'words'>, posts: number, random: Random): BenchQuery {
  const needed = DEEP_PAGE * PAGE * 1.2;
  const most = expectedHits(posts, vocabulary().shares[20] ?? 0);
  const page = Math.max(2, Math.min(DEEP_PAGE, Math.floor(most / PAGE / 1.2)));
  return {
    ...plain,
    kind: 'page 100',
    words: [wordByHits(posts, Math.min(needed, most), Math.max(needed * 5, most), random)],
    page,
  };
}

/** Words of comments by line, in their order. */
async function sampleTexts(pool: pg.Pool, posts: number, count: number, random: Random): Promise<string[][]> {
  const known = new Set(vocabulary().words);
  // Index: posts_num, one query per num. A num may exist on two boards, or on none.
  const nums = Array.from({ length: count * 4 }, () => 1_000_001 + pick(random, Math.ceil(posts * 0.45)));
  const { rows } = await pool.query<{ comment: string }>(
    `select comment from posts where num = any($1) and comment is not null order by num, board_id`,
    [nums],
  );
  const lines = rows.flatMap(({ comment }) => {
    const long = comment
      .split('<br>')
      .map((line) =>
        line
          .replaceAll(/<[^>]*>/g, '')
          .toLowerCase()
          .replace(/\.$/, '')
          .split(' '),
      )
      .filter((words) => words.length >= 4 && words.every((word) => isPlain(word) && known.has(word)));
    return long.slice(0, 1);
  });
  if (lines.length === 0) throw new Error('the corpus has no text to ask for');
  return Array.from({ length: count }, () => lines[pick(random, lines.length)] ?? []);
}

async function sampleHashes(pool: pg.Pool, count: number, random: Random): Promise<Uint8Array[]> {
  // Index: posts_media_hash. Takes the next hash after a random one.
  const from = Array.from({ length: count }, () => Buffer.alloc(16, pick(random, 256)).fill(pick(random, 256), 1));
  const { rows } = await pool.query<{ media_hash: Uint8Array }>(
    `select next.media_hash from unnest($1::bytea[]) as start (hash)
     cross join lateral (select media_hash from posts where media_hash >= hash order by media_hash limit 1) next`,
    [from],
  );
  const found = rows.map(({ media_hash: hash }) => hash);
  return Array.from({ length: count }, (_, index) => found[index % found.length] ?? Buffer.alloc(16));
}

/** Two different words of one post, preferably such that fewer than a tenth of all posts contain them. */
function pairOf(words: readonly string[], frequent: ReadonlySet<string>): string[] {
  const seldomFirst = [...new Set(words)].toSorted((a, b) => Number(frequent.has(a)) - Number(frequent.has(b)));
  return seldomFirst.slice(0, 2);
}

function wordsInMore(hits: number, posts: number): ReadonlySet<string> {
  return new Set(vocabulary().words.slice(0, rankOfHits(posts, hits)));
}

function sideBySide(words: readonly string[], random: Random): string[] {
  const at = pick(random, words.length - 1);
  return words.slice(at, at + 2);
}
