import { describe, expect, test } from 'vitest';
import { elsewhereOf } from '../../../../web/src/features/thread/elsewhere.ts';
import { isLive } from '../../../../web/src/features/thread/queries.ts';
import { backlinksOf } from '../../../../web/src/features/thread/quoted-nums.ts';
import { foldsOf, replyTree } from '../../../../web/src/features/thread/reply-tree.ts';
import { titleOf } from '../../../../web/src/features/thread/thread-bar.tsx';
import { unreadOf } from '../../../../web/src/features/thread/unread.ts';
import { aPost } from '../../posts.ts';

const quote = (num: number) => `<a href="#p${num}" class="quotelink">&gt;&gt;${num}</a>`;

const thread = (op: Parameters<typeof aPost>[0], html = '') => ({
  board: 'ck',
  num: 100,
  rev: 1,
  source: 'postgres' as const,
  degraded: false,
  posts: [aPost({ num: 100, opener: true, ...op }, html)],
});

describe('backlinks', () => {
  test('contain each quoting post once, in order, including quotes in spoilers and greentext', () => {
    const posts = [
      aPost({ num: 100, opener: true }),
      aPost({ num: 101 }, `${quote(100)}<br>${quote(100)}`),
      aPost({ num: 102 }, `<s>${quote(100)}</s>`),
      aPost({ num: 103 }, `<span class="quote">&gt;so ${quote(101)}</span>`),
    ];
    expect([...backlinksOf(posts)]).toEqual([
      [100, [101, 102]],
      [101, [103]],
    ]);
  });

  test('a quote of the same number in another thread or on another board does not count', () => {
    const posts = [
      aPost({ num: 101 }, '<a href="/ck/thread/7#p100" class="quotelink">&gt;&gt;100</a>'),
      aPost({ num: 102 }, '<a href="/g/thread/100#p100" class="quotelink">&gt;&gt;&gt;/g/100</a>'),
    ];
    expect(backlinksOf(posts).size).toBe(0);
  });
});

const link = (num: number, quotes: number[]) => ({
  board: 'g',
  thread: 7,
  num,
  subnum: 0,
  thread_subject: null,
  quotes,
});

describe('backlinks from other threads', () => {
  test('are listed for each quoted post, oldest first', () => {
    const found = elsewhereOf({ backlinks: [link(9, [100, 101]), link(8, [100])] });
    expect([...found].map(([num, links]) => [num, links.map((one) => one.num)])).toEqual([
      [100, [8, 9]],
      [101, [9]],
    ]);
  });
});

describe('a thread', () => {
  test('is live until it is archived, closed or deleted', () => {
    expect(isLive(thread({}))).toBe(true);
    expect(isLive(thread({ closed: true }))).toBe(false);
    expect(isLive(thread({ time_archived: '2024-01-01T00:00:00.000Z' }))).toBe(false);
    expect(isLive(thread({ time_deleted_post: '2024-01-01T00:00:00.000Z' }))).toBe(false);
  });

  test('is titled by its subject, else its first line, else its number', () => {
    expect(titleOf(thread({ subject: 'Rye' }, 'bread'))).toBe('Rye');
    expect(titleOf(thread({}, '<br>first<br>second'))).toBe('first');
    expect(titleOf(thread({}))).toBe('Thread 100');
    expect(titleOf(thread({}, 'word '.repeat(40))).length).toBeLessThanOrEqual(81);
    expect(titleOf(thread({ subject: ' ' }, 'It is <s>the butler</s>'))).toBe('It is [spoiler]');
  });

  test('counts the posts that were not seen, also those between posts that were', () => {
    const posts = [aPost({ num: 100 }), aPost({ num: 102 }), aPost({ num: 102, subnum: 1 }), aPost({ num: 103 })];
    expect(unreadOf(posts, new Set(['p100', 'p102_1']))).toEqual({ first: 'p102', count: 2 });
    expect(unreadOf(posts, new Set())).toEqual({ first: 'p100', count: 4 });
    expect(unreadOf(posts, new Set(['p100', 'p102', 'p102_1', 'p103']))).toBeNull();
  });
});

const shape = (posts: Parameters<typeof replyTree>[0]) => {
  const { posts: ordered, depths } = replyTree(posts);
  return ordered.map((post) => `${'.'.repeat(depths.get(post) ?? 0)}${post.num}`);
};

const numbers = (posts: ReadonlySet<{ num: number }>) => [...posts].map(({ num }) => num);

describe('the tree of replies', () => {
  test('has each post once, after the first earlier post that it quotes', () => {
    const posts = [
      aPost({ num: 100, opener: true }),
      aPost({ num: 101 }, quote(100)),
      aPost({ num: 102 }, 'no quote'),
      aPost({ num: 103 }, `${quote(100)}${quote(101)}${quote(102)}`),
      aPost({ num: 104 }, quote(103)),
      aPost({ num: 105 }, quote(101)),
    ];
    expect(shape(posts)).toEqual(['100', '101', '.103', '..104', '.105', '102']);
  });

  test('has no cycles: posts that quote later ones, themselves or each other', () => {
    const posts = [
      aPost({ num: 100, opener: true }, quote(102)),
      aPost({ num: 101 }, quote(102)),
      aPost({ num: 102 }, `${quote(102)}${quote(101)}`),
    ];
    expect(shape(posts)).toEqual(['100', '101', '.102']);
  });

  test('counts the posts below each, and folds a branch unless the address names a post in it', () => {
    const posts = [
      aPost({ num: 100, opener: true }),
      aPost({ num: 101 }),
      aPost({ num: 102 }, quote(101)),
      aPost({ num: 103 }, quote(102)),
      aPost({ num: 104 }, quote(101)),
      aPost({ num: 105 }),
    ];
    const tree = replyTree(posts);
    expect(Object.fromEntries([...tree.sizes].map(([post, size]) => [post.num, size]))).toEqual({ 101: 3, 102: 1 });
    const folds = (folded: string[], target = '') => {
      const { closed, inside } = foldsOf(tree, new Set(folded), target);
      return [numbers(closed), numbers(inside)];
    };
    expect(folds([])).toEqual([[], []]);
    expect(folds(['p101'])).toEqual([[101], [102, 103, 104]]);
    expect(folds(['p101', 'p102'], 'p104')).toEqual([[102], [103]]);
    expect(folds(['p101', 'p102'], 'p103')).toEqual([[], []]);
    expect(folds(['p101'], 'p101')).toEqual([[101], [102, 103, 104]]);
    expect(folds(['p105', 'p100', 'p9'])).toEqual([[], []]);
  });

  test('holds a chain of 20,000 posts', () => {
    const posts = Array.from({ length: 20_000 }, (_, place) =>
      aPost({
        num: 100 + place,
        opener: place === 0,
        tokens: [{ kind: 'quotelink', text: '', board: null, thread: null, num: 99 + place }],
      }),
    );
    expect(replyTree(posts).depths.get(posts[19_999] ?? aPost())).toBe(19_998);
  });
});
