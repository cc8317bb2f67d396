import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Activity, ArchiveStatistics, BoardStatistics } from '../../../mappings/contract/statistics.ts';
import { moderate } from '../../../server/moderation/moderate.ts';
import { anExtraFile } from '../../support/builders.ts';
import { useWorld } from '../../support/world.ts';
import { givenArchive, givenConfig, givenServer, NOW, type GivenArchive, type GivenServer } from './given-archive.ts';

const world = useWorld();
let archive: GivenArchive;
let server: GivenServer;
let time = NOW.getTime();

const HASH_A = Buffer.from('a'.repeat(16));
const HASH_B = Buffer.from('b'.repeat(16));
const file = (mediaHash: Buffer) => ({ mediaHash, mediaType: 'png', mediaTime: 1, mediaName: 'heron' });
const at = (iso: string) => ({ timePosted: new Date(iso), timeModified: new Date(iso) });

const OLD = at('2008-02-29T12:00:00Z');
const LATER = at('2019-07-01T12:00:00Z');

let boardId: number;

beforeAll(async () => {
  archive = givenArchive(world());
  boardId = await archive.board('g');
  for (const board of ['ck', 'empty', 'old']) await archive.board(board);
  await archive.storeAndIndex('g', [
    // A Monday.
    {
      num: 10,
      thread: 10,
      opener: true,
      subject: 'Herons',
      replies: 3,
      ...at('2024-03-25T09:10:00Z'),
      country: 'DE',
      ...file(HASH_A),
    },
    { num: 11, thread: 10, ...at('2024-03-25T09:50:00Z'), country: 'DE', ...file(HASH_A) },
    {
      num: 12,
      thread: 10,
      ...at('2024-03-26T23:59:59Z'),
      country: 'JP',
      ...file(HASH_B),
      mediaHashSrc: Buffer.from('c'.repeat(32)),
    },
    { num: 13, thread: 10, ...at('2024-03-31T08:00:00Z'), name: 'Ardea' },
    { num: 14, thread: 10, ...at('2024-03-31T08:30:00Z'), hidden: true, country: 'FR', ...file(HASH_A) },
    { num: 20, thread: 20, opener: true, subject: 'Storks', replies: 1, ...at('2024-03-31T11:00:00Z') },
    {
      num: 21,
      thread: 20,
      ...at('2024-03-31T11:30:00Z'),
      ...file(HASH_B),
      timeDeletedFile: new Date('2024-03-31T11:40:00Z'),
      extraFiles: [anExtraFile({ place: 1, ...file(HASH_A) })],
      name: 'Anonymous',
    },
    { num: 30, thread: 30, opener: true, subject: 'Not to be seen', hidden: true, ...at('2024-03-31T11:40:00Z') },
    { num: 31, thread: 30, ...at('2024-03-31T11:45:00Z') },
    { num: 32, thread: 30, ...at('2024-03-31T11:46:00Z') },
    { num: 33, thread: 30, ...at('2024-03-31T11:47:00Z') },
  ]);
  await archive.storeAndIndex('old', [
    { num: 1, thread: 1, opener: true, subject: 'Of long ago', replies: 9, ...OLD, name: 'Ciconia', country: 'GB' },
    { num: 2, thread: 2, opener: true, subject: 'Of later', ...LATER, name: 'Ciconia', country: 'SE' },
    { num: 3, thread: 2, ...LATER, name: 'Bubulcus' },
    { num: 4, thread: 2, ...LATER, name: 'Bubulcus' },
    { num: 5, thread: 2, ...LATER, name: 'Nycticorax', hidden: true },
  ]);
  server = await givenServer(world(), { clock: () => new Date(time) });
});

afterAll(async () => server.close());

async function statistics(board: string): Promise<BoardStatistics> {
  const { status, body } = await server.get(`/api/v1/boards/${board}/statistics`);
  expect(status).toBe(200);
  return body as BoardStatistics;
}

const listed = (threads: BoardStatistics['threads'] = []) =>
  threads.map(({ posts, opener }) => [opener.subject, posts]);

async function activity(): Promise<Activity> {
  const { status, body } = await server.get('/api/v1/activity');
  expect(status).toBe(200);
  return body as Activity;
}

const minutesLater = (minutes: number) => {
  time += minutes * 60_000;
};

describe('statistics of a board', () => {
  test('count its visible posts and files per day, including empty days', async () => {
    const { posts, images, over_time: over, partial } = await statistics('g');
    expect([posts, images, partial]).toEqual([9, 4, false]);
    expect(over.interval).toBe('day');
    expect(over.spans.map(({ start, posts: count, images: files }) => [start.slice(0, 10), count, files])).toEqual([
      ['2024-03-25', 2, 2],
      ['2024-03-26', 1, 1],
      ['2024-03-27', 0, 0],
      ['2024-03-28', 0, 0],
      ['2024-03-29', 0, 0],
      ['2024-03-30', 0, 0],
      ['2024-03-31', 6, 1],
    ]);
  });

  test('have posts by hour of the week and by country, and reposted files', async () => {
    const { recent } = await statistics('g');
    expect(recent?.week[0]?.[9]).toBe(2);
    expect(recent?.week[1]?.[23]).toBe(1);
    expect(recent?.week[6]?.slice(8, 12)).toEqual([1, 0, 0, 5]);
    expect(recent?.week.flat().reduce((sum, count) => sum + count, 0)).toBe(recent?.posts);
    expect(recent?.days.start).toBe('2024-01-01T00:00:00.000Z');
    expect(recent?.days.posts).toHaveLength(91);
    expect(recent?.days.posts.slice(-8)).toEqual([0, 2, 1, 0, 0, 0, 0, 6]);
    expect(recent?.hours.start).toBe('2024-03-24T12:00:00.000Z');
    expect(recent?.hours.posts).toHaveLength(168);
    expect(recent?.hours.posts.flatMap((posts, hour) => (posts === 0 ? [] : [[hour, posts]]))).toEqual([
      [21, 2],
      [59, 1],
      [164, 1],
      [167, 5],
    ]);
    expect(recent?.countries).toEqual([
      { country: 'DE', posts: 2 },
      { country: 'JP', posts: 1 },
    ]);
    const reposts = recent?.reposts.map(({ md5, posts, newest }) => [md5, posts, newest.num]);
    expect(reposts).toHaveLength(2);
    expect(reposts).toEqual(
      expect.arrayContaining([
        [HASH_A.toString('base64'), 3, 21],
        [HASH_B.toString('base64'), 2, 21],
      ]),
    );
  });

  test('list the largest threads by visible posts, of all time and of those begun in the last year, without hidden openers', async () => {
    const { threads, recent } = await statistics('g');
    expect(listed(threads)).toEqual([
      ['Herons', 4],
      ['Storks', 2],
    ]);
    expect(listed(recent?.threads)).toEqual(listed(threads));
    const old = await statistics('old');
    expect(listed(old.threads)).toEqual([
      ['Of long ago', 10],
      ['Of later', 1],
    ]);
    expect(listed(old.recent?.threads)).toEqual([['Of later', 1]]);
  });

  test('have the numbers of archived and previously deleted files, and of posts of the last hour, day and week', async () => {
    const { files, rate } = await statistics('g');
    expect(files).toEqual({ posts: 4, archived: 1, deleted: 1 });
    expect(rate).toEqual({ hour: 4, day: 6, week: 9 });
    expect((await statistics('old')).rate).toEqual({ hour: 0, day: 0, week: 0 });
  });

  test('list names without an older post on the board, except the default name', async () => {
    expect((await statistics('g')).recent?.new_names).toEqual([
      { name: 'Ardea', posts: 1, first: '2024-03-31T08:00:00.000Z' },
    ]);
    expect((await statistics('old')).recent?.new_names).toEqual([
      { name: 'Bubulcus', posts: 2, first: '2019-07-01T12:00:00.000Z' },
    ]);
  });

  test('cover a board’s whole life in the steps of a chart, and only its last year in detail', async () => {
    const { over_time: over, posts, recent } = await statistics('old');
    expect(posts).toBe(4);
    expect(over.spans.length).toBeLessThanOrEqual(120);
    expect([over.interval, over.spans[0]?.posts, over.spans.at(-1)?.posts]).toEqual(['quarter', 1, 3]);
    expect([recent?.posts, recent?.countries, recent?.end]).toEqual([
      3,
      [{ country: 'SE', posts: 1 }],
      '2019-07-01T12:00:00.000Z',
    ]);
  });

  test('are zeros for an empty board, and a 404 for an unknown one', async () => {
    expect(await statistics('empty')).toMatchObject({
      posts: 0,
      over_time: { interval: null, spans: [] },
      recent: null,
    });
    expect((await server.get('/api/v1/boards/nowhere/statistics')).status).toBe(404);
  });

  test('are cached until `fresh_until`, and recounted after it', async () => {
    const before = await statistics('ck');
    await archive.storeAndIndex('ck', [{ num: 5, thread: 5, opener: true, ...at('2024-03-31T11:50:00Z') }]);
    minutesLater(9);
    expect(await statistics('ck')).toEqual(before);
    minutesLater(1);
    expect(time).toBe(Date.parse(before.fresh_until));
    const after = await statistics('ck');
    expect([before.posts, after.posts, after.counted_at]).toEqual([0, 1, new Date(time).toISOString()]);
  });
});

test('all boards are counted side by side, also those without posts', async () => {
  const { body } = await server.get('/api/v1/statistics');
  const { boards, partial } = body as ArchiveStatistics;
  expect([partial, boards.map(({ board }) => board)]).toEqual([false, ['ck', 'empty', 'g', 'old']]);
  const { posts, files } = await statistics('g');
  expect(boards.find(({ board }) => board === 'g')).toMatchObject({ posts, threads: 2, files });
  expect(boards.find(({ board }) => board === 'empty')).toMatchObject({ posts: 0, threads: 0, rate: { week: 0 } });
});

describe('activity', () => {
  test('has the posts of each board in the steps of a week, and the busiest threads of the last hours', async () => {
    const { start, step_hours: hours, boards, threads } = await activity();
    const steps = boards.find(({ board }) => board === 'g')?.posts ?? [];
    expect(steps).toHaveLength((7 * 24) / hours);
    expect(steps.reduce((sum, count) => sum + count, 0)).toBe(9);
    // The step of 31 March that includes noon; it ends with this hour.
    expect(steps.at(-1)).toBe(6);
    expect(Date.parse(start) + 7 * 24 * 3_600_000).toBeGreaterThan(time);
    expect(boards.map(({ board }) => board)).not.toContain('old');
    expect(threads.map(({ opener, posts }) => [opener.board, opener.subject, posts])).toEqual([
      ['g', 'Storks', 2],
      ['ck', null, 1],
      ['g', 'Herons', 1],
    ]);
    const { rows } = await world().pool.query<{ key: string; posts: number }>(
      `select b.name || '/' || p.thread as key, count(*)::int as posts
         from posts p join boards b on b.id = p.board_id where not p.hidden group by 1`,
    );
    const sizes = new Map(rows.map(({ key, posts }) => [key, posts]));
    for (const { opener, thread_posts: all } of threads) expect(all).toBe(sizes.get(`${opener.board}/${opener.num}`));
  });

  test('has the time of the oldest post, and the newest pictures of boards that are safe for work', async () => {
    const config = { ...givenConfig(world()), sourceFiles: true };
    const seen = async () => {
      const lenient = await givenServer(world(), { config, clock: () => new Date(time) });
      const { body } = await lenient.get('/api/v1/activity');
      await lenient.close();
      const { first_post: first, pictures } = body as Activity;
      return [first, pictures.map(({ num }) => num)];
    };
    const oldest = OLD.timePosted.toISOString();
    // Without the hidden post, and those whose files have no thumbnail.
    expect(await seen()).toEqual([oldest, [11, 10]]);
    await world().pool.query('update boards set worksafe = (id <> $1)', [boardId]);
    expect(await seen()).toEqual([oldest, []]);
    await world().pool.query('update boards set worksafe = true');
    // Pictures that the archive does not have are not shown.
    expect((await activity()).pictures).toEqual([]);
  });
});

test('hidden posts leave the counts immediately, however fresh these are', async () => {
  const before = await statistics('g');
  await moderate(world().pool, {
    action: 'hide',
    board: { id: boardId, name: 'g' },
    posts: [{ num: 20, subnum: 0 }],
    threads: true,
    actor: 'warden',
    reason: 'a test',
    now: new Date(time),
  });
  const after = await statistics('g');
  expect([before.posts, after.posts]).toEqual([9, 7]);
  expect(JSON.stringify(after)).not.toContain('Storks');
  expect(JSON.stringify(await activity())).not.toContain('Storks');
});

test('the reader who triggers the counting is charged for it; later readers pay for an ordinary request', async () => {
  const limited = await givenServer(world(), { config: { ...givenConfig(world()), rateLimit: 100 } });
  const left = async () => {
    const { headers } = await limited.get('/api/v1/boards/old/statistics');
    return Number(headers['ratelimit-remaining']);
  };
  const [first, second] = [await left(), await left()];
  await limited.close();
  expect(first).toBeLessThanOrEqual(88);
  expect(first - second).toBeLessThanOrEqual(2);
});
