import { expect, test } from 'vitest';
import type { PostFields } from '../../../mappings/post.ts';
import { POST_TABLE, TEXT_COLUMNS } from '../../../mappings/postgres/post-columns.ts';
import { toPostDocument } from '../../../mappings/elasticsearch/post-document.ts';
import {
  ALWAYS_SHOWN_COMMENT,
  commentLimit,
  cutHtml,
  cutText,
  MAX_EXTRA,
  MAX_INDEXED_COMMENT,
  MAX_SHOWN_COMMENT,
  withinAnswer,
  withinStored,
  type ShortenedText,
} from '../../../mappings/text-limits.ts';
import { emptyPost, fullPost } from '../server/posts.ts';

const observed = (known: Partial<PostFields>) => ({ fields: { ...fullPost, ...known }, fileDeleted: false });

test('a post within the limits is stored unchanged', () => {
  const post = observed({ comment: 'x'.repeat(POST_TABLE.comment.maxLength) });
  expect(withinStored(post)).toBe(post);
});

test.each(TEXT_COLUMNS.map(({ field, maxLength }) => [field, maxLength] as const))(
  'the beginning of a longer %s is stored, with its original length',
  (field, max) => {
    const shortened: ShortenedText[] = [];
    const { fields } = withinStored(observed({ [field]: 'x'.repeat(max + 7), extra: null }), (text) =>
      shortened.push(text),
    );
    expect(fields).toMatchObject({ [field]: 'x'.repeat(max), extra: { shortened: { [field]: max + 7 } } });
    expect(shortened).toMatchObject([{ num: fullPost.num, subnum: fullPost.subnum, field, length: max + 7 }]);
    expect(withinStored(observed({ [field]: 'x'.repeat(max + 7), extra: null })).fields).toEqual(fields);
  },
);

test('the largest values of `extra` are left out if it is too large', () => {
  const { fields } = withinStored(
    observed({ extra: { small: 1, large: { inner: ['y'.repeat(MAX_EXTRA)] }, other: 'a' } }),
  );
  expect(fields.extra).toEqual({ small: 1, other: 'a', shortened: { extra: expect.any(Number) } });
});

test('a text is cut between characters, and HTML also between tags and entities', () => {
  expect(cutText('ab😀', 3)).toBe('ab');
  expect(cutHtml('ab😀', 3)).toBe('ab');
  expect(cutHtml('a<br>b', 4)).toBe('a');
  expect(cutHtml('a<br>b', 5)).toBe('a<br>');
  expect(cutHtml('a&gt;b', 4)).toBe('a');
  expect(cutHtml('a&gt;b', 5)).toBe('a&gt;');
  expect(cutHtml('a > b < c and more text', 20)).toBe('a > b ');
  expect(cutHtml(`a<${'b'.repeat(5_000)}`, 4_000)).toHaveLength(4_000);
});

test('an answer has the beginning of long comments, and less of each the more there are', () => {
  const [short, long] = withinAnswer([
    { ...emptyPost, comment: 'x'.repeat(MAX_SHOWN_COMMENT) },
    { ...emptyPost, comment: 'x'.repeat(MAX_SHOWN_COMMENT + 1) },
  ]);
  expect(short).toEqual({ ...emptyPost, comment: 'x'.repeat(MAX_SHOWN_COMMENT) });
  expect(long).toEqual({ ...emptyPost, comment: 'x'.repeat(MAX_SHOWN_COMMENT), isCommentCut: true });
  expect([0, 50, 100, 1_000, 1_000_000].map(commentLimit)).toEqual([20_000, 20_000, 10_000, 1_000, 1_000]);
  const many = withinAnswer(Array.from({ length: 2_000 }, () => ({ ...emptyPost, comment: 'x'.repeat(100_000) })));
  expect(many.every(({ comment }) => comment?.length === ALWAYS_SHOWN_COMMENT)).toBe(true);
});

test('an answer leaves out large values of `extra`', () => {
  const [post] = withinAnswer([{ ...emptyPost, extra: { a: 1, b: 'x'.repeat(5_000) } }]);
  expect(post?.extra).toEqual({ a: 1 });
});

test('a document has the beginning of a long comment', () => {
  const comment = `first ${'word '.repeat(MAX_INDEXED_COMMENT)} last`;
  const document = toPostDocument({ ...emptyPost, comment }, 1);
  expect(String(document['comment']).length).toBeLessThanOrEqual(MAX_INDEXED_COMMENT);
  expect(document['length']).toBe(String(document['comment']).length);
  expect(JSON.stringify(document).length).toBeLessThan(MAX_INDEXED_COMMENT + 2_000);
});
