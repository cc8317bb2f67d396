/** Histories with more days, hours or boards than Elasticsearch returns buckets (`search.max_buckets`: 5,000) or reads names. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TimelineAnswer } from '../../../../../mappings/contract/facets.ts';
import type { Activity, BoardStatistics } from '../../../../../mappings/contract/statistics.ts';
import { useWorld } from '../../../../support/world.ts';
import { givenArchive, givenServer, NOW, type GivenServer } from '../../given-archive.ts';

const world = useWorld();
let server: GivenServer;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DAYS = 6_000;
const FIRST_DAY = Date.parse('1983-01-01T06:00:00Z');
const LAST_DAY = Date.parse('2083-12-31T18:00:00Z');
const timeOf = (day: number) => FIRST_DAY + (day * (LAST_DAY - FIRST_DAY)) / (DAYS - 1);
const countBetween = (year: number, end: number) =>
  Array.from({ length: DAYS }, (_, day) => new Date(timeOf(day)).getUTCFullYear()).filter(
    (posted) => posted >= year && posted < end,
  ).length;
const HOURS = 8_000;
const BOARDS = 200;
const STEPS = 28;

const posted = (num: number, time: number, board: string) => ({
  num,
  thread: 1,
  opener: num === 1,
  timePosted: new Date(time),
  board,
});

beforeAll(async () => {
  const archive = givenArchive(world());
  for (const board of ['century', 'busy', 'many']) await archive.board(board);
  const century = Array.from({ length: DAYS }, (_, day) => posted(day + 1, timeOf(day), 'century'));
  await archive.index('century', archive.given('century', century));
  const busy = Array.from({ length: HOURS }, (_, hour) => posted(hour + 1, NOW.getTime() - hour * HOUR_MS, 'busy'));
  await archive.index('busy', archive.given('busy', busy));
  // Two hundred boards that had a post in each step of the activity, in one index to be quick.
  const names = Array.from({ length: BOARDS }, (_, board) => `many${board}`);
  for (const name of names) await archive.board(name);
  const posts = names.flatMap((board) =>
    archive.given(
      board,
      Array.from({ length: STEPS }, (_, step) => posted(step + 1, NOW.getTime() - step * 6 * HOUR_MS, board)),
    ),
  );
  await archive.index('many', posts);
  server = await givenServer(world());
});

afterAll(async () => server.close());

test.each([
  ['board:century', 'year', 101, DAYS],
  ['board:century during:1990..2009', 'quarter', 80, countBetween(1990, 2010)],
  ['board:century during:2000', 'week', 53, countBetween(2000, 2001)],
])('the timeline of %s counts by %s', async (q, interval, buckets, posts) => {
  const { status, body } = await server.get(`/api/v1/search/timeline?q=${encodeURIComponent(q)}`);
  expect({ status, body }).toMatchObject({ status: 200, body: { interval, partial: false, exact: true } });
  const answer = body as TimelineAnswer;
  expect(answer.buckets).toHaveLength(buckets);
  const sum = answer.buckets.reduce((all, { count }) => all + count, 0);
  expect(sum).toBe(posts);
});

test('statistics of a century count every post', async () => {
  const { status, body } = await server.get('/api/v1/boards/century/statistics');
  expect({ status, body }).toMatchObject({ status: 200, body: { posts: DAYS, partial: false } });
  const { interval, spans } = (body as BoardStatistics).over_time;
  expect([interval, spans.length, spans[0]?.start]).toEqual(['year', 101, '1983-01-01T00:00:00.000Z']);
});

test('statistics of a year with a post in every hour count every hour', async () => {
  const { status, body } = await server.get('/api/v1/boards/busy/statistics');
  expect(status).toBe(200);
  const { posts, recent } = body as BoardStatistics;
  expect([posts, recent?.posts]).toEqual([HOURS, HOURS]);
  expect(recent?.week.flat().reduce((all, count) => all + count, 0)).toBe(HOURS);
});

test('the activity of two hundred busy boards counts every board', async () => {
  const { status, body } = await server.get('/api/v1/activity');
  expect(status).toBe(200);
  const { boards, start } = body as Activity;
  const counted = boards.filter(({ board }) => board.startsWith('many'));
  expect(counted).toHaveLength(BOARDS);
  const expected = Array.from({ length: STEPS }, (_, step) => NOW.getTime() - step * 6 * HOUR_MS).filter(
    (time) => time >= Date.parse(start),
  ).length;
  expect(expected).toBeGreaterThan(25);
  for (const { posts } of counted) expect(posts.reduce((all, count) => all + count, 0)).toBe(expected);
  expect(Date.parse(start)).toBeLessThan(NOW.getTime() - 6 * DAY_MS);
});

test("a search of more boards than fit the first line of Elasticsearch's request is answered", async () => {
  const boards = Array.from({ length: BOARDS }, (_, board) => `many${board}`).join('.');
  expect((await server.get(`/_/api/chan/search/?type=posts&boards=${boards}`)).status).toBe(200);
});
