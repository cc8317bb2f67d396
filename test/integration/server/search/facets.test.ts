import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type pg from 'pg';
import { DEFAULT_SLICE_SIZE } from '../../../../mappings/board.ts';
import { indexName, postsAlias } from '../../../../mappings/elasticsearch/index-names.ts';
import type { Post } from '../../../../mappings/post.ts';
import { createPostgresPool } from '../../../../platform/postgres.ts';
import type { Facet, FacetField, FacetsAnswer, TimelineAnswer } from '../../../../mappings/contract/facets.ts';
import { MAX_QUERY_LENGTH, type SearchAnswer } from '../../../../mappings/contract/search.ts';
import { moderate } from '../../../../server/moderation/moderate.ts';
import { aPost, writePosts, type TestBoard } from '../../../support/builders.ts';
import { freePort } from '../../../support/ports.ts';
import { useWorld } from '../../../support/world.ts';
import { seededRandom } from '../../../simulation/scheduler.ts';
import { givenArchive, givenServer, NOW, START, type GivenArchive, type GivenServer } from '../given-archive.ts';
import { loginUrl } from '../../../support/logins.ts';
import { chiefOf, wardenOf } from '../../../support/sessions.ts';

const world = useWorld();
let archive: GivenArchive;
let server: GivenServer;
let pool: pg.Pool;
const boards: TestBoard[] = [];

const POSTS_PER_BOARD = 300;
const COUNTRIES = ['US', 'DE', 'SE', 'GB', 'JP', 'troll:ac', 'XX'];
const TYPES = ['jpg', 'png', 'gif', 'webm'];

/** The same posts in every run, on three boards, over seven years, one of which has no posts. */
function somePosts(board: string, seed: number): Post[] {
  const random = seededRandom(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * random() * from.length)] as T;
  return Array.from({ length: POSTS_PER_BOARD }, (_, place) => {
    const year = pick([2024, 2023, 2022, 2021, 2019, 2018, 2017]);
    const day = new Date(Date.UTC(year, 0, 1) + Math.floor(random() * 365) * 86_400_000 + random() * 86_400_000);
    const num = place + 1;
    // In one of the last hours of a year in UTC, which is the next year in other time zones.
    const timePosted = place % 50 === 0 ? new Date(Date.UTC(year, 11, 31, 20)) : day;
    const hasFile = random() < 0.4;
    return aPost({
      board,
      num,
      thread: num - ((num - 1) % 10),
      timePosted,
      comment: `${random() < 0.5 ? 'heron' : 'stork'} number ${num}`,
      country: random() < 0.7 ? pick(COUNTRIES) : null,
      capcode: random() < 0.05 ? pick(['M', 'A', 'D']) : null,
      mediaType: hasFile ? pick(TYPES) : null,
      mediaName: hasFile ? 'picture' : null,
      timeDeletedPost: random() < 0.1 ? timePosted : null,
      hidden: random() < 0.05,
    });
  });
}

beforeAll(async () => {
  archive = givenArchive(world());
  server = await givenServer(world());
  pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'server') });
  for (const [place, name] of ['g', 'ck', 'jp'].entries()) {
    const board = { id: await archive.board(name), name, sliceSize: DEFAULT_SLICE_SIZE };
    const posts = somePosts(name, place + 1);
    await writePosts(world().pool, board, posts);
    await archive.index(name, posts);
    boards.push(board);
  }
});

afterAll(async () => {
  await server.close();
  await pool.end();
});

async function ask<T>(path: string, parameters: Record<string, string>): Promise<T> {
  const { status, body } = await server.get(`/api/v1/${path}?${new URLSearchParams(parameters).toString()}`);
  expect({ path, parameters, status, body }).toMatchObject({ status: 200 });
  return body as T;
}

const facetsOf = async (q: string, more: Record<string, string> = {}) =>
  ask<FacetsAnswer>('search/facets', { q, values: '100', ...more });
const timelineOf = async (q: string, tz = 'UTC') => ask<TimelineAnswer>('search/timeline', { q, tz });
const totalOf = async (q: string) => (await ask<SearchAnswer>('search', { q, limit: '1' })).total.value;

function facet({ facets }: FacetsAnswer, field: FacetField): Facet {
  const found = facets.find((other) => other.field === field);
  if (found === undefined) throw new Error(`no facet ${field}`);
  return found;
}

const countsOf = (found: Facet) => Object.fromEntries(found.values.map(({ value, count }) => [value, count]));

/** The value of each facet of the core, in SQL. */
const VALUES = {
  board: 'b.name',
  year: `to_char(p.time_posted at time zone 'UTC', 'YYYY')`,
  has_file: `case when p.media_type is null then 'no' else 'yes' end`,
  file: 'p.media_type',
  country: 'p.country',
  capcode: 'p.capcode',
  kind: `case when p.opener then 'op' else 'reply' end`,
  deleted: `case when p.time_deleted_post is null then 'no' else 'yes' end`,
} as const satisfies Partial<Record<FacetField, string>>;

async function countedBySql(value: string, where: string): Promise<Record<string, number>> {
  const { rows } = await world().pool.query<{ value: string; count: string }>(
    `select ${value} as value, count(*) from posts p join boards b on b.id = p.board_id
      where not p.hidden and ${value} is not null and ${where} group by 1`,
  );
  return Object.fromEntries(rows.map((row) => [row.value, Number(row.count)]));
}

describe('facets', () => {
  test.each([
    ['', 'true'],
    ['heron', `p.comment like 'heron%'`],
    ['heron -country:US', `p.comment like 'heron%' and p.country is distinct from 'US'`],
    ['heron OR country:DE', `(p.comment like 'heron%' or p.country = 'DE')`],
    ['after:2020 has:country', `p.time_posted >= '2020-01-01' and p.country is not null`],
    ['nobodywrotethis', 'false'],
  ])('of %j equal the counts of SQL', async (q, where) => {
    const answer = await facetsOf(q);
    expect(answer).toMatchObject({ partial: false, total: await totalOf(q) });
    const sql: Readonly<Record<string, string>> = VALUES;
    for (const found of answer.facets.filter(({ field }) => Object.hasOwn(VALUES, field))) {
      expect(found).toMatchObject({ exact: true, own: false, others: { values: 0, posts: 0 } });
      expect({ field: found.field, counts: countsOf(found) }).toEqual({
        field: found.field,
        counts: await countedBySql(sql[found.field] ?? '', where),
      });
    }
  });

  test('of a field in the query count its alternatives; all others are counted under the query', async () => {
    const answer = await facetsOf('heron board:g country:DE,US');
    const [heron, g, country] = [`p.comment like 'heron%'`, `b.name = 'g'`, `p.country in ('DE', 'US')`];
    expect(facet(answer, 'board')).toMatchObject({ own: true });
    expect(countsOf(facet(answer, 'board'))).toEqual(await countedBySql('b.name', `${heron} and ${country}`));
    expect(countsOf(facet(answer, 'country'))).toEqual(await countedBySql('p.country', `${heron} and ${g}`));
    expect(countsOf(facet(answer, 'year'))).toEqual(
      await countedBySql(VALUES.year, `${heron} and ${g} and ${country}`),
    );
    const active = answer.facets.flatMap(({ values }) => values.filter((value) => value.active).map((v) => v.value));
    expect(active.toSorted()).toEqual(['DE', 'US', 'g']);
  });

  test.each(['', 'heron', 'heron OR country:DE', 'heron board:g is:op', '-is:deleted ext:png sort:old'])(
    'of %j: each value leads to as many hits as it announces',
    async (q) => {
      const { facets } = await facetsOf(q);
      for (const { field, values, own } of facets) {
        for (const { value, count, active, q: next } of values) {
          expect(next).not.toBeNull();
          // If other values of the field are selected, the hits are those of all of them.
          const chosen = values.filter((other) => other.active).reduce((sum, other) => sum + other.count, 0);
          const isAdded = own && !['kind', 'deleted', 'has_file'].includes(field);
          if (active) continue;
          expect({ field, value, next, total: await totalOf(next ?? '') }).toEqual({
            field,
            value,
            next,
            total: isAdded ? chosen + count : count,
          });
        }
      }
    },
  );

  test('show the requested number of values, the number of others, and always the active value', async () => {
    const all = facet(await facetsOf('heron'), 'country');
    const few = facet(await facetsOf('heron', { values: '2' }), 'country');
    expect(few.values).toEqual(all.values.slice(0, 2));
    expect(few.others).toEqual({
      values: all.values.length - 2,
      posts: all.values.slice(2).reduce((sum, { count }) => sum + count, 0),
    });
    const rarest = all.values.at(-1)?.value ?? '';
    const chosen = facet(await facetsOf(`heron country:${rarest}`, { values: '2' }), 'country');
    expect(chosen.values).toHaveLength(3);
    expect(chosen.values.at(-1)).toMatchObject({ value: rarest, active: true, q: 'heron' });
    expect(chosen.others.values).toBe(few.others.values - 1);
    const nobody = facet(await facetsOf('heron country:AQ'), 'country');
    expect(nobody.values.at(-1)).toMatchObject({ value: 'AQ', label: 'Antarctica', active: true, count: 0 });
  });

  test('are empty for a contradictory query and cause no request to Elasticsearch', async () => {
    const answer = await facetsOf('board:g board:ck heron');
    expect(answer).toMatchObject({ total: 0, partial: false });
    expect(facet(answer, 'year').values).toEqual([]);
    expect(await timelineOf('board:g board:ck heron')).toMatchObject({ interval: null, buckets: [] });
  });

  test('lead only to valid queries', async () => {
    // Leaves room to add a board, but nothing longer.
    const long = `heron -${'z'.repeat(MAX_QUERY_LENGTH - 17)}`;
    const given = (await facetsOf(long)).facets.flatMap(({ values }) => values.map(({ q }) => q));
    expect(given).toContain(null);
    const askable = given.filter((q) => q !== null);
    expect(askable.length).toBeGreaterThan(0);
    for (const q of askable) expect((await server.search({ q, limit: '1' })).status).toBe(200);
  });

  test("begin years in the reader's time zone", async () => {
    const tz = 'Pacific/Auckland';
    const years = facet(await facetsOf('heron', { tz }), 'year');
    expect(countsOf(years)).toEqual(
      await countedBySql(`to_char(p.time_posted at time zone '${tz}', 'YYYY')`, `p.comment like 'heron%'`),
    );
    for (const { q, count } of years.values) expect((await facetsOf(q ?? '', { tz })).total).toBe(count);
  });
});

describe('the timeline', () => {
  test.each([
    ['heron', 'UTC', 'month', null, null],
    ['heron', 'America/New_York', 'month', null, null],
    ['heron during:2023', 'Europe/Berlin', 'week', '2023-01-01', '2024-01-01'],
    ['heron during:2023-03', 'Europe/Berlin', '12 hours', '2023-03-01', '2023-04-01'],
    ['heron during:2023-03', 'Asia/Tehran', '12 hours', '2023-03-01', '2023-04-01'],
    ['heron during:2024-10', 'Australia/Lord_Howe', '12 hours', '2024-10-01', '2024-11-01'],
    ['heron after:2024-03-05 before:2024-03-15', 'America/New_York', '3 hours', '2024-03-05', '2024-03-15'],
    ['heron during:2024-12-31', 'UTC', 'hour', '2024-12-31', '2025-01-01'],
    ['heron after:2024-12-31', 'UTC', 'minute', '2024-12-31', null],
  ])('of %j in %s equals the counts of SQL, by %s', async (q, tz, interval, from, to) => {
    const { buckets, ...answer } = await timelineOf(q, tz);
    expect(answer).toMatchObject({ interval, tz, partial: false, exact: true });
    const { rows } = await world().pool.query<{ count: string }>(
      `select count(p.num) as count
         from unnest($1::timestamptz[], $2::timestamptz[]) with ordinality as bucket (start, "end", place)
         left join posts p on p.time_posted >= bucket.start and p.time_posted < bucket."end" and not p.hidden
          and p.comment like 'heron%' and p.time_posted at time zone $3 >= coalesce($4::timestamp, '-infinity')
          and p.time_posted at time zone $3 < coalesce($5::timestamp, 'infinity')
        group by place order by place`,
      [buckets.map(({ start }) => start), buckets.map(({ end }) => end), tz, from, to],
    );
    expect(buckets.map(({ count }) => count)).toEqual(rows.map((row) => Number(row.count)));
    expect(buckets.reduce((sum, { count }) => sum + count, 0)).toBe((await facetsOf(q, { tz })).total);
    expect(buckets.slice(1).map(({ start }) => start)).toEqual(buckets.slice(0, -1).map(({ end }) => end));
    if (from === null || to === null) {
      expect([buckets[0]?.count, buckets.at(-1)?.count]).not.toContain(0);
      return;
    }
    // A query that limits its hits at both ends is shown whole.
    const { rows: covered } = await world().pool.query<{ is_covered: boolean }>(
      `select $1::timestamptz <= $3::timestamp at time zone $5 and $2::timestamptz >= $4::timestamp at time zone $5 as is_covered`,
      [buckets[0]?.start, buckets.at(-1)?.end, from, to, tz],
    );
    expect(covered).toEqual([{ is_covered: true }]);
  });

  test('shows empty buckets too, and each bucket leads to its own hits', async () => {
    const tz = 'Europe/Berlin';
    const { buckets } = await timelineOf('heron after:2018 -country:US', tz);
    const in2020 = buckets.filter(({ start, end }) => start >= '2020-01' && end < '2021');
    expect(in2020.length).toBeGreaterThan(10);
    expect(in2020.map(({ count }) => count)).toEqual(in2020.map(() => 0));
    for (const { count, q } of buckets.filter((_, place) => place % 5 === 0)) {
      expect({ q, total: (await facetsOf(q ?? '', { tz })).total }).toEqual({ q, total: count });
    }
  });

  test.each([
    ['heron', null, null],
    ['heron during:2023', '2022-12-31T23:00:00.000Z', '2023-12-31T23:00:00.000Z'],
    ['(during:2019 OR during:2023)', '2018-12-31T23:00:00.000Z', '2023-12-31T23:00:00.000Z'],
    ['after:2019-05', '2019-04-30T22:00:00.000Z', null],
    ['during:..2019', null, '2019-12-31T23:00:00.000Z'],
  ])('of %j has the limits %j and %j', async (q, start, end) => {
    expect((await timelineOf(q, 'Europe/Berlin')).limits).toEqual({ start, end });
  });

  test('of two years is drawn from the first to the last, and a bucket leads to its own hits', async () => {
    const { buckets, rest } = await timelineOf('heron (during:2017 OR during:2019)');
    expect(rest).toBe('heron');
    expect([buckets[0]?.start, buckets.at(-1)?.end]).toEqual(['2017-01-01T00:00:00.000Z', '2020-01-01T00:00:00.000Z']);
    for (const { count, q } of buckets) expect({ q, total: await totalOf(q ?? '') }).toEqual({ q, total: count });
  });

  test('without hits is empty', async () => {
    expect(await timelineOf('nobodywrotethis')).toMatchObject({ interval: null, buckets: [], exact: true });
  });
});

const hide = async (num: number, threads: boolean) =>
  moderate(pool, {
    action: 'hide',
    board: { id: boards[0]?.id ?? 0, name: 'g' },
    posts: [{ num, subnum: 0 }],
    threads,
    actor: 'warden',
    secret: await (threads ? chiefOf : wardenOf)(world().pool),
    reason: null,
    now: NOW,
  });

describe('a just hidden post', () => {
  test('is not counted, not even among alternatives, although the index still contains it', async () => {
    const timePosted = new Date(START);
    await archive.storeAndIndex('g', [
      { num: 900, comment: 'ibisword', country: 'FI', mediaType: 'pdf', mediaName: 'x', capcode: 'F', timePosted },
      { num: 901, comment: 'ibisword', country: 'NO', timePosted },
    ]);
    expect(countsOf(facet(await facetsOf('ibisword'), 'country'))).toEqual({ FI: 1, NO: 1 });
    await hide(900, false);
    for (const q of ['ibisword', 'ibisword country:NO']) {
      const answer = await facetsOf(q);
      expect(answer.total).toBe(1);
      expect(countsOf(facet(answer, 'country'))).toEqual({ NO: 1 });
      expect(countsOf(facet(answer, 'file'))).toEqual({});
      expect(countsOf(facet(answer, 'has_file'))).toEqual({ no: 1 });
      expect(facet(answer, 'capcode').values).toEqual([]);
    }
    expect(facet(await facetsOf('ibisword country:NO'), 'country').exact).toBe(true);
    const { buckets } = await timelineOf('ibisword');
    expect(buckets.map(({ count }) => count)).toEqual([1]);
  });

  test('beyond the limit of excluded posts makes counts that are marked as approximate', async () => {
    onTestFinished(async () => {
      await world().pool.query('delete from pending_hides; delete from dirty');
    });
    const posts = Array.from({ length: 2_050 }, (_, place) =>
      aPost({ board: 'g', num: 10_000 + place, thread: 10_000, comment: 'craneword' }),
    );
    await writePosts(world().pool, boards[0] as TestBoard, posts);
    await archive.index('g', posts);
    await hide(10_000, true);
    const answer = await facetsOf('craneword');
    expect(answer.facets.map(({ exact }) => exact)).toEqual(answer.facets.map(() => false));
    expect(await timelineOf('craneword')).toMatchObject({ exact: false });
  });
});

describe('when Elasticsearch', () => {
  test('answers from one shard only, counts are marked as partial', async () => {
    const broken = indexName(world().indexPrefix, { board: 'g', slice: 9, build: 1 });
    // Words are stored but not indexed in this index, so every search for a word fails on its shard only.
    await world().elasticsearch.indices.create({
      index: broken,
      mappings: { properties: { state: { type: 'keyword' }, comment: { type: 'text', index: false } } },
      aliases: { [postsAlias(world().indexPrefix)]: {} },
    });
    const document = { state: 'visible', comment: 'heron' };
    await world().elasticsearch.index({ index: broken, document, refresh: true });
    onTestFinished(async () => {
      await world().elasticsearch.indices.delete({ index: broken });
    });
    const answer = await facetsOf('heron');
    expect(answer).toMatchObject({ partial: true });
    expect(answer.facets.map(({ exact }) => exact)).toEqual(answer.facets.map(() => false));
    expect(facet(answer, 'board').values.length).toBeGreaterThan(0);
    expect(await timelineOf('heron')).toMatchObject({ partial: true, exact: false });
  });

  test('is unavailable, both say so', async () => {
    const away = await givenServer(world(), { elasticsearchUrls: [`http://127.0.0.1:${await freePort()}`] });
    for (const path of ['facets', 'timeline']) {
      expect(await away.get(`/api/v1/search/${path}?q=heron`)).toMatchObject({
        status: 503,
        body: { code: 'search_unavailable' },
      });
    }
    await away.close();
  });
});

const refused = async (query: string) => {
  const { status, body } = await server.get(`/api/v1/search/${query}`);
  return { status, code: (body as { code: string }).code };
};

test('an invalid query, time zone or number of values is refused', async () => {
  expect(await refused('facets?q=board:nowhere')).toEqual({ status: 400, code: 'board_unknown' });
  expect(await refused('timeline?q=%22')).toEqual({ status: 400, code: 'quote_unclosed' });
  expect(await refused('facets?q=a&tz=Mars/Olympus')).toEqual({ status: 400, code: 'zone_unknown' });
  expect(await refused('timeline?q=a&tz=x')).toEqual({ status: 400, code: 'zone_unknown' });
  expect(await refused('facets?q=a&values=100000')).toEqual({ status: 400, code: 'request_invalid' });
});
