import { expect, test } from 'vitest';
import { PostFilters, type FilteredPost, type PostFilter } from '../../../mappings/post-filter.ts';

const NOTHING: FilteredPost = {
  subject: null,
  comment: null,
  name: null,
  tripcode: null,
  email: null,
  mediaName: null,
  mediaHash: null,
  opener: false,
  isDeleted: false,
};
const filter = (known: Partial<PostFilter>): PostFilter => ({
  id: 1,
  kind: 'phrase',
  pattern: 'buy now',
  fields: ['subject', 'comment'],
  action: 'hide',
  ...known,
});
const judge = (filters: readonly Partial<PostFilter>[], post: Partial<FilteredPost>) =>
  new PostFilters(filters.map(filter)).judge({ ...NOTHING, ...post });

test.each([
  ['BUY   now', true],
  ['please buy<br>now!', true],
  ['ｂｕｙ ｎｏｗ', true],
  ['b<b>uy n</b>ow', true],
  ['b<wbr>uy now', true],
  ['buy &#110;ow', true],
  ['buynow', false],
  ['buy or now', false],
  ['', false],
])('the phrase "buy now" in the comment %j: %s', (comment, isMatched) => {
  expect(judge([{}], { comment })).toEqual(isMatched ? { filter: 1, action: 'hide' } : null);
});

test('a filter compares its own fields only', () => {
  const texts = { subject: 'subject', name: 'name', tripcode: 'tripcode', email: 'email' } as const;
  for (const field of ['subject', 'name', 'tripcode', 'email'] as const) {
    expect(judge([{ pattern: 'buy', fields: [field] }], { ...texts, [field]: 'buy' }), field).not.toBeNull();
    expect(judge([{ pattern: field, fields: ['comment'] }], texts), field).toBeNull();
  }
  expect(judge([{ pattern: 'buy', fields: ['filename'] }], { mediaName: 'buy' })).not.toBeNull();
});

test('if several filters match, the strongest action counts, and of equal ones the first', () => {
  const filters = [
    { id: 1, pattern: 'a' },
    { id: 2, pattern: 'b', action: 'refuse' },
    { id: 3, pattern: 'c', action: 'hold' },
    { id: 4, pattern: 'b', action: 'refuse' },
  ] as const;
  expect(judge(filters, { comment: 'a c' })).toEqual({ filter: 3, action: 'hold' });
  expect(judge(filters, { comment: 'c b a' })).toEqual({ filter: 2, action: 'refuse' });
  expect(judge(filters, { comment: 'd' })).toBeNull();
});

test('an opening post is hidden instead of refused, because its replies need it', () => {
  expect(judge([{ action: 'refuse' }], { comment: 'buy now', opener: true })).toEqual({ filter: 1, action: 'hide' });
});

// A backtracking engine would exceed the test's time: it tries 2^19,000 ways.
test('expressions match hostile texts in linear time', () => {
  const filters = new PostFilters([filter({ kind: 'regexp', pattern: '(a+)+$\n(x|xx)*y' })]);
  expect(filters.judge({ ...NOTHING, comment: `${'a'.repeat(19_000)}!` })).toBeNull();
  expect(filters.judge({ ...NOTHING, comment: 'x'.repeat(19_000) })).toBeNull();
  expect(filters.judge({ ...NOTHING, comment: 'xxxy' })).not.toBeNull();
});

test('a filter for deleted posts matches the source’s deletions, regardless of their content', () => {
  const deleted = { kind: 'deleted', pattern: '', fields: [] } as const;
  expect(judge([deleted], { isDeleted: true })).toEqual({ filter: 1, action: 'hide' });
  expect(judge([deleted], { comment: 'deleted' })).toBeNull();
});

test('a list of files matches posts with one of them, regardless of their content', () => {
  const md5 = Buffer.alloc(16, 7);
  const list = { kind: 'files', pattern: 'digest', fields: [], files: new Set([md5.toString('hex')]) } as const;
  expect(judge([list], { mediaHash: new Uint8Array(md5) })).toEqual({ filter: 1, action: 'hide' });
  expect(judge([list], { mediaHash: Buffer.alloc(16, 8) })).toBeNull();
  expect(judge([list], { comment: md5.toString('hex') })).toBeNull();
});
