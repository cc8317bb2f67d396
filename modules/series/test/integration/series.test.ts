/** Series for readers and staff: neighbours, lists, statistics, the search field, hidden threads, joins and splits with undo, commands. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sagasu } from '../../../../test/integration/cli/harness.ts';
import { givenAdmin, type Admin } from '../../../../test/integration/server/admin/given-admin.ts';
import {
  givenArchive,
  givenServer,
  START,
  type GivenServer,
} from '../../../../test/integration/server/given-archive.ts';
import type { JsonFeed } from '../../../../mappings/contract/feed.ts';
import { brokenAtomRules } from '../../../../test/support/atom-rules.ts';
import { useWorld } from '../../../../test/support/world.ts';
import { childrenOf, readXml, textOf } from '../../../../test/support/xml.ts';
import type { SeriesDetails, SeriesList, SeriesRule, ThreadSeries } from '../../contract/series.ts';
import { seriesGroups } from '../../server/groups.ts';
import { recogniseQueued } from '../../store/recognise.ts';

const world = useWorld();
let server: GivenServer;
let admin: Admin;

const DAY = 86_400_000;
const EDITIONS = [100, 200, 300, 400, 500];

beforeAll(async () => {
  const archive = givenArchive(world());
  for (const board of ['g', 'po']) await archive.board(board);
  await archive.storeAndIndex('g', [
    ...EDITIONS.map((num, place) => ({
      num,
      opener: true,
      subject: place === 2 ? '/dpt/ - old edition' : '/dpt/ - Daily Programming Thread',
      comment: 'What are you working on?',
      timePosted: new Date(START + place * DAY),
      replies: place,
      images: 1,
    })),
    { num: 101, thread: 100, comment: 'an answer' },
    { num: 110, opener: true, subject: 'Which terminal?' },
    { num: 600, opener: true, subject: 'Programming Challenge General #1' },
    { num: 610, opener: true, subject: 'Programming Challenge General #2' },
  ]);
  await archive.storeAndIndex('po', [
    { num: 7, opener: true, subject: '/dpt/ - Decorated Paper Thread' },
    { num: 8, opener: true, subject: '/dpt/ - Decorated Paper Thread 2' },
  ]);
  await recognise();
  server = await givenServer(world(), { clock: () => new Date() });
  admin = await givenAdmin(world(), server);
});
afterAll(async () => server.close());

const recognise = async () => {
  while ((await recogniseQueued(world().pool)) > 0);
};
const ofThread = async (num: number) =>
  (await server.get(`/api/v1/boards/g/threads/${num}/series`)).body as ThreadSeries;
const series = async (name: string) => (await server.get(`/api/v1/boards/g/series/${name}`)).body as SeriesDetails;
const names = async () =>
  ((await server.get('/api/v1/boards/g/series')).body as SeriesList).series.map(({ name, editions }) => [
    name,
    editions,
  ]);
const listBy = async (query: string) => {
  const { body } = await server.get(`/api/v1/boards/g/series?${query}`);
  const { total, series: all } = body as SeriesList;
  return [total, ...all.map(({ name }) => name)];
};
const effect = async (path: string) => (await admin.get(`/boards/g/series-rules/${path}`)).body;
const found = async (q: string) =>
  ((await server.search({ q, sort: 'old' })).body as { hits: { num: number }[] }).hits.map(({ num }) => num);
const decide = async (rule: object) => {
  const { status, body } = await admin.send('POST', '/boards/g/series-rules', rule);
  await recognise();
  return { status, body: body as SeriesRule & { code?: string } };
};
const undo = async (id: number) => {
  const { status } = await admin.send('POST', `/boards/g/series-rules/${id}/undo`);
  await recognise();
  return status;
};

test('a thread has its series with the editions before and after it; other threads have none', async () => {
  expect(await ofThread(300)).toMatchObject({
    series: { name: 'dpt', title: '/dpt/ - Daily Programming Thread', editions: 5, last_thread: 500 },
    previous: { num: 200, posts: 2 },
    next: { num: 400, subject: '/dpt/ - Daily Programming Thread' },
  });
  expect(await ofThread(100)).toMatchObject({ previous: null, next: { num: 200 } });
  expect(await ofThread(500)).toMatchObject({ previous: { num: 400 }, next: null });
  expect(await ofThread(110)).toMatchObject({ series: null, previous: null, next: null });
  expect(await ofThread(999)).toMatchObject({ series: null });
});

test('a board lists its series, and a series its editions with statistics and a timeline', async () => {
  expect(await names()).toEqual([
    ['dpt', 5],
    ['programming-challenge', 2],
  ]);
  const { series: summary, editions, statistics } = await series('dpt');
  expect(summary).toMatchObject({ first_time: '2019-03-05T12:00:00.000Z', last_time: '2019-03-09T12:00:00.000Z' });
  expect(editions.map(({ num }) => num)).toEqual([500, 400, 300, 200, 100]);
  expect(statistics).toMatchObject({
    posts: 15,
    images: 5,
    median_posts: 3,
    median_interval_seconds: 86_400,
    interval: 'day',
  });
  expect(statistics.spans).toHaveLength(5);
  expect(statistics.spans[1]).toEqual({
    start: '2019-03-06T00:00:00.000Z',
    end: '2019-03-07T00:00:00.000Z',
    editions: 1,
    posts: 2,
  });
  expect((await server.get('/api/v1/boards/g/series/none')).status).toBe(404);
});

test('threads of a series are a group, newest first, for features that need one thread of each', async () => {
  const grouping = seriesGroups(world());
  const groups = await grouping.groupsOf(['g.100', 'g.500', 'g.101', 'g.110', 'po.7', 'none.1']);
  expect(new Set(groups.keys())).toEqual(new Set(['g.100', 'g.500', 'po.7']));
  expect(groups.get('g.100')).toBe(groups.get('g.500'));
  expect(groups.get('po.7')).not.toBe(groups.get('g.100'));
  expect(await grouping.threadsOf(groups.get('g.100') ?? '', 3)).toEqual(['g.500', 'g.400', 'g.300']);
});

test('a list is filtered by name and newest subject, and ordered', async () => {
  expect(await listBy('')).toEqual([2, 'dpt', 'programming-challenge']);
  expect(await listBy('order=name')).toEqual([2, 'dpt', 'programming-challenge']);
  expect(await listBy('order=editions')).toEqual([2, 'dpt', 'programming-challenge']);
  expect(await listBy('filter=CHALL')).toEqual([1, 'programming-challenge']);
  expect(await listBy('filter=daily+programming')).toEqual([1, 'dpt']);
  expect(await listBy('filter=old+edition')).toEqual([0]);
  expect(await listBy('filter=%25%00')).toEqual([0]);
  expect(await listBy('page=2')).toEqual([2]);
});

test('series: finds all posts of the threads, on all boards or on one', async () => {
  expect(await found('series:dpt board:g')).toEqual([100, 101, 200, 300, 400, 500]);
  expect(await found('series:DPT is:op')).toHaveLength(7);
  expect(await found('series:po/dpt')).toEqual([7, 8]);
  expect(await found('series:/programming-challenge/ is:op')).toEqual([600, 610]);
  expect(await found('series:none')).toEqual([]);
  expect(await found('board:g is:op -series:dpt')).toEqual([110, 600, 610]);
});

test('a series has feeds of its editions, which stay the same until it changes', async () => {
  const feeds = '/api/v1/boards/g/series/dpt/feed';
  const atom = await server.get(`${feeds}.atom`);
  const document = readXml(String(atom.body));
  expect(brokenAtomRules(document)).toEqual([]);
  expect(textOf(document, 'title')).toBe('/g/: /dpt/ - Daily Programming Thread');
  expect(childrenOf(document, 'entry')).toHaveLength(5);
  const { etag } = atom.headers;
  expect((await server.get(`${feeds}.atom`, { 'if-none-match': String(etag) })).status).toBe(304);
  const json = async () => (await server.get(`${feeds}.json`)).body as JsonFeed;
  const feed = await json();
  expect(feed.items.map(({ url }) => url.replace(/.*thread/, ''))).toEqual(
    EDITIONS.toReversed().map((num) => `/${num}#p${num}`),
  );
  expect(feed.home_page_url).toMatch(/\/g\/series\/dpt$/);
  await world().pool.query('update posts set hidden = true where num = 400');
  expect((await json()).items).toHaveLength(4);
  await world().pool.query('update posts set hidden = false where num = 400');
  await recognise();
  expect(await json()).toEqual(feed);
  expect((await server.get('/api/v1/boards/g/series/none/feed.atom')).status).toBe(404);
  expect((await server.get('/api/v1/boards/g/series/%00/feed.json')).status).toBe(404);
});

test('a hidden opener is in no answer, at once; shown again it returns; a purged one does not', async () => {
  const { pool } = world();
  const hide = async (hidden: boolean) => pool.query('update posts set hidden = $1 where num = 300', [hidden]);
  await hide(true);
  expect(await ofThread(300)).toMatchObject({ series: null });
  expect(await ofThread(200)).toMatchObject({ next: { num: 400 } });
  expect((await series('dpt')).editions.map(({ num }) => num)).toEqual([500, 400, 200, 100]);
  await recognise();
  expect(await names()).toContainEqual(['dpt', 4]);
  await hide(false);
  await recognise();
  expect(await names()).toContainEqual(['dpt', 5]);
  expect((await admin.send('POST', '/posts', { action: 'purge', board: 'g', num: 610, reason: 'spam' })).status).toBe(
    200,
  );
  await recognise();
  expect(await names()).toEqual([['dpt', 5]]);
  expect((await pool.query('select from series_openers where num = 610')).rowCount).toBe(0);
});

test('staff join and split series, move a thread and undo it; the audit log has it', async () => {
  expect(await effect('effect?series=programming-challenge&target=dpt')).toEqual({ threads: 1 });
  expect(await effect('effect?series=dpt&first_thread=400&last_thread=599&target=dpt-2')).toEqual({ threads: 2 });
  expect(await effect('effect?first_thread=100&last_thread=200')).toEqual({ threads: 2 });
  expect(await effect('effect?target=dpt')).toMatchObject({ code: 'rule_invalid' });
  const join = await decide({ series: 'programming-challenge', target: 'dpt' });
  expect(join.status).toBe(201);
  expect(await ofThread(600)).toMatchObject({ series: { name: 'dpt', editions: 6 } });
  const split = await decide({ series: 'dpt', first_thread: 400, last_thread: 599, target: 'dpt-2' });
  expect(await names()).toEqual(
    expect.arrayContaining([
      ['dpt', 4],
      ['dpt-2', 2],
    ]),
  );
  const move = await decide({ first_thread: 100, last_thread: 100, target: null });
  expect(move.status).toBe(201);
  expect(await ofThread(100)).toMatchObject({ series: null });
  await sagasu(world(), 'series', 'rebuild', 'g');
  await recognise();
  expect(await ofThread(100)).toMatchObject({ series: null });
  expect(await ofThread(500)).toMatchObject({ series: { name: 'dpt-2' } });
  // The thread 600 came by the join.
  expect(await effect(`${split.body.id}/effect`)).toEqual({ threads: 2 });
  expect(await effect(`${join.body.id}/effect`)).toEqual({ threads: 1 });
  expect(await undo(split.body.id)).toBe(200);
  expect(await undo(split.body.id)).toBe(409);
  expect(await undo(99)).toBe(404);
  expect(await ofThread(500)).toMatchObject({ series: { name: 'dpt', editions: 5 } });
  expect(await undo(move.body.id)).toBe(200);
  expect(await undo(join.body.id)).toBe(200);
  expect(await names()).toEqual([['dpt', 5]]);
  expect((await decide({ target: 'x' })).body.code).toBe('rule_invalid');
  expect((await decide({ series: 'dpt', target: 'dpt' })).body.code).toBe('rule_invalid');
  const { rows } = await world().pool.query(
    `select action from audit_log where action like 'series_rules.%' order by id`,
  );
  expect(rows.map(({ action }) => action)).toEqual([
    ...Array(3).fill('series_rules.insert'),
    ...Array(3).fill('series_rules.update'),
  ]);
});

test('commands list, join, split, move and undo', async () => {
  const listed = await sagasu(world(), 'series', 'list', 'g', '--json');
  expect(JSON.parse(listed.stdout.split('\n', 1)[0] ?? '')).toMatchObject({ name: 'dpt', editions: 5 });
  for (const words of [
    ['join', 'g', 'programming-challenge', 'dpt'],
    ['split', 'g', 'dpt', '400', 'dpt-2'],
    ['move', 'g', '100'],
  ]) {
    expect((await sagasu(world(), 'series', ...words)).code).toBe(0);
  }
  await recognise();
  expect(await names()).toEqual(
    expect.arrayContaining([
      ['dpt', 2],
      ['dpt-2', 3],
    ]),
  );
  const rules = (await sagasu(world(), 'series', 'rules', 'g', '--json')).stdout.trim().split('\n').slice(0, 3);
  for (const rule of rules) {
    const { id } = JSON.parse(rule) as SeriesRule;
    expect((await sagasu(world(), 'series', 'undo', 'g', String(id))).stdout).toBe(`Undone: rule ${id}.\n`);
  }
  await recognise();
  expect(await names()).toEqual([['dpt', 5]]);
});
