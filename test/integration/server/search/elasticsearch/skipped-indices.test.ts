/** Searches are sent only to the slices that can hold hits: as many shards as that, and the same answers as from all slices. */
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { GOLDEN_BOARDS, GOLDEN_NOW, GOLDEN_POSTS } from '../../../../fixtures/golden/posts.ts';
import { GOLDEN_QUERIES } from '../../../../fixtures/golden/queries.ts';
import type { Post } from '../../../../../mappings/post.ts';
import { createElasticsearch, type Elasticsearch } from '../../../../../platform/elasticsearch.ts';
import { createSearchContext } from '../../../../../server/http/services.ts';
import { createRequestContext } from '../../../../../server/limits/request-context.ts';
import { MODULES } from '../../../../../server/modules.ts';
import type { SearchContext } from '../../../../../server/search/context.ts';
import { countFacets } from '../../../../../server/search/facets/facets.ts';
import { search, type SearchParams } from '../../../../../server/search/pipeline.ts';
import { countTimeline } from '../../../../../server/search/timeline/timeline.ts';
import { UTC } from '../../../../../server/search/language/moment.ts';
import { PostgresProbe } from '../../../../../server/visibility/postgres-probe.ts';
import { aPost, insertBoard, writePosts, type TestBoard } from '../../../../support/builders.ts';
import { drained, openIndexer, type TestIndexer } from '../../../../support/indexer.ts';
import { ended, enqueue } from '../../../../support/tasks.ts';
import { useWorld } from '../../../../support/world.ts';
import { givenArchive, givenConfig, SERVER_SECRET } from '../../given-archive.ts';

const world = useWorld();
const boards = new Map<string, TestBoard>();
let indexer: TestIndexer;
let client: Elasticsearch;
let probe: PostgresProbe;
/** Shards of each search since the list was emptied. */
const shards: number[] = [];

const board = (name: string) => boards.get(name) ?? fail(name);
const at = (text: string) => new Date(text);

function fail(name: string): never {
  throw new Error(`no board ${name} was given`);
}

async function visible(): Promise<void> {
  await drained(world());
  await world().elasticsearch.indices.refresh({ index: `${world().indexPrefix}posts` });
}

beforeAll(async () => {
  const archive = givenArchive(world());
  for (const name of GOLDEN_BOARDS) {
    boards.set(name, await insertBoard(world().pool, name, { sliceSize: 3 }));
    await archive.board(name);
    await writePosts(world().pool, board(name), archive.given(name, GOLDEN_POSTS[name]));
  }
  boards.set('late', await insertBoard(world().pool, 'late', { sliceSize: 10 }));
  for (const [place, year] of [2019, 2020, 2021].entries()) {
    await writePosts(world().pool, board('late'), [
      aPost({ num: place * 10 + 1, opener: true, comment: 'a ferry', timePosted: at(`${year}-03-05T12:00:00Z`) }),
    ]);
  }
  indexer = await openIndexer(world());
  await visible();
  client = createElasticsearch(world().elasticsearchUrls);
  client.diagnostic.on('response', (_, result) => {
    const { _shards: searched } = (result?.body ?? {}) as { readonly _shards?: { readonly total: number } };
    const isSearch = String(result?.meta.request.params.path).includes('_search');
    if (isSearch && searched !== undefined) shards.push(searched.total);
  });
  probe = new PostgresProbe({ pool: world().pool, snapshot: null });
});

afterAll(async () => {
  await probe.close();
  await client.close();
  await indexer.close();
});

/** A new one knows the registry as it is now. */
function contextOf(now = GOLDEN_NOW): SearchContext {
  const options = { config: givenConfig(world()), secret: SERVER_SECRET, clock: () => now, metrics: new Registry() };
  return createSearchContext({ ...options, pool: world().pool, elasticsearch: client }, probe, MODULES);
}

function withoutSkipping({ coverage: _coverage, ...context }: SearchContext): SearchContext {
  return context;
}

const PARAMS = { sort: null, limit: 100, cursor: null } as const;

async function ask(q: string, more: Partial<SearchParams> = {}, context = contextOf()) {
  shards.length = 0;
  const { hits, total, partial } = await search(context, { ...PARAMS, ...more, q }, createRequestContext());
  const ids = hits.map((hit) => `${hit.board}.${hit.num}`);
  return { ids, total: total.value, partial, shards: [...shards] };
}

const late = async (q: string, more: Partial<SearchParams> = {}) =>
  ask(`board:late ${q}`, more, contextOf(at('2023-01-01')));

describe('a search of three slices is sent to', () => {
  test.each([
    ['ferry', 3, [21, 11, 1]],
    ['num:11', 1, [11]],
    ['num:11..25', 2, [21, 11]],
    ['(num:1 OR num:25)', 3, [1]],
    ['-num:11', 3, [21, 1]],
    ['after:2020-06', 1, [21]],
    ['before:2020-06', 2, [11, 1]],
    ['during:2020', 1, [11]],
    ['during:2020 ferry is:op', 1, [11]],
    ['((during:2020 ferry) OR num:12)', 3, [11]],
    ['num:11 after:2021', 1, []],
    ['num:500', 1, []],
    ['during:2010', 1, []],
  ])('for %s: %i', async (q, count, nums) => {
    const found = await late(q);
    expect(found).toMatchObject({ ids: nums.map((num) => `late.${num}`), total: nums.length, partial: false });
    expect(found.shards).toEqual([count]);
  });

  test('the rest after a cursor, if it counts nothing', async () => {
    const context = contextOf(at('2023-01-01'));
    const params = { ...PARAMS, q: 'board:late ferry', limit: 1, count: 'none' } as const;
    const first = await search(context, params, createRequestContext());
    shards.length = 0;
    const second = await search(context, { ...params, cursor: first.next }, createRequestContext());
    expect({ nums: second.hits.map(({ num }) => num), shards }).toEqual({ nums: [11], shards: [3] });
    shards.length = 0;
    const third = await search(context, { ...params, cursor: second.next }, createRequestContext());
    expect({ nums: third.hits.map(({ num }) => num), shards }).toEqual({ nums: [1], shards: [2] });
  });
});

describe('answers are the same as from all slices', () => {
  const REQUESTS = GOLDEN_QUERIES.map(([q]) => q);

  test.each(['new', 'old', 'modified', 'relevance'] as const)('in the order %s', async (sort) => {
    const [some, all] = [contextOf(), withoutSkipping(contextOf())];
    let skipped = 0;
    for (const q of REQUESTS) {
      const chosen = await ask(q, { sort }, some);
      const whole = await ask(q, { sort }, all);
      expect({ ...chosen, shards: 0 }, q).toEqual({ ...whole, shards: 0 });
      skipped += sum(whole.shards) - sum(chosen.shards);
    }
    if (sort !== 'relevance') expect(skipped).toBeGreaterThan(100);
  });

  test('in facets and timelines', async () => {
    const [some, all] = [contextOf(), withoutSkipping(contextOf())];
    for (const q of REQUESTS) {
      const params = { q, zone: UTC, values: 20 };
      const facets = async (context: SearchContext) => ({
        ...(await countFacets(context, params, createRequestContext())),
        took_ms: 0,
      });
      const timeline = async (context: SearchContext) => ({
        ...(await countTimeline(context, params, createRequestContext())),
        took_ms: 0,
      });
      expect(await facets(some), q).toEqual(await facets(all));
      expect(await timeline(some), q).toEqual(await timeline(all));
    }
  });
});

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

const write = async (post: Partial<Post> & Pick<Post, 'num'>) => {
  await writePosts(world().pool, board('late'), [aPost({ thread: 1, comment: 'a late ferry', ...post })]);
  await visible();
};

const day = (time: Date) => time.toISOString().slice(0, 10);

async function rangesOfLate(): Promise<readonly { slice: number; isKnown: boolean; from: string; until: string }[]> {
  const { rows } = await world().pool.query<{ slice: string; known: boolean; from: Date; until: Date }>(
    `select slice, posted_known as known, posted_from as from, posted_until as until
       from indices where board_id = $1 and state = 'live' order by slice`,
    [board('late').id],
  );
  return rows.map(({ slice, known, from, until }) => ({
    slice: Number(slice),
    isKnown: known,
    from: day(from),
    until: day(until),
  }));
}

describe('a post is found, whatever its time and number', () => {
  test('if it is written late into an old slice, with a time before and after those of the slice', async () => {
    expect(await rangesOfLate()).toEqual([
      { slice: 0, isKnown: true, from: '2019-03-05', until: '2019-03-07' },
      { slice: 1, isKnown: true, from: '2020-03-05', until: '2020-03-07' },
      { slice: 2, isKnown: true, from: '2021-03-05', until: '2021-03-07' },
    ]);
    await write({ num: 5, timePosted: at('2022-08-01T00:00:00Z') });
    await write({ num: 15, timePosted: at('1969-12-31T23:59:59.999Z') });
    expect(await late('after:2022')).toMatchObject({ ids: ['late.5'], shards: [1] });
    expect(await late('before:1970')).toMatchObject({ ids: ['late.15'], shards: [1] });
    expect(await late('during:2021')).toMatchObject({ ids: ['late.21'], shards: [2] });
  });

  test('if its time is edited', async () => {
    await write({ num: 5, timePosted: at('2012-08-01T00:00:00Z') });
    expect(await late('during:2012')).toMatchObject({ ids: ['late.5'], partial: false });
  });

  test('after a rebuild, which registers the times that there are now', async () => {
    const id = await enqueue(world(), 'reindex', board('late'));
    expect(await ended(world(), id)).toMatchObject({ status: 'succeeded' });
    expect((await rangesOfLate()).map(({ from, until }) => `${from} ${until}`)).toEqual([
      '2012-08-01 2019-03-07',
      '1969-12-31 2020-03-07',
      '2021-03-05 2021-03-07',
    ]);
    expect(await late('during:2012')).toMatchObject({ ids: ['late.5'], shards: [2] });
    expect(await late('after:2021')).toMatchObject({ ids: ['late.21'], shards: [1] });
    await write({ num: 6, timePosted: at('2022-08-01T00:00:00Z') });
    expect(await late('after:2022')).toMatchObject({ ids: ['late.6'], shards: [1] });
  });

  test('in an index whose times are not known, until an indexer has looked them up', async () => {
    await world().pool.query(
      'update indices set posted_known = false, posted_from = null, posted_until = null where board_id = $1',
      [board('late').id],
    );
    await vi.waitFor(async () => expect((await rangesOfLate()).every(({ isKnown }) => isKnown)).toBe(true), {
      timeout: 60_000,
      interval: 200,
    });
    expect(await late('during:2012')).toMatchObject({ ids: ['late.5'], shards: [2] });
    expect(await late('after:2022')).toMatchObject({ ids: ['late.6'], shards: [1] });
  });
});

test('a slice that cannot hold hits does not make an answer partial, and one that can does', async () => {
  // An indexer would open the index again.
  await indexer.close();
  const { rows } = await world().pool.query<{ name: string }>(
    `select name from indices where board_id = $1 and slice = 1 and state = 'live'`,
    [board('late').id],
  );
  const index = rows.map(({ name }) => name);
  await world().elasticsearch.indices.close({ index });
  try {
    expect(await late('num:21')).toMatchObject({ ids: ['late.21'], partial: false });
    expect(await late('during:2021')).toMatchObject({ ids: ['late.21'], partial: false });
    expect(await late('num:11')).toMatchObject({ ids: [], partial: true });
    expect(await late('ferry')).toMatchObject({ partial: true });
  } finally {
    await world().elasticsearch.indices.open({ index });
  }
});
