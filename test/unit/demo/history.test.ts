import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { archivedNumbers, fileName, opener, threadsInOrder, type DemoBoard } from '../../../demo/board.ts';
import { CHAN_FIELDS, type ChanPost } from '../../../demo/chan.ts';
import { createDemoSite } from '../../../demo/demo-site.ts';
import { takeStep } from '../../../demo/life/pace.ts';
import { createRandom } from '../../../demo/random.ts';
import type { DemoSite } from '../../../demo/site.ts';
import { parseComment } from '../../../mappings/comment/parse.ts';
import type { CommentToken } from '../../../mappings/comment/tokens.ts';

const MADE_AT = Date.UTC(2026, 8, 21, 12) / 1000;
let picturesDir = '';
beforeAll(() => {
  picturesDir = mkdtempSync(join(tmpdir(), 'sagasu-demo-'));
});
afterAll(() => rmSync(picturesDir, { recursive: true }));

const create = (seed: string, posts?: number) =>
  createDemoSite({ seed, madeAt: MADE_AT, picturesDir, ...(posts === undefined ? {} : { posts }) });

function postsOf(board: DemoBoard): ChanPost[] {
  return [...board.threads.values()].flatMap((thread) => thread.posts);
}

function allPosts(site: DemoSite): ChanPost[] {
  return [...site.boards.values()].flatMap(postsOf);
}

function contentOf(site: DemoSite) {
  return [...site.boards].map(([name, board]) => [name, threadsInOrder(board), [...board.threads]]);
}

function kindsOf(tokens: readonly CommentToken[], into: Set<string>): Set<string> {
  for (const token of tokens) {
    into.add(token.kind);
    if ('children' in token) kindsOf(token.children, into);
  }
  return into;
}

/** Invariants of any board at any time. */
function checkBoard(board: DemoBoard): void {
  const { info } = board;
  expect(board.living.size).toBeLessThanOrEqual(info.pages * info.per_page);
  const seen = new Set<number>();
  for (const thread of board.threads.values()) {
    const first = opener(thread);
    const replies = thread.posts.slice(1);
    expect(first).toMatchObject({ no: thread.no, resto: 0, replies: replies.length });
    expect(first.images).toBe(replies.filter((post) => fileName(post) !== null).length);
    if (first.sticky !== 1) {
      expect(first.bumplimit).toBe(replies.length >= info.bump_limit ? 1 : 0);
      expect(first.imagelimit).toBe((first.images ?? 0) >= info.image_limit ? 1 : 0);
    }
    expect(replies.every((post) => post.resto === thread.no)).toBe(true);
    const newest = Math.max(...thread.posts.map((post) => post.time));
    expect(thread.lastModified).toBeGreaterThanOrEqual(newest);
    // A bump outlives the reply that made it.
    expect(thread.bumped).toBeLessThanOrEqual(thread.lastModified);
    expect(board.lastModified).toBeGreaterThanOrEqual(thread.lastModified);
    const archived = first.archived === 1;
    expect(archived).toBe(!board.living.has(thread.no));
    expect(first.archived_on !== undefined).toBe(archived);
    expect(first.unique_ips === undefined).toBe(archived);
    for (const [index, post] of thread.posts.entries()) {
      expect(seen.has(post.no)).toBe(false);
      seen.add(post.no);
      expect(board.home.get(post.no)).toBe(thread.no);
      const before = thread.posts[index - 1];
      if (before !== undefined) {
        expect(post.no).toBeGreaterThan(before.no);
        expect(post.time).toBeGreaterThanOrEqual(before.time);
      }
    }
  }
  expect(board.home.size).toBe(seen.size);
  expect([...board.files.keys()].sort()).toEqual(
    postsOf(board)
      .flatMap((post) => fileName(post) ?? [])
      .sort(),
  );
  const order = threadsInOrder(board)
    .filter((thread) => opener(thread).sticky !== 1)
    .map((thread) => thread.bumped);
  expect(order).toEqual(order.toSorted((a, b) => b - a));
}

describe('the generated boards', () => {
  let site: DemoSite;
  beforeAll(async () => {
    site = await create('claims');
  });

  test('have some thousand posts over years, most recent ones within hours', () => {
    expect(site.boards.size).toBe(5);
    const times = allPosts(site).map((post) => post.time);
    expect(times.length).toBeGreaterThan(3000);
    expect(Math.min(...times)).toBeLessThan(MADE_AT - 5 * 365 * 86_400);
    expect(Math.max(...times)).toBeLessThanOrEqual(MADE_AT);
    expect(times.filter((time) => time > MADE_AT - 86_400).length).toBeGreaterThan(50);
  });

  test('have consistent counts, times, limits and orders', () => {
    for (const board of site.boards.values()) checkBoard(board);
  });

  test('have threads in the archive, and a board without one', () => {
    for (const [name, board] of site.boards) {
      if (name === 'draw') expect(archivedNumbers(board)).toEqual([]);
      else expect(archivedNumbers(board).length).toBeGreaterThan(10);
    }
  });

  test('cross the number where a slice of an archive ends', () => {
    const numbers = postsOf(site.board('tech')).map((post) => post.no);
    expect(Math.min(...numbers)).toBeLessThan(50_000_000);
    expect(Math.max(...numbers)).toBeGreaterThan(50_000_000);
  });

  test('state the true MD5, size and thumbnail size of files', () => {
    for (const post of allPosts(site).filter((candidate) => candidate.md5 !== undefined)) {
      const picture = site.pictures.byMd5(post.md5 ?? '');
      expect(picture).toMatchObject({ fsize: post.fsize, ext: post.ext, w: post.w, h: post.h });
      expect(Math.max(post.tn_w ?? 0, post.tn_h ?? 0)).toBeLessThanOrEqual(post.resto === 0 ? 250 : 125);
      expect(String(post.tim)).toHaveLength(post.time >= Date.UTC(2023, 0, 1) / 1000 ? 16 : 13);
    }
  });

  test('contain flags as 1 or not at all, and never null or an empty text', () => {
    const flags = new Set(['sticky', 'closed', 'archived', 'spoiler', 'filedeleted', 'm_img']);
    const entries = allPosts(site).flatMap((post) => Object.entries(post));
    expect(entries.filter(([key, value]) => flags.has(key) && value !== 1)).toEqual([]);
    expect(entries.filter(([, value]) => value === null || value === '')).toEqual([]);
  });

  test('give a poster of a thread one ID, one flag and one name', () => {
    const thread = [...site.board('cook').threads.values()].find((one) => one.posts.length > 60);
    const ids = new Set(thread?.posts.map((post) => post.id));
    expect(ids.size).toBeGreaterThan(10);
    expect(ids.size).toBeLessThan(60);
    for (const id of ids) {
      const names = new Set(thread?.posts.filter((post) => post.id === id).map((post) => `${post.name}${post.trip}`));
      expect(names.size).toBe(1);
    }
  });

  test('quote only existing posts, or show the quote as dead', () => {
    for (const board of site.boards.values()) {
      for (const post of postsOf(board)) {
        for (const [, no] of (post.com ?? '').matchAll(/href="#p(\d+)"/g)) expect(Number(no)).toBeLessThan(post.no);
      }
    }
  });
});

test.each(['one', 'two', 'three'])('seed %s: every field and every form of markup occurs', async (seed) => {
  const site = await create(seed);
  const posts = allPosts(site);
  const fields = new Set(posts.flatMap((post) => Object.keys(post)));
  expect([...fields].sort()).toEqual(CHAN_FIELDS.toSorted());
  const kinds = new Set<string>();
  const unknown = new Set<string>();
  for (const post of posts) {
    const parsed = parseComment(post.com ?? '');
    kindsOf(parsed.tokens, kinds);
    for (const form of parsed.unknown.keys()) unknown.add(form);
  }
  expect([...kinds].sort()).toEqual(
    [
      'text',
      'break',
      'greentext',
      'spoiler',
      'style',
      'code',
      'sjis',
      'math',
      'quotelink',
      'deadlink',
      'boardlink',
      'link',
      'exif',
      'oekaki',
      'fortune',
      'notice',
    ].sort(),
  );
  expect([...unknown]).toEqual([]);
  const all = posts.map((post) => post.com ?? '').join('\n');
  const forms = ['<wbr>', '<span class="math">', '<div class="math">', '/thread/', '//boards.4chan.org/', '&#039;'];
  const words = ['c#', 'c++', 'anon-san', 'https://', 'crème brûlée', '日本語', '김장', '½'];
  const missing = [...forms, ...words].filter((form) => !all.toLowerCase().includes(form));
  expect(missing).toEqual([]);
  expect(/[ｦ-ﾟ]/.test(all)).toBe(true);
  expect(new Set(posts.map((post) => post.ext))).toEqual(new Set([undefined, '.jpg', '.png', '.gif', '.webm', '.pdf']));
  expect(new Set(posts.map((post) => post.capcode))).toEqual(
    new Set([undefined, 'mod', 'admin', 'admin_highlight', 'developer', 'manager', 'founder', 'verified']),
  );
  const openers = posts.filter((post) => post.resto === 0);
  for (const limit of ['bumplimit', 'imagelimit'] as const)
    expect(new Set(openers.map((post) => post[limit]))).toEqual(new Set([undefined, 0, 1]));
});

test('the same seed and time generate the same site, another seed another one', async () => {
  const [first, second, other] = await Promise.all([create('same', 600), create('same', 600), create('else', 600)]);
  expect(contentOf(first)).toEqual(contentOf(second));
  expect(contentOf(first)).not.toEqual(contentOf(other));
});

test('a site that runs for 3,000 steps stays consistent, grows, is edited, and loses posts and threads', async () => {
  const site = await create('life', 600);
  const kinds = new Map<string, number>();
  site.onEvent((event) => void kinds.set(event.kind, (kinds.get(event.kind) ?? 0) + 1));
  const random = createRandom('steps');
  const threads = new Set(site.board('draw').threads.keys());
  for (let step = 1; step <= 3000; step++) takeStep(site, random, MADE_AT + step * 4);
  for (const board of site.boards.values()) checkBoard(board);
  expect([...kinds.keys()].sort()).toEqual(['delete', 'delete-file', 'edit', 'reply', 'thread']);
  expect(kinds.get('reply')).toBeGreaterThan(2000);
  expect([...threads].filter((no) => !site.board('draw').threads.has(no)).length).toBeGreaterThan(0);
});
