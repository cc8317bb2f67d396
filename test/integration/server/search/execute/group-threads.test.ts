import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { createRequestContext } from '../../../../../server/limits/request-context.ts';
import type { SearchSort } from '../../../../../mappings/contract/search.ts';
import { compile, type SearchDirection } from '../../../../../server/search/plan/compile.ts';
import { fetchThreadPage } from '../../../../../server/search/execute/group-threads.ts';
import type { Node } from '../../../../../server/search/language/tree.ts';
import { fetchHitPage, type HitPage, type HitPageRequest } from '../../../../../server/search/execute/fetch-hits.ts';
import { useWorld } from '../../../../support/world.ts';
import { givenArchive, NOW, START, type GivenPost } from '../../given-archive.ts';

const world = useWorld();

/** Threads with one hit up to a thousand, at the same times and consecutive, on boards with the same nums. */
const THREADS = [...Array.from({ length: 60 }, (_, place) => (place % 7) + 1), 1000, 30, 400];

function postsOf(board: string): GivenPost[] {
  let num = 0;
  return THREADS.flatMap((length, place) => {
    const thread = num + 1;
    return Array.from({ length }, (_, reply): GivenPost => {
      num += 1;
      // The long threads span all others in time; some posts share a second.
      const seconds = length > 100 ? (reply * 600) / length : place * 10 + reply * 3;
      const pad = 'pad '.repeat((num * 7) % 5);
      return {
        num,
        thread,
        opener: reply === 0,
        comment: `word ${pad}`,
        subject: num % 11 === 0 && board === 'g' ? 'word' : null,
        timePosted: new Date(START + Math.floor(seconds) * 1000),
      };
    });
  });
}

const WORD: Node = { kind: 'text', field: 'any', text: 'word', prefix: false, span: { start: 0, end: 4 } };

beforeAll(async () => {
  const archive = givenArchive(world());
  for (const board of ['g', 'ck']) {
    await archive.board(board);
    await archive.index(board, archive.given(board, postsOf(board)));
  }
});

async function ask(
  fetchPage: (request: HitPageRequest) => Promise<HitPage>,
  sort: SearchSort,
  direction: SearchDirection,
  after: readonly number[] | null,
  size: number,
): Promise<HitPage> {
  const search = compile(WORD, { sort, direction, now: NOW.getTime() });
  const page = await fetchPage({ search, after, size });
  expect(page.partial).toBe(false);
  return page;
}

const context = () => ({ ...world(), timeoutMs: 20_000 });
const groups = async (pageRequest: HitPageRequest) => fetchThreadPage(context(), pageRequest, createRequestContext());
const hits = async (pageRequest: HitPageRequest) => fetchHitPage(context(), pageRequest, createRequestContext());

/** Every hit in order, reduced to the first hit of each thread, with the number of its other hits. */
async function expected(sort: SearchSort): Promise<{ id: string; hits: number; sortValues: readonly number[] }[]> {
  const all: { id: string; sortValues: readonly number[] }[] = [];
  for (let after: readonly number[] | null = null; ;) {
    const page = await ask(hits, sort, 'forward', after, 1000);
    all.push(...page.hits.map(({ id, sortValues }) => ({ id, sortValues })));
    if (page.nextAfter === null) break;
    after = page.nextAfter;
  }
  const posts = new Map(['g', 'ck'].flatMap((board) => postsOf(board).map((post) => [`${board}.${post.num}.0`, post])));
  const threadOf = (id: string) => `${id.split('.')[0]}.${posts.get(id)?.thread}`;
  const threads = Map.groupBy(all, ({ id }) => threadOf(id));
  return [...threads.values()].map((list) => ({ id: '', sortValues: [], ...list[0], hits: list.length }));
}

test('threads are not counted where the caller needs no total', async () => {
  const search = compile(WORD, { sort: 'new', direction: 'forward', now: NOW.getTime() });
  const page = await groups({ search, after: null, size: 5, counts: false });
  expect(page.total).toBe(0);
  expect(page.hits).toEqual((await groups({ search, after: null, size: 5 })).hits);
});

describe.each(['new', 'old', 'relevance', 'modified'] as const)('hits grouped by thread, sort:%s', (sort) => {
  test.each([7, 500])(
    'are the first of each thread with its count, on pages of %i to the end and back',
    async (limit) => {
      const wanted = await expected(sort);
      expect(wanted).toHaveLength(2 * THREADS.length);
      const there: HitPage[] = [];
      for (let after: readonly number[] | null = null; ;) {
        const page = await ask(groups, sort, 'forward', after, limit);
        expect(page).toMatchObject({ total: wanted.length, relation: 'eq' });
        there.push(page);
        if (page.nextAfter === null) break;
        after = page.nextAfter;
      }
      const shown = there.flatMap((page) => page.hits.map(({ id, threadHits }) => ({ id, hits: threadHits })));
      expect(shown).toEqual(wanted.map(({ id, hits: count }) => ({ id, hits: count })));

      const back: string[] = [];
      for (let after: readonly number[] | null = null; ;) {
        const page = await ask(groups, sort, 'backward', after, limit);
        back.push(...page.hits.map(({ id }) => id));
        if (page.nextAfter === null) break;
        after = page.nextAfter;
      }
      expect(back.toReversed()).toEqual(wanted.map(({ id }) => id));
    },
  );

  test('are the same from any page, in either direction', async () => {
    const wanted = await expected(sort);
    const places = fc.sample(fc.nat(wanted.length - 1), { numRuns: 12, seed: 7 });
    for (const place of places) {
      const after = wanted[place]?.sortValues ?? [];
      const onward = await ask(groups, sort, 'forward', after, 5);
      expect(onward.hits.map(({ id }) => id)).toEqual(wanted.slice(place + 1, place + 6).map(({ id }) => id));
      const back = await ask(groups, sort, 'backward', after, 5);
      const before = wanted.slice(Math.max(place - 5, 0), place).toReversed();
      expect(back.hits.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    }
  });
});
