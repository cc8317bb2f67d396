import { describe, expect, it } from 'vitest';
import { clampCount, MAX_COUNT } from '../../../mappings/post.ts';
import { SELECTED, type PostColumnType } from '../../../mappings/postgres/post-columns.ts';
import { type PostRow, toPost } from '../../../mappings/postgres/post-row.ts';

const VALUES: Readonly<Record<PostColumnType, (name: string, place: number) => unknown>> = {
  bigint: (_name, place) => String(place),
  int: (_name, place) => place,
  boolean: (_name, place) => place % 2 === 0,
  text: (name) => name,
  bytea: (_name, place) => new Uint8Array([place]),
  timestamptz: (_name, place) => new Date(place),
  jsonb: (_name, place) => ({ images: place }),
};

/** A different value for each column, so that swapped columns are detected. */
const row = {
  ...Object.fromEntries(SELECTED.map(({ name, type }, place) => [name, VALUES[type](name, place)])),
  board: 'tea',
  media_time: '1580608922123456',
  rev: '1099511627775',
} as unknown as PostRow;

const camel = (column: string) => column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

describe('a row of posts', () => {
  it('becomes a post field by field, with numbers for the driver’s texts', () => {
    const numbers = {
      num: Number(row.num),
      thread: Number(row.thread),
      media_time: 1_580_608_922_123_456,
      rev: 1_099_511_627_775,
    };
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
