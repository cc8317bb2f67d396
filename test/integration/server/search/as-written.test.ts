import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FacetsAnswer, TimelineAnswer } from '../../../../mappings/contract/facets.ts';
import type { Hit, SearchAnswer } from '../../../../mappings/contract/search.ts';
import { createRequestContext } from '../../../../server/limits/request-context.ts';
import { fillPage } from '../../../../server/search/execute/fill-page.ts';
import { postgresRecords } from '../../../../server/search/hydrate/records.ts';
import { parse } from '../../../../server/search/language/parse.ts';
import { compile } from '../../../../server/search/plan/compile.ts';
import { anExtraFile } from '../../../support/builders.ts';
import { useWorld } from '../../../support/world.ts';
import {
  givenArchive,
  givenServer,
  NOW,
  type GivenArchive,
  type GivenPost,
  type GivenServer,
} from '../given-archive.ts';

const POSTS = 500;
const HIDDEN = 333;

/** Every post has the folded word; a few of each kind have it as written, in other forms, or in another field. */
function textsOf(num: number): Partial<GivenPost> {
  if (num % 70 === 3) return { comment: 'the Kern<wbr>el' };
  if (num % 50 === 9) return { comment: `of a Kern${num % 100 === 9 ? ', loud' : ''}` };
  if (num % 90 === 7) return { comment: 'small kern', subject: 'Kern' };
  if (num % 120 === 11) return { comment: 'kern and Ke\u0301rn', name: 'Kern' };
  if (num % 110 === 13) return { comment: 'k\u00e9rn', mediaName: 'My_Kern', mediaType: 'jpg' };
  if (num % 115 === 21) return withFiles('my_kern', 'other', 'My_Kern');
  if (num % 115 === 22) return withFiles('my', 'Kern');
  if (num % 130 === 17) return { comment: 'KERN<br>Panic!' };
  if (num % 140 === 19) return { comment: 'kern Kern\u200B  Panic' };
  return { comment: 'a kern' };
}

const withFiles = (mediaName: string, ...others: readonly string[]): Partial<GivenPost> => ({
  comment: 'no word',
  mediaName,
  mediaType: 'jpg',
  extraFiles: others.map((name, at) => anExtraFile({ place: at + 1, mediaName: name, mediaType: 'jpg' })),
});

const ALL: readonly GivenPost[] = Array.from({ length: POSTS }, (_, place) => {
  const num = place + 1;
  const thread = num - ((num - 1) % 20);
  return { num, thread, opener: num === thread, ...textsOf(num) };
});

const world = useWorld();
let archive: GivenArchive;
let server: GivenServer;

beforeAll(async () => {
  archive = givenArchive(world());
  await archive.board('g');
  await archive.board('ck');
  await archive.storeAndIndex('g', ALL);
  await archive.storeAndIndex('ck', [{ num: 1, opener: true, comment: 'Kern of ck' }]);
  await world().pool.query('update posts set hidden = true where num = $1', [HIDDEN]);
  server = await givenServer(world());
});

afterAll(async () => {
  await server.close();
});

type Wanted = (post: { comment: string; subject: string; name: string; files: readonly string[] }) => boolean;

const hasKern = (text: string) => /(?<![\p{L}\p{N}])Kern(?![\p{L}\p{M}\p{N}])/u.test(text);
const hasFolded: Wanted = ({ comment, subject }) => /(?<!\p{L})k[eé]\u0301?rn(?!\p{L})/iu.test(`${comment} ${subject}`);
const inText: Wanted = ({ comment, subject }) => hasKern(comment) || hasKern(subject);

function wantedNums(wanted: Wanted): readonly number[] {
  return ALL.filter(({ num, comment, subject, name, mediaName, extraFiles = [] }) => {
    const shown = (comment ?? '').replaceAll('<wbr>', '').replaceAll('<br>', '\n').replaceAll('\u200B', '');
    const files = [mediaName, ...extraFiles.map((file) => file.mediaName)].map((file) => file ?? '');
    return num !== HIDDEN && wanted({ comment: shown, subject: subject ?? '', name: name ?? '', files });
  })
    .map(({ num }) => num)
    .toReversed();
}

async function ask(parameters: Record<string, string>): Promise<SearchAnswer> {
  const { status, body } = await server.search(parameters);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as SearchAnswer;
}

interface Walk {
  readonly hits: readonly Hit[];
  readonly pages: readonly SearchAnswer[];
}

/** All pages to the end, and back to the beginning: both ways have the same hits. */
async function walk(parameters: Record<string, string>, limit: number): Promise<Walk> {
  const there = [await ask({ ...parameters, limit: String(limit) })];
  for (let next = there[0]?.next ?? null; next !== null; next = there.at(-1)?.next ?? null) {
    there.push(await ask({ ...parameters, limit: String(limit), cursor: next }));
  }
  const hits = there.flatMap((page) => page.hits);
  const back: Hit[] = [...(there.at(-1)?.hits ?? [])];
  for (let cursor = there.at(-1)?.previous ?? null; cursor !== null;) {
    const page = await ask({ ...parameters, limit: String(limit), cursor });
    back.unshift(...page.hits);
    expect(page.total.value).toBeLessThanOrEqual(hits.length);
    cursor = page.previous;
  }
  expect(back.map(({ num }) => num)).toEqual(hits.map(({ num }) => num));
  for (const page of there.slice(0, -1)) expect(page.hits).toHaveLength(limit);
  return { hits, pages: there };
}

const QUERIES: readonly (readonly [q: string, wanted: Wanted])[] = [
  ['="Kern"', inText],
  ['=Kern', inText],
  ['comment:=Kern', ({ comment }) => hasKern(comment)],
  ['subject:="Kern"', ({ subject }) => hasKern(subject)],
  ['name:=Kern', ({ name }) => hasKern(name)],
  ['file:=My_Kern.jpg', ({ files }) => files.includes('My_Kern')],
  ['file:=my_kern', ({ files }) => files.includes('my_kern')],
  ['file:="my Kern"', () => false],
  ['=Kern*', ({ comment, subject }) => /(?<!\p{L})Kern/u.test(`${comment} ${subject}`)],
  ['="kern Kern Panic"', ({ comment }) => /kern Kern\s+Panic/.test(comment)],
  ['="KERN Panic"', ({ comment }) => comment === 'KERN\nPanic!'],
  ['="KERN Panic!"', ({ comment }) => comment === 'KERN\nPanic!'],
  ['="Kern, loud"', ({ comment }) => comment.endsWith(', loud')],
  ['="Kern loud"', () => false],
  ['="k\u00e9rn"', ({ comment }) => comment === 'k\u00e9rn'],
  ['="K\u00e9rn"', ({ comment }) => comment.endsWith('Ke\u0301rn')],
  ['kern -=Kern', (post) => !inText(post) && hasFolded(post)],
  ['-="Kern"', (post) => !inText(post)],
  ['kern (="KERN" OR subject:kern)', ({ comment, subject }) => comment.startsWith('KERN') || subject !== ''],
  ['="KERN" OR num:1..30', () => true],
  ['-(=Kern name:kern)', () => true],
  ['="kern" -(subject:kern OR comment:="Kern Panic")', () => true],
];

/** Queries with numbers cannot be decided by texts alone. */
function hitsOf(q: string, wanted: Wanted): readonly number[] {
  const nums = wantedNums(() => true);
  const [kern, upper, lower] = [inText, /KERN/, /(?<!\p{L})kern(?!\p{L})/u];
  const of = (isWanted: Wanted) => new Set(wantedNums(isWanted));
  if (q.startsWith('="KERN" OR')) {
    const found = of(({ comment }) => upper.test(comment));
    return nums.filter((num) => found.has(num) || num <= 30);
  }
  if (q.startsWith('-(=Kern name')) {
    const both = of((post) => kern(post) && post.name !== '');
    return nums.filter((num) => !both.has(num));
  }
  if (q.startsWith('="kern" -(')) {
    const found = of(({ comment, subject }) => lower.test(comment) && subject === '' && !/Kern\s+Panic/.test(comment));
    return nums.filter((num) => found.has(num));
  }
  return wantedNums(wanted);
}

test.each(QUERIES)('finds in both directions the posts with the text as written: %s', async (q, wanted) => {
  const expected = hitsOf(q, wanted);
  const limit = expected.length > 60 ? 60 : 9;
  const { hits, pages } = await walk({ q: `board:g ${q.includes(' OR num') ? `(${q})` : q}` }, limit);
  expect(hits.map(({ num }) => num)).toEqual(expected);
  for (const { total, as_written: compared } of pages) {
    expect(total.value).toBeLessThanOrEqual(expected.length);
    expect(compared?.stopped).toBe(false);
  }
  const [first] = pages;
  if (first?.total.relation === 'eq') expect(first.total.value).toBe(expected.length);
  else expect(first).toMatchObject({ total: { relation: 'gte' } });
  // The hits of earlier pages are counted.
  if (pages.length > 1) expect(pages.at(-1)?.total.value).toBe(expected.length);
});

test.each(['new', 'old', 'relevance'])('groups by thread in the order sort:%s', async (sort) => {
  const found = new Set(wantedNums(inText));
  const order = sort === 'old' ? ALL : ALL.toReversed();
  const threads = Map.groupBy(
    order.filter(({ num }) => found.has(num)),
    ({ thread }) => thread,
  );
  const { hits, pages } = await walk({ q: 'board:g ="Kern" group:thread', sort }, 4);
  const counts = new Map(hits.map(({ thread, group }) => [thread, group?.hits]));
  expect(counts).toEqual(new Map([...threads].map(([thread, posts]) => [thread, posts.length])));
  if (sort !== 'relevance')
    expect(hits.map(({ num }) => num)).toEqual([...threads.values()].map(([post]) => post?.num));
  expect(pages.at(-1)?.total.value).toBe(threads.size);
});

test('pages have numbers, and other boards are found', async () => {
  const expected = wantedNums(inText);
  const second = await ask({ q: 'board:g ="Kern"', limit: '9', page: '2' });
  expect(second.hits.map(({ num }) => num)).toEqual(expected.slice(9, 18));
  const all = await walk({ q: '="Kern"' }, 50);
  expect(all.hits.map(({ board }) => board).filter((board) => board === 'ck')).toHaveLength(1);
  expect((await ask({ q: '="Kern of ck"' })).total).toEqual({ value: 1, relation: 'eq' });
});

test('documents are compared as rows are', async () => {
  const { hits } = await walk({ q: 'board:g ="Kern"', source: 'elasticsearch' }, 9);
  expect(hits.map(({ num }) => num)).toEqual(wantedNums(inText));
});

test('marks only the text as written', async () => {
  const answer = await ask({ q: 'board:g ="Kern" kern' });
  const [subject] = answer.hits.filter((hit) => hit.subject === 'Kern');
  expect(subject?.highlights).toEqual({ comment: [[6, 10]], subject: [[0, 4]] });
  const [both] = (await ask({ q: '="Kern Panic"' })).hits;
  expect(both?.highlights.comment).toEqual([[5, 17]]);
});

test('exports, feeds and the walk of all posts have the same hits', async () => {
  const expected = wantedNums(inText);
  const { body } = await server.get(
    `/api/v1/search/export?${new URLSearchParams({ q: 'board:g ="Kern"' }).toString()}`,
  );
  const lines = String(body).trimEnd().split('\n').slice(0, -1);
  expect(lines.map((line) => (JSON.parse(line) as Hit).num)).toEqual(expected);
  const feed = await server.get(`/api/v1/search/feed.json?${new URLSearchParams({ q: 'board:g ="Kern"' }).toString()}`);
  const { items } = feed.body as { items: { url: string }[] };
  expect(items.map(({ url }) => Number(/\d+$/.exec(url)?.[0]))).toEqual(expected.slice(0, items.length));
});

test('facets and the timeline count the folded words and state it', async () => {
  // The index still has the hidden post.
  const counted = wantedNums(hasFolded).length + 1;
  for (const [q, folded] of [
    ['board:g kern', false],
    ['board:g ="Kern"', true],
  ] as const) {
    const parameters = new URLSearchParams({ q }).toString();
    const facets = (await server.get(`/api/v1/search/facets?${parameters}`)).body as FacetsAnswer;
    expect(facets).toMatchObject({ folded, total: counted });
    const timeline = (await server.get(`/api/v1/search/timeline?${parameters}`)).body as TimelineAnswer;
    expect(timeline.folded).toBe(folded);
    expect(timeline.buckets.reduce((sum, { count }) => sum + count, 0)).toBe(counted);
  }
});

async function costOf(q: string): Promise<{ readonly tree: unknown; readonly cost: number }> {
  const { body } = await server.get(`/api/v1/search/explain?${new URLSearchParams({ q }).toString()}`);
  const { limits, tree } = body as { limits: { name: string; used: number }[]; tree: unknown };
  return { tree, cost: limits.find(({ name }) => name === 'cost')?.used ?? 0 };
}

test('explains the request for candidates, and charges more than for a folded search', async () => {
  const exact = await costOf('="Kern panic"');
  expect(exact.tree).toMatchObject({ kind: 'text', asWritten: true });
  expect(exact.cost).toBeGreaterThan((await costOf('"Kern panic"')).cost);
});

const NO_BOARDS = { all: async () => [], find: async () => null, filesAtSource: async () => new Map() };

/** A page for which at most 100 posts are compared, unless one step is larger. */
async function limitedPage(q: string, group: 'thread' | null, after: readonly number[] | null) {
  const { pool } = world();
  const records = postgresRecords({ pool, boards: NO_BOARDS });
  const search = compile(parse(q).root, { sort: 'old', direction: 'forward', now: NOW.getTime() });
  const context = { ...world(), timeoutMs: 60_000, records, maxCompared: 100 };
  return fillPage(context, { search, group, after, limit: 3, count: 'all' }, createRequestContext());
}

describe('comparing is limited', () => {
  test.each([null, 'thread'] as const)('a page stops and the next continues, group: %s', async (group) => {
    const expected = wantedNums(({ comment }) => comment.startsWith('KERN')).toReversed();
    const nums: number[] = [];
    let stopped = 0;
    for (let after: readonly number[] | null = null; ;) {
      const { hits, nextAfter, comparing, total } = await limitedPage('board:g =KERN', group, after);
      nums.push(...hits.map(({ post }) => post.num));
      if (comparing?.isStopped === true) stopped += 1;
      expect(total).toBeGreaterThanOrEqual(hits.length);
      if (nextAfter === null) break;
      after = nextAfter;
    }
    expect(nums).toEqual(expected);
    expect(stopped).toBeGreaterThan(0);
  });
});
