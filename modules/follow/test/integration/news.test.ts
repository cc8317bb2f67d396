/** New posts of followed items are the hits of the search: each at least once, and none that is hidden. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SearchAnswer } from '../../../../mappings/contract/search.ts';
import { GOLDEN_BOARDS, GOLDEN_NOW, GOLDEN_POSTS } from '../../../../test/fixtures/golden/posts.ts';
import { GOLDEN_QUERIES } from '../../../../test/fixtures/golden/queries.ts';
import { givenAdmin, type Admin } from '../../../../test/integration/server/admin/given-admin.ts';
import {
  givenArchive,
  givenServer,
  type GivenArchive,
  type GivenServer,
} from '../../../../test/integration/server/given-archive.ts';
import { eventually } from '../../../../test/support/archive.ts';
import { writeRows } from '../../../../test/support/builders.ts';
import { useWorld } from '../../../../test/support/world.ts';
import type { FollowItem, FollowNews, ItemNews } from '../../contract/follow.ts';
import { FOLLOW_LIMITS } from '../../limits.ts';
import { givenKey, type FollowClient } from '../support/requests.ts';

const world = useWorld();
let archive: GivenArchive;
let server: GivenServer;
let admin: Admin;
let g: number;
let delivered = 0;
const followed = new Map<string, readonly [FollowClient, FollowItem]>();

/** Queries that find something besides an order. */
const QUERIES = [...new Set(GOLDEN_QUERIES.map(([q]) => q))].filter((q) => q.trim() !== '');

beforeAll(async () => {
  archive = givenArchive(world());
  for (const board of GOLDEN_BOARDS) {
    const id = await archive.board(board);
    if (board === 'g') g = id;
  }
  await archive.board('empty');
  server = await givenServer(world(), { clock: () => GOLDEN_NOW });
  admin = await givenAdmin(world(), server);
  // Every item is followed before there is a post.
  for (let start = 0; start < QUERIES.length; start += FOLLOW_LIMITS.items) {
    const key = await givenKey(server);
    for (const q of QUERIES.slice(start, start + FOLLOW_LIMITS.items)) followed.set(q, [key, await key.follow(q)]);
  }
  for (const board of GOLDEN_BOARDS) await archive.storeAndIndex(board, GOLDEN_POSTS[board]);
  await drawn();
});
afterAll(async () => server.close());

/** The archive of tests numbers its revs itself: the sequence follows. */
async function drawn(): Promise<number> {
  const { rows } = await world().pool.query<{ rev: string }>(`select setval('post_rev', max(rev)) as rev from posts`);
  return Number(rows[0]?.rev);
}

type Place = Pick<ItemNews['hits'][number], 'board' | 'num' | 'subnum'>;
const idOf = ({ board, num, subnum }: Place) => (subnum === 0 ? `${board}.${num}` : `${board}.${num}.${subnum}`);

/** All pages of an item, up to the horizon at the first. */
async function newsOf(key: FollowClient, { id }: Pick<FollowItem, 'id'>, limit = 7) {
  const found: string[] = [];
  let through: number | null = null;
  let below: number | null = null;
  let value: number | null = null;
  do {
    const query = new URLSearchParams({ limit: String(limit) });
    if (through !== null) query.set('through', String(through));
    if (below !== null) query.set('below', String(below));
    const { status, body } = await key.send('GET', `/items/${id}/news?${query.toString()}`);
    expect({ status, body }).toMatchObject({ status: 200 });
    const page = body as ItemNews;
    value ??= page.total.value;
    through ??= page.through;
    below = page.next;
    found.push(...page.hits.map(idOf));
  } while (below !== null);
  return { ids: found, through, total: value };
}

async function search(q: string): Promise<readonly string[]> {
  const { status, body } = await server.search({ q, limit: '100', sort: 'new' });
  expect({ status, body }).toMatchObject({ status: 200 });
  return (body as SearchAnswer).hits.map(idOf);
}

const horizonIs = async (wanted: number) => {
  const key = await givenKey(server);
  const item = await key.follow(`probe${wanted}`);
  await eventually('the horizon is there', async () => (await newsOf(key, item)).through === wanted);
};

describe('a query delivers exactly what the search returns for it, over pages of seven', () => {
  beforeAll(async () => horizonIs(await drawn()));

  test.each(QUERIES)('%s', async (q) => {
    const [key, item] = followed.get(q) ?? [];
    if (key === undefined || item === undefined) throw new Error('the query is not followed');
    const { ids, total } = await newsOf(key, item);
    const found = await search(item.q);
    expect(ids.toSorted()).toEqual(found.toSorted());
    expect(new Set(ids).size).toBe(ids.length);
    // Comparing with the text as written counts the posts of the page only.
    if (!item.q.includes('=')) expect(total).toBe(found.length);
    delivered += ids.length;
  });

  test('which are more than two hundred posts', () => {
    expect(delivered).toBeGreaterThan(200);
  });
});

test('the summary has the counts of the items, and the post that was stored or changed last', async () => {
  const key = await givenKey(server);
  const items = new Map<number, string>();
  for (const q of ['kernel', 'is:op', 'board:ck', 'nowhere']) items.set((await key.follow(q)).id, q);
  await world().pool.query('update follow_items set read_rev = 0 where id = any ($1)', [[...items.keys()]]);
  const { body } = await key.send('GET', '/news');
  const news = body as FollowNews;
  expect(news.items.map(({ id }) => id)).toEqual([...items.keys()]);
  for (const { id, newest, ...one } of news.items) {
    const all = await newsOf(key, { id }, 100);
    expect(one, items.get(id)).toEqual({
      through: all.through,
      problem: null,
      total: { value: all.total, relation: 'eq' },
    });
    expect(newest === undefined ? undefined : idOf(newest), items.get(id)).toBe(all.ids[0]);
  }
});

test('posts that were read are not new, and later and changed posts are, once for each change', async () => {
  const key = await givenKey(server);
  const item = await key.follow('wolframite board:g');
  const readAll = async () => {
    await horizonIs(await drawn());
    const { ids, through } = await newsOf(key, item);
    await key.send('POST', '/read', { items: [{ id: item.id, through }] });
    return ids;
  };
  await archive.storeAndIndex('g', [{ num: 501, opener: true, comment: 'wolframite' }]);
  await archive.storeAndIndex('ck', [{ num: 501, opener: true, comment: 'wolframite' }]);
  expect(await readAll()).toEqual(['g.501']);
  expect(await readAll()).toEqual([]);
  // A post from years ago that is stored late.
  await archive.storeAndIndex('g', [
    { num: 7, opener: true, comment: 'wolframite' },
    { num: 502, thread: 501, comment: 'tungsten' },
  ]);
  expect(await readAll()).toEqual(['g.7']);
  await archive.storeAndIndex('g', [
    { num: 501, opener: true, comment: 'wolframite and more' },
    { num: 502, thread: 501, comment: 'tungsten, that is wolframite' },
    { num: 7, opener: true, comment: 'scheelite' },
  ]);
  expect(await readAll()).toEqual(['g.502', 'g.501']);
});

test('the horizon stays below a post that waits for the indexer, on its board only', async () => {
  const key = await givenKey(server);
  const [ofG, ofCk, ofAll] = [
    await key.follow('board:g quartz'),
    await key.follow('board:ck quartz'),
    await key.follow('quartz'),
  ];
  const [first] = await archive.storeAndIndex('g', [{ num: 601, opener: true, comment: 'quartz' }]);
  await archive.storeAndIndex('ck', [{ num: 601, opener: true, comment: 'quartz' }]);
  const [waiting] = await archive.storeAndIndex('g', [{ num: 602, opener: true, comment: 'quartz' }]);
  await world().pool.query(
    `insert into dirty (board_id, thread, gen, min_rev, since) values ($1, 602, nextval('dirty_gen'), $2, now())`,
    [g, waiting?.rev],
  );
  const end = await drawn();
  await eventually('ck has its post', async () => (await newsOf(key, ofCk)).through === end);
  expect(await newsOf(key, ofCk)).toEqual({ ids: ['ck.601'], through: end, total: 1 });
  expect(await newsOf(key, ofG)).toEqual({ ids: ['g.601'], through: (waiting?.rev ?? 0) - 1, total: 1 });
  expect((await newsOf(key, ofAll)).through).toBe((waiting?.rev ?? 0) - 1);
  expect(first?.rev).toBeLessThan(waiting?.rev ?? 0);
  await world().pool.query('delete from dirty');
  await eventually('it is new', async () => (await newsOf(key, ofG)).ids.join() === 'g.602,g.601');
});

test('a post whose transaction ends after that of a higher rev is new all the same', async () => {
  const key = await givenKey(server);
  const item = await key.follow('feldspar');
  await horizonIs(await drawn());
  const late = await world().pool.connect();
  try {
    await late.query('begin');
    await late.query('lock table posts in row exclusive mode');
    const [slow] = archive.given('g', [{ num: 701, opener: true, comment: 'feldspar' }]);
    const [fast] = await archive.storeAndIndex('g', [{ num: 702, opener: true, comment: 'feldspar' }]);
    await drawn();
    if (slow === undefined || fast === undefined) throw new Error('no posts');
    expect(slow.rev).toBeLessThan(fast.rev);
    const { through, ids } = await newsOf(key, item);
    expect(ids).toEqual([]);
    expect(through).toBeLessThan(slow.rev);
    await key.send('POST', '/read', { items: [{ id: item.id, through }] });
    await late.query('commit');
    await writeRows(world().pool, g, [slow]);
    await archive.index('g', [slow]);
  } finally {
    late.release();
  }
  await eventually('both are new', async () => (await newsOf(key, item)).ids.join() === 'g.702,g.701');
});

test('without Elasticsearch nothing is new, and the mark of read posts stays', async () => {
  const away = await givenServer(world(), { elasticsearchUrls: ['http://127.0.0.1:1'], clock: () => GOLDEN_NOW });
  try {
    const key = await givenKey(server);
    const item = await key.follow('chalcedony');
    await archive.storeAndIndex('g', [{ num: 901, opener: true, comment: 'chalcedony' }]);
    await drawn();
    const answer = await away.get(`/api/v1/follow/items/${item.id}/news`, { 'follow-key': key.secret });
    expect(answer.status).toBe(503);
    await eventually('it is new', async () => (await newsOf(key, item)).ids.join() === 'g.901');
  } finally {
    await away.close();
  }
});

// The last test with new posts: a hide draws revs that the archive of tests does not know.
test('a post that was hidden or purged after it matched is not delivered, and is not counted', async () => {
  const key = await givenKey(server);
  const item = await key.follow('obsidian');
  await archive.storeAndIndex('g', [
    { num: 801, opener: true, comment: 'obsidian' },
    { num: 802, thread: 801, comment: 'obsidian' },
    { num: 803, thread: 801, comment: 'obsidian' },
    { num: 804, thread: 801, comment: 'obsidian' },
  ]);
  await horizonIs(await drawn());
  const through = await drawn();
  expect((await newsOf(key, item)).ids).toHaveLength(4);
  for (const [action, num] of [
    ['hide', 803],
    ['purge', 804],
  ] as const)
    expect((await admin.send('POST', '/posts', { action, board: 'g', num, reason: 'a test' })).status).toBe(200);
  // The index still has them as visible.
  await world().pool.query('delete from dirty');
  const { body } = await key.send('GET', `/items/${item.id}/news?through=${through}`);
  const news = body as ItemNews;
  expect(news.hits.map(idOf)).toEqual(['g.802', 'g.801']);
  expect(news.total).toEqual({ value: 2, relation: 'eq' });
  const { body: summary } = await key.send('GET', '/news');
  expect(summary).toMatchObject({ items: [{ total: { value: 2 }, newest: { num: 802 } }] });
});

test('an item whose query is no longer valid has a problem, and the others are answered', async () => {
  const key = await givenKey(server);
  const gone = await key.follow('board:empty gone');
  const kept = await key.follow('obsidian');
  await world().pool.query(`update follow_items set query = 'board:removed gone' where id = $1`, [gone.id]);
  const { status, body } = await key.send('GET', '/news');
  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      items: [
        { id: gone.id, through: null, total: null, problem: { code: 'board_unknown' } },
        { id: kept.id, total: { value: 0, relation: 'eq' }, problem: null },
      ],
    },
  });
  expect(await key.send('GET', `/items/${gone.id}/news`)).toMatchObject({
    status: 400,
    body: { code: 'board_unknown' },
  });
  const other = await givenKey(server);
  expect(await other.send('GET', `/items/${kept.id}/news`)).toMatchObject({ body: { code: 'follow_item_unknown' } });
  expect(await key.send('GET', '/news?tz=Mars')).toMatchObject({ status: 400, body: { code: 'zone_unknown' } });
});
