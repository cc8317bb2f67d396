/** Writing a range stores the same rows, marks and wanted files as writing its threads one by one, regardless of earlier rows. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type pg from 'pg';
import { ABSENT_FIELDS } from '../../../mappings/absent-fields.ts';
import type { Post, PostFields, PostObservation } from '../../../mappings/post.ts';
import { SELECTED, type PostColumnType } from '../../../mappings/postgres/post-columns.ts';
import type { ShortenedText } from '../../../mappings/text-limits.ts';
import { createPostgresPool, inTransaction } from '../../../platform/postgres.ts';
import { lockThread } from '../../../store/post-lock.ts';
import { createSlices, type Slices } from '../../../store/slices.ts';
import type { StoredPosts } from '../../../store/merge-posts.ts';
import { writeRange } from '../../../store/write-range.ts';
import { writeThread } from '../../../store/write-thread.ts';
import { aPost, insertBoard, writePosts, type TestBoard } from '../../support/builders.ts';
import { useWorld } from '../../support/world.ts';
import { countOf } from '../../support/full-counts.ts';
import { loginUrl } from '../../support/logins.ts';

const world = useWorld();
const NOW = new Date('2024-05-01T12:00:00Z');
const MEDIA_KINDS = ['file', 'thumb', 'replay'] as const;
/** Threads of 20 numbers each, in two slices. */
const THREADS = [20, 40, 60, 80] as const;
const SLICE = 50;

let pool: pg.Pool;
let importer: pg.Pool;
let slices: Slices;

beforeAll(() => {
  pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'scraper') });
  importer = createPostgresPool({ url: loginUrl(world().databaseUrl, 'importer') });
  slices = createSlices(pool);
});
afterAll(() => Promise.all([pool.end(), importer.end()]));

const maybe = <T>(some: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(some, { nil: null });
const text = maybe(fc.constantFrom('', 'tea', 'a\tb\\n', 'quote \' and "', '猫\n', String.raw`\N`, 'oeReplay(1)'));
const small = maybe(fc.integer({ min: 0, max: 3 }));
const time = fc.integer({ min: 0, max: 5 }).map((hour) => new Date(Date.UTC(2024, 0, 1, hour)));
const md5 = maybe(fc.constantFrom(1, 2, 255).map((byte) => Buffer.alloc(16, byte)));

const file = fc.oneof(
  fc.constant({ mediaTime: null, mediaHash: null, mediaName: null, mediaType: null, mediaSize: null }),
  fc.record({
    mediaTime: fc.constantFrom(1_700_000_000_123_456, 5),
    mediaHash: md5,
    mediaName: text,
    mediaType: fc.constantFrom('png', 'webm'),
    mediaSize: small,
  }),
);
const OF_TYPE: Readonly<Record<PostColumnType, fc.Arbitrary<unknown>>> = {
  bigint: small,
  int: small,
  boolean: maybe(fc.boolean()),
  text,
  bytea: md5,
  timestamptz: maybe(time),
  jsonb: maybe(fc.constantFrom({}, { a: 'b"\\\n' }, { n: [1, null] })),
};
/** Every field of a source that may be null. */
const nullable = fc.record(
  Object.fromEntries(
    SELECTED.filter(({ field }) => field in ABSENT_FIELDS).map(({ field, type }) => [field, OF_TYPE[type]]),
  ),
) as fc.Arbitrary<Pick<PostFields, keyof typeof ABSENT_FIELDS>>;
const words = fc.record({ timePosted: time, spoiler: fc.boolean() });
const place = fc.record({
  thread: fc.constantFrom(...THREADS),
  offset: fc.integer({ min: 0, max: 4 }),
  subnum: fc.constantFrom(0, 0, 0, 1),
});
const fields: fc.Arbitrary<PostFields> = fc
  .tuple(place, nullable, words, file)
  .map(([{ thread, offset, subnum }, known, posted, media]) => ({
    ...known,
    ...posted,
    ...media,
    num: thread + offset,
    subnum,
    thread,
    opener: offset === 0 && subnum === 0,
  }));
const keyOf = ({ num, subnum }: Pick<PostFields, 'num' | 'subnum'>) => `${num}.${subnum}`;

const observed: fc.Arbitrary<PostObservation> = fc
  .tuple(fields, fc.boolean(), fc.option(fc.record({ time: maybe(time) }), { nil: undefined }))
  .map(([known, fileDeleted, deletion]) => ({
    fields: known,
    fileDeleted,
    ...(deletion !== undefined && { deletion }),
  }));
const observations = fc.uniqueArray(observed, { maxLength: 20, selector: (post) => keyOf(post.fields) });

const hash = maybe(fc.constantFrom(1, 2).map((byte) => Buffer.alloc(32, byte)));
const archived = fc.record({
  timeDeletedPost: maybe(time),
  timeDeletedFile: maybe(time),
  timeBumped: maybe(time),
  mediaHashSrc: hash,
  mediaHashThb: hash,
  hidden: fc.boolean(),
});
const purged = (post: PostFields): Post =>
  aPost({
    num: post.num,
    subnum: post.subnum,
    thread: post.thread,
    opener: post.opener,
    timePosted: post.timePosted,
    hidden: true,
    timePurged: NOW,
  });
const stored: fc.Arbitrary<Post> = fc
  .tuple(fields, archived, fc.integer({ min: 0, max: 5 }))
  .map(([known, more, kind]) => (kind === 0 ? purged(known) : aPost({ ...known, ...more })));
const rows = fc.uniqueArray(stored, { maxLength: 20, selector: keyOf });
const moderated = fc.uniqueArray(fc.record({ thread: fc.constantFrom(...THREADS), purged: fc.boolean() }), {
  selector: ({ thread }) => thread,
  maxLength: 2,
});
/** A file with the MD5 of another post's file, and one that shares only its SHA-256. */
const images = fc.constantFrom(1, 2).map((byte) => ({ sha256: Buffer.alloc(32, byte), md5: Buffer.alloc(16, byte) }));

let boards = 0;

async function givenBoard(posts: readonly Post[], threads: readonly { thread: number; purged: boolean }[]) {
  const board = await insertBoard(world().pool, `b${++boards}`, { sliceSize: SLICE });
  await writePosts(world().pool, board, posts);
  await world().pool.query('delete from dirty where board_id = $1', [board.id]);
  for (const { thread, purged: isPurged } of threads) {
    const values = [board.id, thread, isPurged];
    await world().pool.query('insert into moderated_threads (board_id, thread, purged) values ($1, $2, $3)', values);
  }
  return board;
}

async function writeThreads(board: TestBoard, posts: readonly PostObservation[], now: Date): Promise<StoredPosts> {
  await slices.ensure(
    board,
    posts.map((post) => post.fields.num),
  );
  const total = { added: 0, changed: 0, doubled: 0 };
  const shortened: ShortenedText[] = [];
  const written = new Set<number>();
  for (const [thread, some] of Map.groupBy(posts, (post) => post.fields.thread)) {
    const merged = await inTransaction(pool, async (client) =>
      writeThread(await lockThread(client, board.id, thread), some, { mediaKinds: MEDIA_KINDS, now }),
    );
    total.added += merged.added;
    total.changed += merged.changed;
    total.doubled += merged.doubled;
    shortened.push(...merged.shortened);
    for (const one of merged.threads) written.add(one);
  }
  return { ...total, shortened, doubledNum: null, threads: [...written].sort((a, b) => a - b) };
}

/** All columns except the numbers that each write draws. */
async function storedBy(board: TestBoard) {
  const { pool: owner } = world();
  const posts = await owner.query<Record<string, unknown> & { num: string; subnum: number; rev: string }>(
    'select * from posts where board_id = $1 order by num, subnum',
    [board.id],
  );
  const { rows: marks } = await owner.query<{ thread: string; min_rev: string }>(
    'select thread, min_rev, since from dirty where board_id = $1 order by thread',
    [board.id],
  );
  const { rows: wanted } = await owner.query(
    'select num, subnum, kind, state, due_at, since from wanted_media where board_id = $1 order by 1, 2, 3',
    [board.id],
  );
  const revs = new Map(posts.rows.map((row) => [keyOf({ num: Number(row.num), subnum: row.subnum }), Number(row.rev)]));
  return {
    rows: posts.rows.map((row) => ({ ...row, board_id: null, id: null, rev: null })),
    marks: marks.map((mark) => ({ ...mark, min_rev: null })),
    minRevs: new Map(marks.map((mark) => [Number(mark.thread), Number(mark.min_rev)])),
    wanted,
    revs,
    posts: posts.rows,
  };
}

test('the rows, marks and wanted files are equal, and each mark names a rev before those of its thread', async () => {
  await fc.assert(
    fc.asyncProperty(
      rows,
      moderated,
      images,
      fc.array(observations, { minLength: 1, maxLength: 3 }),
      async (posts, threads, image, answers) => {
        await world().pool.query(
          `insert into images (sha256, md5, type, size) values ($1, $2, 'png', 1) on conflict do nothing`,
          [image.sha256, image.md5],
        );
        const one = await givenBoard(posts, threads);
        const other = await givenBoard(posts, threads);
        for (const [at, answer] of answers.entries()) {
          const now = new Date(NOW.getTime() + at * 60_000);
          const before = (await storedBy(other)).revs;
          const byThreads = await writeThreads(one, answer, now);
          const {
            purged: purgedHere,
            refused,
            conflicts,
            ...byRange
          } = await writeRange(pool, slices, other, answer, {
            mediaKinds: MEDIA_KINDS,
            now,
          });
          expect({ ...byRange, threads: byRange.threads.toSorted((a, b) => a - b) }).toEqual(byThreads);
          expect(byRange.doubled).toBe(0);
          const [left, right] = [await storedBy(one), await storedBy(other)];
          expect(right.rows).toEqual(left.rows);
          expect([purgedHere, refused, conflicts]).toEqual([0, 0, []]);
          expect(right.marks).toEqual(left.marks);
          expect(right.wanted).toEqual(left.wanted);
          // From the first answer: later marks keep the lowest rev.
          if (at > 0) continue;
          const changed = right.posts.filter(
            (row) => before.get(keyOf({ num: Number(row.num), subnum: row.subnum })) !== Number(row.rev),
          );
          // An opener may change as well, by its reply count.
          expect(changed.filter((row) => row['opener'] !== true).length).toBeLessThanOrEqual(
            byRange.added + byRange.changed,
          );
          expect(changed.length).toBeGreaterThanOrEqual(byRange.added + byRange.changed);
          const known = Math.max(0, ...before.values());
          const least = Map.groupBy(changed, (row) => Number(row['thread']));
          expect(new Set(right.minRevs.keys())).toEqual(new Set(least.keys()));
          for (const [thread, of] of least) {
            expect(right.minRevs.get(thread)).toBeGreaterThan(known);
            expect(right.minRevs.get(thread)).toBeLessThanOrEqual(Math.min(...of.map((row) => Number(row.rev))));
          }
        }
      },
    ),
    { numRuns: countOf(600) },
  );
});

const inOrder = <T extends { readonly threads: readonly number[] }>(written: T) => ({
  ...written,
  threads: written.threads.toSorted((a, b) => a - b),
});

test('an import that copies new threads stores the same rows and marks as one that merges all of them', async () => {
  await fc.assert(
    fc.asyncProperty(
      rows,
      moderated,
      fc.array(observations, { minLength: 1, maxLength: 3 }),
      async (posts, threads, answers) => {
        const merging = await givenBoard(posts, threads);
        const copying = await givenBoard(posts, threads);
        for (const [at, answer] of answers.entries()) {
          const now = new Date(NOW.getTime() + at * 60_000);
          const before = await storedBy(copying);
          // Files to fetch are only recorded by a merge.
          const merged = await writeRange(importer, slices, merging, answer, { mediaKinds: ['file'], now }, 'import');
          const copied = await writeRange(importer, slices, copying, answer, { mediaKinds: [], now }, 'import');
          expect(inOrder(copied)).toEqual(inOrder(merged));
          const [left, right] = [await storedBy(merging), await storedBy(copying)];
          expect(right.rows).toEqual(left.rows);
          expect(right.marks).toEqual(left.marks);
          const known = Math.max(0, ...before.revs.values());
          for (const { num, subnum, thread } of right.posts) {
            const key = keyOf({ num: Number(num), subnum });
            const rev = right.revs.get(key) ?? 0;
            if (rev === before.revs.get(key)) continue;
            expect(rev).toBeGreaterThan(known);
            expect(right.minRevs.get(Number(thread))).toBeLessThanOrEqual(rev);
          }
        }
      },
    ),
    { numRuns: countOf(300) },
  );
});

test('an import merges a post that a writer without the lock stores meanwhile', async () => {
  const board = await givenBoard([aPost({ num: 40 })], []);
  let range: Promise<unknown> = Promise.resolve();
  await inTransaction(world().pool, async (client) => {
    await client.query(
      `insert into posts (board_id, num, thread, opener, time_posted, time_modified, rev)
       values ($1, 20, 20, true, $2, $2, nextval('post_rev'))`,
      [board.id, NOW],
    );
    range = writeRange(importer, slices, board, [plain(20, 20), plain(21, 20)], { mediaKinds: [], now: NOW }, 'import');
    for (;;) {
      const { rowCount } = await world().pool.query(
        `select from pg_locks where locktype = 'transactionid' and not granted
           and pid in (select pid from pg_stat_activity where datname = current_database())`,
      );
      if ((rowCount ?? 0) > 0) break;
    }
  });
  expect(await range).toMatchObject({ added: 1, changed: 1 });
  expect((await storedBy(board)).posts.map(({ num }) => num)).toEqual(['20', '21', '40']);
});

const plain = (num: number, thread: number): PostObservation => {
  const { board: _board, rev: _rev, ...known } = aPost({ num, thread });
  return { fields: known, fileDeleted: false };
};

test('writing a range waits for a writer of one of its threads, and writers of its threads wait for it', async () => {
  const board = await givenBoard([aPost({ num: 20 })], []);
  const events: string[] = [];
  let range: Promise<unknown> = Promise.resolve();
  await inTransaction(pool, async (client) => {
    const lock = await lockThread(client, board.id, 20);
    range = writeRange(pool, slices, board, [plain(20, 20), plain(41, 40)], { mediaKinds: [], now: NOW }).then(() =>
      events.push('range'),
    );
    for (;;) {
      const { rowCount } = await world().pool.query(
        `select from pg_locks where locktype = 'advisory' and not granted
           and database = (select oid from pg_database where datname = current_database())`,
      );
      if ((rowCount ?? 0) > 0) break;
    }
    await writeThread(lock, [plain(21, 20)], { mediaKinds: [], now: NOW });
    events.push('thread');
  });
  await range;
  expect(events).toEqual(['thread', 'range']);
  expect((await storedBy(board)).posts.map(({ num }) => num)).toEqual(['20', '21', '41']);
});

test('a range with a value that the table refuses stores nothing, and the connection writes the next range', async () => {
  const board = await givenBoard([], []);
  const single = createPostgresPool({ url: loginUrl(world().databaseUrl, 'scraper'), maxConnections: 1 });
  try {
    const { board: _board, rev: _rev, ...known } = aPost({ num: 20 });
    const good: PostObservation = { fields: known, fileDeleted: false };
    const bad: PostObservation = { fields: { ...known, num: 21, posters: 70_000 }, fileDeleted: false };
    const writing = writeRange(single, createSlices(single), board, [good, bad], { mediaKinds: [], now: NOW });
    await expect(writing).rejects.toMatchObject({ code: '23514' });
    expect((await storedBy(board)).posts).toEqual([]);
    const again = writeRange(single, createSlices(single), board, [good], { mediaKinds: [], now: NOW });
    expect(await again).toMatchObject({ added: 1 });
  } finally {
    await single.end();
  }
});
