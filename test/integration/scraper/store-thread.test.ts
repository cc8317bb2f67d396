import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ThreadObservation } from '../../../mappings/post.ts';
import { DIRTY_CHANNEL } from '../../../mappings/queues.ts';
import { createPostgresPool } from '../../../platform/postgres.ts';
import type { LeasedBoard } from '../../../scraper/leases/board-leases.ts';
import { fourChan } from '../../../scraper/sources/four-chan/source.ts';
import { readHarvestStates } from '../../../scraper/store/harvest-state.ts';
import { createSlices, type Slices } from '../../../store/slices.ts';
import { storeThread, type ThreadAnswer, type StoreResult } from '../../../scraper/store/store-thread.ts';
import { useWorld } from '../../support/world.ts';
import { clearStored, dirtyMarks, storedPosts, storedRevs, writeTrace } from './stored.ts';
import { addHeldBoard, hold, httpDate, type SourcePost } from './upstream.ts';
import { loginUrl } from '../../support/logins.ts';

const THREAD = 1_000;
const NOW = new Date('2024-05-01T12:00:00Z');
const LATER = new Date('2024-05-01T13:00:00Z');

const world = useWorld();
let board: LeasedBoard;
let pool: pg.Pool;
let slices: Slices;

beforeAll(async () => {
  board = await addHeldBoard(world(), 'http://127.0.0.1:9');
  pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'scraper'), pipeline: true });
  slices = createSlices(pool);
});
afterAll(() => pool.end());
beforeEach(() => clearStored(world().pool));

function observe(...posts: SourcePost[]): ThreadObservation {
  const reading = fourChan.thread.read(JSON.stringify({ posts }), posts[0]?.no ?? 0);
  if (!reading.ok) throw new Error(reading.refusal.detail);
  return reading.value;
}

const opener = (fields: Record<string, unknown> = {}): SourcePost => ({
  no: THREAD,
  resto: 0,
  time: 1_700_000_000,
  com: 'opener',
  replies: 2,
  ...fields,
});
const reply = (num: number, fields: Record<string, unknown> = {}): SourcePost => ({
  no: num,
  resto: THREAD,
  time: 1_700_000_000 + num,
  com: `reply ${num}`,
  ...fields,
});

async function write(thread: ThreadObservation, answer: Partial<ThreadAnswer> = {}): Promise<StoreResult> {
  return storeThread(pool, slices, {
    board,
    url: `http://127.0.0.1:9/g/thread/${thread.num}.json`,
    thread,
    lastModified: httpDate(1_700_000_100),
    seenModified: 1_700_000_100,
    now: NOW,
    ...answer,
  });
}

async function stored(num: number) {
  const post = (await storedPosts(world().pool)).find((candidate) => candidate.num === num);
  if (post === undefined) throw new Error(`post ${num} is not stored`);
  return post;
}

const FILE = {
  tim: 1_700_000_000_123_456,
  filename: 'pump',
  ext: '.webm',
  fsize: 99,
  md5: 'AAECAwQFBgcICQoLDA0ODw==',
  w: 3,
  h: 4,
  tn_w: 1,
  tn_h: 2,
};

test('a post is stored as it was observed', async () => {
  const thread = observe(
    opener({
      ...FILE,
      name: 'A "B" \\ {C}, \'D\'\n\té 😀',
      sub: 'Leeks',
      trip: '!trip',
      id: 'abcdef12',
      email: 'noko',
      capcode: 'mod',
      country: 'FI',
      spoiler: 1,
      sticky: 1,
      unique_ips: 2,
      archived: 1,
      archived_on: 1_700_000_200,
      shiny: { list: [1, 'a"b\\', null] },
    }),
    reply(1_001),
  );
  expect(await write(thread)).toMatchObject({ kind: 'written', added: 2, changed: 0 });
  const posts = await storedPosts(world().pool);
  expect(posts).toEqual(
    thread.posts.map(({ fields }) => ({
      ...fields,
      images: null,
      // The opener states two replies, and one is stored.
      ...(fields.opener && {
        replies: 1,
        images: fields.mediaType === null ? 0 : 1,
        extra: { ...fields.extra, replies: 2 },
      }),
      rev: expect.any(Number) as number,
      board: 'g',
      timeModified: NOW,
      timeDeletedPost: null,
      timeDeletedFile: null,
      timeBumped: fields.opener ? new Date((1_700_000_000 + 1_001) * 1000) : null,
      mediaHashSrc: null,
      mediaHashThb: null,
      hidden: false,
      timePurged: null,
    })),
  );
});

test('revs increase with the numbers, and the mark has the lowest rev', async () => {
  await write(observe(opener(), reply(1_003), reply(1_001)));
  const revs = await storedRevs(world().pool);
  expect([...revs.values()]).toEqual([...revs.values()].sort((a, b) => a - b));
  expect(await dirtyMarks(world().pool)).toMatchObject([{ thread: THREAD, minRev: revs.get(THREAD) }]);
});

test('an answer without changes writes nothing', async () => {
  const thread = observe(opener({ ...FILE, shiny: { a: 1, b: 2 } }), reply(1_001), reply(1_002));
  await write(thread);
  const before = await writeTrace(world().pool);
  expect(await write(thread, { now: LATER })).toMatchObject({ kind: 'unchanged', added: 0, changed: 0 });
  expect(await writeTrace(world().pool)).toBe(before);
});

test('replies is the number of visible replies, regardless of the source’s count', async () => {
  await write(observe(opener({ replies: 70_000 }), reply(1_001), reply(1_002)));
  expect(await stored(THREAD)).toMatchObject({ replies: 2, extra: { replies: 70_000 } });
  // Posts that are missing from an answer are shown further; a hidden one is not.
  await world().pool.query('update posts set hidden = true where num = 1001');
  await write(observe(opener({ replies: 70_001 }), reply(1_003), reply(1_004)), { now: LATER });
  expect(await stored(THREAD)).toMatchObject({ replies: 3, extra: { replies: 70_001 }, timeModified: LATER });
  const before = await writeTrace(world().pool);
  await write(observe(opener({ replies: 70_001 }), reply(1_003), reply(1_004)), { now: LATER });
  expect(await writeTrace(world().pool)).toBe(before);
});

test('images is the number of visible posts with a file, regardless of the source’s count', async () => {
  const another = { ...FILE, tim: 1_700_000_000_777, md5: 'AAAAAAAAAAAAAAAAAAAAAA==' };
  await write(observe(opener({ ...FILE, images: 90 }), reply(1_001, another), reply(1_002)));
  expect(await stored(THREAD)).toMatchObject({ images: 2, extra: { images: 90 } });
  expect(await stored(1_001)).toMatchObject({ images: null });
  // A hidden post is not counted. A reply gets its file.
  await world().pool.query('update posts set hidden = true where num = 1001');
  await write(observe(opener({ ...FILE, images: 91 }), reply(1_002, another), reply(1_003)), { now: LATER });
  expect(await stored(THREAD)).toMatchObject({ images: 2, replies: 2, extra: { images: 91 }, timeModified: LATER });
  const before = await writeTrace(world().pool);
  await write(observe(opener({ ...FILE, images: 91 }), reply(1_002, another), reply(1_003)), { now: LATER });
  expect(await writeTrace(world().pool)).toBe(before);
});

test('a missing reply count is computed, without an entry in extra', async () => {
  await write(observe(opener({ replies: undefined }), reply(1_001)));
  expect(await stored(THREAD)).toMatchObject({ replies: 1, extra: null });
});

test('an edit changes the rev of that row only', async () => {
  await write(observe(opener(), reply(1_001), reply(1_002)));
  const before = await storedRevs(world().pool);
  const [mark] = await dirtyMarks(world().pool);
  await world().pool.query('delete from dirty');
  const edited = observe(opener(), reply(1_001, { com: 'mended' }), reply(1_002));
  expect(await write(edited, { now: LATER })).toMatchObject({ kind: 'written', added: 0, changed: 1 });
  const after = await storedRevs(world().pool);
  expect(after.get(THREAD)).toBe(before.get(THREAD));
  expect(after.get(1_002)).toBe(before.get(1_002));
  expect(after.get(1_001)).toBeGreaterThan(Math.max(...before.values()));
  const [again] = await dirtyMarks(world().pool);
  expect(again?.minRev).toBe(after.get(1_001));
  expect(again?.gen).toBeGreaterThan(mark?.gen ?? 0);
  expect(await stored(1_001)).toMatchObject({ comment: 'mended', timeModified: LATER });
  expect(await stored(1_002)).toMatchObject({ timeModified: NOW });
});

test('an existing mark keeps its lowest rev and gets a new gen', async () => {
  await write(observe(opener(), reply(1_001)));
  const [first] = await dirtyMarks(world().pool);
  await write(observe(opener(), reply(1_001), reply(1_002)));
  const [second] = await dirtyMarks(world().pool);
  expect(second?.minRev).toBe(first?.minRev);
  expect(second?.gen).toBeGreaterThan(first?.gen ?? 0);
});

test("the validator and the list's time are stored with the posts", async () => {
  await write(observe(opener()), { lastModified: 'Fri,  1 Jan 2021 00:00:00 GMT', seenModified: 77 });
  const url = `http://127.0.0.1:9/g/thread/${THREAD}.json`;
  expect((await readHarvestStates(pool, board.id, [url])).get(url)).toEqual({
    lastModified: 'Fri,  1 Jan 2021 00:00:00 GMT',
    seenModified: 77,
  });
});

test.each(['posts', 'dirty', 'harvest_state'])('if %s cannot be written, nothing is stored', async (table) => {
  await write(observe(opener({ no: 1, replies: 0 })));
  await clearStored(world().pool);
  await world().pool.query(`alter table ${table} add constraint nothing_more check (false) not valid`);
  try {
    await expect(write(observe(opener(), reply(1_001)))).rejects.toThrow(/nothing_more/);
  } finally {
    await world().pool.query(`alter table ${table} drop constraint nothing_more`);
  }
  for (const other of ['posts', 'dirty', 'harvest_state']) {
    expect((await world().pool.query(`select from ${other}`)).rowCount).toBe(0);
  }
});

test('a copy older than the stored one changes nothing', async () => {
  await write(observe(opener(), reply(1_001, { com: 'new' })), { lastModified: httpDate(1_700_000_200) });
  const before = await writeTrace(world().pool);
  const old = observe(opener(), reply(1_001, { com: 'old' }));
  expect(await write(old, { lastModified: httpDate(1_700_000_199) })).toMatchObject({ kind: 'stale' });
  expect(await writeTrace(world().pool)).toBe(before);
});

test('a post that is absent from a newer answer does not change', async () => {
  await write(observe(opener(), reply(1_001), reply(1_002)));
  const before = await storedRevs(world().pool);
  await write(observe(opener(), reply(1_002)), { lastModified: httpDate(1_700_000_300) });
  expect(await storedRevs(world().pool)).toEqual(before);
});

test('a file deleted at the source stays in the archive, and its time of deletion is set once', async () => {
  await write(observe(opener(FILE)));
  await write(observe(opener({ filedeleted: 1 })), { now: LATER });
  const kept = { mediaName: 'pump', mediaSize: 99, mediaTime: FILE.tim, timeDeletedFile: LATER };
  expect(await stored(THREAD)).toMatchObject(kept);
  const before = await writeTrace(world().pool);
  await write(observe(opener({ filedeleted: 1 })), { now: new Date('2025-01-01T00:00:00Z') });
  expect(await writeTrace(world().pool)).toBe(before);
});

test('a file that replaces another replaces all of its columns', async () => {
  await write(observe(opener(FILE)));
  await write(observe(opener({ tim: 5, md5: 'EAECAwQFBgcICQoLDA0ODw==', ext: '.png' })));
  expect(await stored(THREAD)).toMatchObject({ mediaTime: 5, mediaType: 'png', mediaName: null, mediaSize: null });
});

test('the poster count, the bump time and the time of archival never decrease', async () => {
  await write(observe(opener({ unique_ips: 9, archived: 1, archived_on: 1_700_000_500 }), reply(1_001)));
  const before = await stored(THREAD);
  await write(observe(opener({ unique_ips: 4 })));
  expect(await stored(THREAD)).toMatchObject({
    posters: 9,
    timeBumped: before.timeBumped,
    timeArchived: before.timeArchived,
  });
});

test('a post that was hidden stays hidden when it changes', async () => {
  await write(observe(opener(), reply(1_001)));
  await world().pool.query('update posts set hidden = true where num = 1001');
  await write(observe(opener(), reply(1_001, { com: 'mended' })));
  expect(await stored(1_001)).toMatchObject({ hidden: true, comment: 'mended' });
});

test('a comment with U+0000 and one of 50,000 characters are stored', async () => {
  const long = 'ab&gt;<br>'.repeat(5_000);
  await write(observe(opener({ com: 'a\0b', name: '\0' }), reply(1_001, { com: long, shiny: '\0' })));
  expect(await stored(THREAD)).toMatchObject({ comment: 'a\uFFFDb', name: '\uFFFD' });
  expect(await stored(1_001)).toMatchObject({ comment: long, extra: { shiny: '\uFFFD' } });
});

test('the indexer is notified if and only if rows were written', async () => {
  const listener = new pg.Client({ connectionString: world().databaseUrl });
  await listener.connect();
  try {
    const heard: string[] = [];
    listener.on('notification', ({ channel }) => heard.push(channel));
    await listener.query(`listen ${DIRTY_CHANNEL}`);
    await write(observe(opener()));
    await write(observe(opener()));
    // A separate round trip: all earlier notifications have arrived when it returns.
    await listener.query('select 1');
    expect(heard).toEqual([DIRTY_CHANNEL]);
  } finally {
    await listener.end();
  }
});

test('partitions for a thread over three slices are created, also by another process', async () => {
  const small = await world().pool.query<{ id: number }>(
    `insert into boards (name, title, source, url, media_url, slice_size)
     values ('small', 'Small', '4chan', 'http://127.0.0.1:9', 'http://127.0.0.1:9', 1000) returning id`,
  );
  const smallBoard = await hold(world(), { ...board, id: small.rows[0]?.id ?? 0, name: 'small', sliceSize: 1_000 });
  const thread = observe(opener(), reply(1_999), reply(2_000), reply(5_001));
  await Promise.all(
    [slices, createSlices(pool), createSlices(pool)].map((remembered) =>
      storeThread(pool, remembered, {
        board: smallBoard,
        url: 'x',
        thread,
        lastModified: null,
        seenModified: 1,
        now: NOW,
      }),
    ),
  );
  const { rows } = await world().pool.query<{ slice: string; posts: string }>(
    'select tableoid::regclass::text as slice, count(*) as posts from posts group by 1 order by 1',
  );
  expect(rows).toEqual([
    { slice: `posts_b${smallBoard.id}_s1`, posts: '2' },
    { slice: `posts_b${smallBoard.id}_s2`, posts: '1' },
    { slice: `posts_b${smallBoard.id}_s5`, posts: '1' },
  ]);
});

test('a partition that was dropped is created again with the next answer', async () => {
  await write(observe(opener()));
  await world().pool.query(`drop table posts_b${board.id}_s0`);
  await expect(write(observe(opener()))).rejects.toThrow(/no partition/);
  expect(await write(observe(opener()))).toMatchObject({ kind: 'written', added: 1 });
});

/** Two answers agree on one post and differ on two others, so that a mixture of them equals neither. */
const ANSWERS = ['000', '011', '101', '110'];

test('concurrent writers of one thread never deadlock, mix their answers or decrease a rev', async () => {
  let highest = new Map<number, number>();
  const look = async () => {
    const posts = await storedPosts(world().pool);
    const comments = posts.filter(({ opener: isOpener }) => !isOpener).map(({ comment }) => comment);
    expect(['', ...ANSWERS]).toContain(comments.join(''));
    const revs = new Map(posts.map(({ num, rev }) => [num, rev]));
    for (const [num, rev] of highest) expect(revs.get(num)).toBeGreaterThanOrEqual(rev);
    highest = revs;
  };
  for (let round = 0; round < 25; round++) {
    const writing = Array.from({ length: 8 }, (_, index) => {
      const answer = ANSWERS[(round + index) % ANSWERS.length] ?? '';
      const replies = Array.from(answer, (com, at) => reply(1_001 + at, { com }));
      const posts = index % 2 === 0 ? replies : replies.toReversed();
      return write(observe(opener(), ...posts), { lastModified: null });
    });
    await look();
    await Promise.all(writing);
    await look();
  }
  expect(new Set(highest.values()).size).toBe(4);
});

test('with a concurrent change by another kind of writer the later row has the later rev', async () => {
  await write(observe(opener(), reply(1_001)));
  const moderator = await world().pool.connect();
  try {
    await moderator.query('begin');
    await moderator.query("update posts set hidden = true, rev = nextval('post_rev') where num = 1001");
    const writing = write(observe(opener(), reply(1_001, { com: 'mended' })));
    await waitsForLock(world().pool);
    const { rows } = await moderator.query<{ rev: string }>("select nextval('post_rev') as rev");
    await moderator.query('commit');
    await writing;
    const { rev, hidden } = await stored(1_001);
    expect(hidden).toBe(true);
    expect(rev).toBeGreaterThan(Number(rows[0]?.rev));
  } finally {
    moderator.release();
  }
});

async function waitsForLock(db: pg.Pool): Promise<void> {
  for (;;) {
    const { rowCount } = await db.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    if ((rowCount ?? 0) > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

test('the beginning of an overlong text is stored, and the result names the text', async () => {
  const thread = observe(
    opener(),
    reply(THREAD + 1, { com: 'x'.repeat(1_000_001), filename: 'f'.repeat(5_000), tim: 1, ext: '.png' }),
  );
  const { shortened } = await write(thread);
  expect(shortened).toMatchObject([
    { num: THREAD + 1, field: 'comment', length: 1_000_001 },
    { num: THREAD + 1, field: 'mediaName', length: 5_000 },
  ]);
  expect((await stored(THREAD + 1)).comment?.length).toBe(1_000_000);
  expect(await write(thread)).toMatchObject({ kind: 'unchanged', added: 0, changed: 0 });
});
