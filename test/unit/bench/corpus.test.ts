import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { ABSENT_FIELDS } from '../../../mappings/absent-fields.ts';
import { CORE_FIELDS } from '../../../mappings/elasticsearch/index-fields.ts';
import type { PostFields } from '../../../mappings/post.ts';
import { SELECTED } from '../../../mappings/postgres/post-columns.ts';
import { commentPlainText } from '../../../mappings/comment/plain-text.ts';
import { parseComment } from '../../../mappings/comment/parse.ts';
import {
  FOUR_BOARDS,
  generateThreads,
  groupsOfBoards,
  ONE_BOARD,
  postsOfBoards,
  ZIPF_BOARDS,
  type CorpusThread,
} from '../../bench/corpus.ts';
import { vocabulary } from '../../bench/corpus/vocabulary.ts';

const POSTS = 20_000;
const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
const hashOf = (threads: Iterable<CorpusThread>) =>
  createHash('sha256')
    .update(JSON.stringify([...threads]))
    .digest('hex');

const share = (form: RegExp) => posts.filter(({ comment }) => form.test(comment ?? '')).length / POSTS;

let threads: CorpusThread[];
let posts: PostFields[];

beforeAll(() => {
  threads = [...generateThreads(FOUR_BOARDS, POSTS)];
  posts = threads.flatMap(({ thread }) => thread.posts.map(({ fields }) => fields));
});

test('the same corpus is generated every time', () => {
  expect(hashOf(generateThreads(ONE_BOARD, 2_000))).toBe(hashOf(generateThreads(ONE_BOARD, 2_000)));
  expect(hashOf(generateThreads(ONE_BOARD, 2_000, { seed: 2 }))).not.toBe(hashOf(generateThreads(ONE_BOARD, 2_000)));
});

test('it has the requested number of posts, and each num of a board once', () => {
  expect(posts).toHaveLength(POSTS);
  const keys = threads.flatMap(({ board, thread }) => thread.posts.map(({ fields }) => `${board.name}.${fields.num}`));
  expect(new Set(keys).size).toBe(POSTS);
});

test('a third of the posts at most are in long threads, which are editions of a general', () => {
  const long = [...generateThreads(ONE_BOARD, 10_000, { longThreads: 3 })]
    .filter(({ thread }) => /General #\d+$/.test(thread.posts[0]?.fields.subject ?? ''))
    .map(({ thread }) => thread.posts.length);
  expect(long).toHaveLength(1);
  expect(long[0]).toBeGreaterThan(2_500);
  expect(long[0]).toBeLessThan(3_500);
});

test('boards of the large run have sizes by rank', () => {
  const sizes = postsOfBoards(ZIPF_BOARDS, 1_000_000);
  expect(sizes).toHaveLength(77);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(1_000_000);
  expect((sizes[0] ?? 0) / (sizes[9] ?? 0)).toBeCloseTo(10, 1);
});

test('groups of boards have about as many posts each, and generate the posts of all', () => {
  const groups = groupsOfBoards(ZIPF_BOARDS, 2);
  const counts = groups.map((only) =>
    [...generateThreads(ZIPF_BOARDS, 20_000, { only })].reduce((sum, { thread }) => sum + thread.posts.length, 0),
  );
  expect((counts[0] ?? 0) + (counts[1] ?? 0)).toBe(20_000);
  expect((counts[0] ?? 0) / (counts[1] ?? 1)).toBeCloseTo(1, 1);
});

describe('its shape is that of a real archive', () => {
  test('threads have a median of 13 posts, and at most 500', () => {
    const sizes = threads.map(({ thread }) => thread.posts.length);
    expect(quantile(sizes, 0.5)).toBeGreaterThan(9);
    expect(quantile(sizes, 0.5)).toBeLessThan(18);
    expect(quantile(sizes, 0.99)).toBeGreaterThan(120);
    expect(quantile(sizes, 1 - 1e-9)).toBeLessThanOrEqual(500);
  });

  test('comments have a median of 16 words and an average of 25', () => {
    const words = posts.flatMap(({ comment }) => {
      const text = comment === null ? '' : commentPlainText(parseComment(comment).tokens);
      return text === '' ? [] : [text.split(/\s+/).filter((word) => !/\d/.test(word)).length];
    });
    expect(quantile(words, 0.1)).toBeGreaterThanOrEqual(4);
    expect(Math.abs(quantile(words, 0.5) - 16)).toBeLessThanOrEqual(2);
    expect(Math.abs(quantile(words, 0.9) - 53)).toBeLessThanOrEqual(6);
    expect(Math.abs(words.reduce((sum, count) => sum + count, 0) / words.length - 24.7)).toBeLessThan(2);
  });

  test('29 % of posts have a file, and 22 % of files are repeats', () => {
    const hashes = posts.flatMap(({ mediaHash }) =>
      mediaHash === null ? [] : [Buffer.from(mediaHash).toString('hex')],
    );
    expect(hashes.length / POSTS).toBeCloseTo(0.29, 1);
    expect(1 - new Set(hashes).size / hashes.length).toBeCloseTo(0.22, 1);
  });

  test('accents, Japanese, quotes and links occur', () => {
    expect(share(/[áéîöú]/)).toBeGreaterThan(0.1);
    expect(share(/[ぁ-ん]/)).toBeGreaterThan(0.005);
    expect(share(/quotelink/)).toBeGreaterThan(0.4);
    expect(share(/https:/)).toBeGreaterThan(0.01);
  });

  test('every field of a source that the index has has a value somewhere', () => {
    const searched = SELECTED.filter(({ name, field }) => Object.hasOwn(CORE_FIELDS, name) && field in ABSENT_FIELDS);
    expect(searched.length).toBeGreaterThan(15);
    const empty = searched.filter(({ field }) => posts.every((post) => post[field as keyof PostFields] === null));
    expect(empty).toEqual([]);
  });
});

test('words stay distinct without their accents', () => {
  const folded = vocabulary().words.map((word) => word.normalize('NFD').replaceAll(/\p{M}/gu, ''));
  expect(new Set(folded).size).toBe(folded.length);
  expect(folded.filter((word) => word.length < 3)).toEqual([]);
});
