/** A row read as one text gives the same post as its columns. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Post } from '../../../mappings/post.ts';
import { POST_RECORD, toPostOfRecord, type PostRecordRow } from '../../../mappings/postgres/post-record.ts';
import { POST_COLUMNS, toPost, type PostRow } from '../../../mappings/postgres/post-row.ts';
import { aPost, insertBoard, writePosts } from '../../support/builders.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld();

const awkward = fc.constantFrom('"', '\\', ',', '(', ')', '\n', '\\"', '""', ' ', 'null', 't', '猫', '👻', '\u2028');
const text = fc.oneof(
  fc.array(awkward, { maxLength: 6 }).map((parts) => parts.join('')),
  fc.string({ unit: 'grapheme' }).map((anything) => anything.replaceAll('\0', '')),
);
const maybe = <T>(some: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(some, { nil: null });
const time = fc.date({ min: new Date(0), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true });
const count = fc.integer({ min: 0, max: 65_535 });
const hash = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

const whole: fc.Arbitrary<Partial<Post>> = fc.record({
  opener: fc.boolean(),
  timePosted: time,
  timeModified: time,
  timeDeletedPost: maybe(time),
  timeDeletedFile: maybe(time),
  timeArchived: maybe(time),
  timeBumped: maybe(time),
  name: maybe(text),
  tripcode: maybe(text),
  capcode: maybe(text),
  posterid: maybe(text),
  country: maybe(text),
  email: maybe(text),
  subject: maybe(text),
  comment: maybe(text),
  mediaTime: maybe(fc.integer({ min: 0, max: 2 ** 51 })),
  mediaHash: maybe(hash(16)),
  mediaHashSrc: maybe(hash(32)),
  mediaHashThb: maybe(hash(32)),
  mediaName: maybe(text),
  mediaType: maybe(text),
  mediaSize: maybe(count),
  mediaDimsSrcW: maybe(count),
  mediaDimsSrcH: maybe(count),
  mediaDimsThbW: maybe(count),
  mediaDimsThbH: maybe(count),
  spoiler: fc.boolean(),
  sticky: maybe(fc.boolean()),
  closed: maybe(fc.boolean()),
  posters: maybe(count),
  replies: maybe(count),
  images: maybe(count),
  hidden: fc.boolean(),
  extra: maybe(fc.dictionary(fc.constantFrom('a', 'b"', 'c\\', 'd,'), fc.oneof(count, text, fc.boolean()))),
});
const purged = time.map((timePurged) => ({ timePurged, hidden: true }));
const fields = fc.oneof({ arbitrary: whole, weight: 9 }, purged);

test('a row read as one text gives the same post as its columns', async () => {
  const { pool } = world();
  const board = await insertBoard(pool, 'rec');
  let num = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fields, { minLength: 1, maxLength: 40 }), async (written) => {
      const first = num + 1;
      await writePosts(
        pool,
        board,
        written.map((post) => aPost({ thread: 1, subnum: num % 3, ...post, num: ++num, board: 'rec' })),
      );
      const from = `from posts p join boards b on b.id = p.board_id where p.board_id = $1 and p.num >= $2 order by p.num`;
      const columns = await pool.query<PostRow>(`select ${POST_COLUMNS} ${from}`, [board.id, first]);
      const records = await pool.query<PostRecordRow>(`select b.name as board, ${POST_RECORD} ${from}`, [
        board.id,
        first,
      ]);
      expect(columns.rows.length).toBe(written.length);
      expect(records.rows.map(toPostOfRecord)).toEqual(columns.rows.map(toPost));
    }),
    { numRuns: 60 },
  );
});
