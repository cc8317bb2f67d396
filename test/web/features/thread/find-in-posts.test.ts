import { describe, expect, test } from 'vitest';
import { findInPosts, folded } from '../../../../web/src/features/thread/find-in-posts.ts';
import { aFile, aPost } from '../../posts.ts';

const posts = [
  aPost({ num: 100, opener: true, subject: 'Switches', name: 'Anonymous' }, 'I have 94 switches.'),
  aPost({ num: 101, name: 'Café' }, 'switch, SWITCH<br>and Ｓｗｉｔｃｈ'),
  aPost({ num: 102, file: aFile({ name: 'kettle' }) }, 'İ switch'),
  aPost({
    num: 103,
    file: aFile({ name: 'b' }),
    extra_files: [{ ...aFile({ name: 'a kettle' }), place: 1, time_deleted: null }],
  }),
];
const found = (text: string) => [...findInPosts(posts, text)].map(([key]) => key);

describe('the search in a thread', () => {
  test('finds parts of words, in any case and width, and marks each of them', () => {
    expect([...findInPosts(posts, ' witch ')].map(([key, { highlights }]) => [key, highlights])).toEqual([
      ['ck/100', { comment: [[11, 16]], subject: [[1, 6]] }],
      [
        'ck/101',
        {
          comment: [
            [1, 6],
            [9, 14],
            [20, 25],
          ],
        },
      ],
      ['ck/102', { comment: [[3, 8]] }],
    ]);
  });

  test('also finds names of files and posters, and the number of a post', () => {
    expect([...findInPosts(posts, 'kettle')].map(([key, { highlights }]) => [key, highlights])).toEqual([
      ['ck/102', { media_name: [[0, 6]] }],
      ['ck/103', { extra_files: [[[2, 8]]] }],
    ]);
    expect(found('cafe')).toEqual(['ck/101']);
    expect(found('102')).toEqual(['ck/102']);
    expect(found('anonymous')).toEqual([]);
  });

  test('waits for the second letter of a word, not for the second character of Japanese', () => {
    expect(found('s')).toEqual([]);
    expect([...findInPosts([aPost({ num: 7 }, '茶碗')], '茶')]).toHaveLength(1);
  });
});

test.each(['ÉCOLE', 'がぎ ｶﾞ', 'İstanbul', 'ﬁn', '😀 Ⅳ', 'straße'])('folding keeps the length of %s', (text) => {
  expect(folded(text)).toHaveLength(text.length);
});
