import { describe, expect, it } from 'vitest';
import { clampCount, MAX_COUNT } from '../../../mappings/post.ts';
import { type PostRow, toPost } from '../../../mappings/postgres/post-row.ts';

/** A different value for each column, so that swapped columns are detected. */
const row: PostRow = {
  board: 'tea',
  num: '71',
  subnum: 2,
  thread: '70',
  opener: true,
  time_posted: new Date(1),
  time_modified: new Date(2),
  time_deleted_post: new Date(3),
  time_deleted_file: new Date(4),
  time_archived: new Date(5),
  time_bumped: new Date(6),
  name: 'name',
  tripcode: 'tripcode',
  capcode: 'capcode',
  posterid: 'posterid',
  country: 'country',
  email: 'email',
  subject: 'subject',
  comment: 'comment',
  media_time: '1580608922123456',
  media_hash: new Uint8Array([1]),
  media_hash_src: new Uint8Array([2]),
  media_hash_thb: new Uint8Array([3]),
  media_name: 'media_name',
  media_type: 'media_type',
  media_size: 11,
  media_dims_src_w: 12,
  media_dims_src_h: 13,
  media_dims_thb_w: 14,
  media_dims_thb_h: 15,
  spoiler: true,
  sticky: false,
  closed: true,
  posters: 16,
  replies: 17,
  images: 18,
  hidden: false,
  time_purged: null,
  extra: { images: 19 },
  rev: '1099511627775',
};

const camel = (column: string) => column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

describe('a row of posts', () => {
  it('becomes a post field by field, with numbers for the driver’s texts', () => {
    const numbers = { num: 71, thread: 70, media_time: 1_580_608_922_123_456, rev: 1_099_511_627_775 };
    const expected = Object.entries({ ...row, ...numbers }).map(([column, value]) => [camel(column), value]);
    expect(toPost(row)).toEqual(Object.fromEntries(expected));
  });

  it('keeps null as null', () => {
    expect(toPost({ ...row, media_time: null, comment: null }).mediaTime).toBeNull();
    expect(toPost({ ...row, media_time: null, comment: null }).comment).toBeNull();
  });
});

describe('a count', () => {
  it('is clamped to the range of its column', () => {
    expect([-1, 0, 7, MAX_COUNT, MAX_COUNT + 1].map(clampCount)).toEqual([0, 0, 7, 65_535, 65_535]);
  });
});
