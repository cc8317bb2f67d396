import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LiveSlice } from '../../../../../server/boards/load.ts';
import { chooseIndices } from '../../../../../server/search/elasticsearch/choose-indices.ts';
import type { QueryContainer } from '../../../../../server/search/elasticsearch/clauses.ts';
import { ANY, reachOf, reachOfRequest } from '../../../../../server/search/elasticsearch/reach.ts';
import { parse } from '../../../../../server/search/language/parse.ts';
import { leavesOf, type Leaf, type Node, type Query } from '../../../../../server/search/language/tree.ts';
import { compile } from '../../../../../server/search/plan/compile.ts';
import { lookupKey } from '../../../../../server/search/plan/lookup.ts';
import {
  isLookedUpLeaf,
  isThreadTextLeaf,
  quoteKey,
  threadTextKey,
  type ResolvedConditions,
} from '../../../../../server/search/plan/resolved-conditions.ts';
import { countOf } from '../../../../support/full-counts.ts';
import { queries } from '../language/tree.ts';

const NOW = Date.parse('2020-03-31T12:00:00Z');
const ORDER = { sort: 'new', direction: 'forward', now: NOW } as const;
const SLICE_SIZE = 1_000;
const BOARDS = ['g', 'ck', 'jp'] as const;

function resolvedFor(root: Node | null): ResolvedConditions {
  const leaves = [...leavesOf(root)];
  const quotes = leaves.filter((leaf) => leaf.kind === 'quote');
  const threads = leaves.filter((leaf) => isThreadTextLeaf(leaf));
  const lookedUp = leaves.filter((leaf) => isLookedUpLeaf(leaf));
  const found = [{ index: 'tripcode', values: ['!Trip'] }] as const;
  return {
    threads: new Map(threads.map((leaf) => [threadTextKey(leaf), new Map([['g', [1]]])])),
    quoted: new Map(
      quotes.map((leaf) => [
        quoteKey(leaf),
        [leaf.num, leaf.num + 1].map((num) => ({ board: 'ck', num: num % 9_000 })),
      ]),
    ),
    terms: new Map(
      lookedUp.flatMap(({ field, values }) => values.map((name) => [lookupKey(field, name), found] as const)),
    ),
    boards: BOARDS,
  };
}

const compiled = (root: Node | null) => compile(root, { ...ORDER, resolved: resolvedFor(root) });

interface APost {
  readonly board: string;
  readonly num: number;
  readonly time: number;
  /** Decides which other conditions the post meets. */
  readonly seed: number;
}

const list = (clauses: unknown) => (clauses ?? []) as readonly QueryContainer[];
const read = (bound: number | string) => (typeof bound === 'number' ? bound : Date.parse(bound));

/** True if Elasticsearch could return the post: conditions on other fields are met or not by chance. */
function matches(post: APost, query: QueryContainer): boolean {
  const [[kind, body] = ['', {}]] = Object.entries(query) as [string, Readonly<Record<string, unknown>>][];
  switch (kind) {
    case 'bool': {
      const required = [...list(body['must']), ...list(body['filter'])];
      const should = list(body['should']);
      const least = Number(body['minimum_should_match'] ?? (required.length === 0 && should.length > 0 ? 1 : 0));
      return (
        required.every((clause) => matches(post, clause)) &&
        !list(body['must_not']).some((clause) => matches(post, clause)) &&
        should.filter((clause) => matches(post, clause)).length >= least
      );
    }
    case 'match_none':
      return false;
    case 'ids':
      return (body['values'] as readonly string[]).includes(`${post.board}.${post.num}.0`);
    case 'term':
    case 'terms': {
      const [[field, values] = ['', null]] = Object.entries(body);
      if (field === 'board') return [values].flat().includes(post.board);
      if (field === 'num') return [values].flat().includes(post.num);
      break;
    }
    case 'range': {
      const [[field, bounds] = ['', {}]] = Object.entries(body) as [
        string,
        Readonly<Record<string, number | string>>,
      ][];
      if (field !== 'num' && field !== 'time_posted') break;
      const value = field === 'num' ? post.num : post.time;
      const { gte = -Infinity, lte = Infinity, lt = Infinity } = bounds;
      const isBelow = lt === Infinity || value < read(lt);
      return value >= read(gte) && value <= read(lte) && isBelow;
    }
  }
  return (hash(JSON.stringify(query)) + post.seed) % 3 > 0;
}

function hash(text: string): number {
  return Array.from(text).reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % 65_521, 7);
}

const post: fc.Arbitrary<APost> = fc.record({
  board: fc.constantFrom(...BOARDS),
  num: fc.nat({ max: 9_000 }),
  time: fc.integer({ min: Date.parse('2018-06-01'), max: NOW }),
  seed: fc.nat({ max: 5 }),
});

const span = { start: 0, end: 0 };
const bounded: fc.Arbitrary<Node> = fc.oneof(
  fc
    .tuple(fc.nat({ max: 9_000 }), fc.nat({ max: 9_000 }), fc.constantFrom('both', 'min', 'max'))
    .map(([one, other, ends]): Leaf => {
      const [min, max] = [Math.min(one, other), Math.max(one, other)];
      return { kind: 'number', field: 'num', min: ends === 'max' ? null : min, max: ends === 'min' ? null : max, span };
    }),
  fc
    .constantFrom('after:2019-03', 'before:2019-03-05T12', 'during:2018..2019', 'during:2w', 'before:6mo', 'after:24h')
    .map((text) => parse(text).root ?? raise(text)),
  fc.constantFrom('board:g', 'board:ck,jp', 'quoted-by:ck/5').map((text) => parse(text).root ?? raise(text)),
);

function raise(text: string): never {
  throw new Error(`${text} has no condition`);
}

/** Generated queries beside bounds: these seldom have any. */
const roots: fc.Arbitrary<Node> = fc
  .tuple(fc.array(bounded, { minLength: 1, maxLength: 4 }), queries, fc.constantFrom('and', 'or', 'not'))
  .map(([bounds, { root }, kind]: [Node[], Query, string]) => {
    const some = root === null ? bounds : [...bounds, root];
    const [first = raise('')] = some;
    if (kind === 'not') return { kind: 'not', child: { kind: 'or', children: [first, ...some], span }, span };
    const half = Math.ceil(some.length / 2);
    const other = kind === 'and' ? ('or' as const) : ('and' as const);
    const children = [some.slice(0, half), some.slice(half)].flatMap((part): Node[] =>
      part.length === 0 ? [] : [{ kind: other, children: part, span }],
    );
    return { kind: kind as 'and' | 'or', children: children.length < 2 ? [first, first] : children, span };
  });

const sliceOf = ({ board, num }: APost) => `${board} ${Math.floor(num / SLICE_SIZE)}`;

test('no post that a query matches lies in a slice that the search leaves out', () => {
  let skipped = 0;
  fc.assert(
    fc.property(roots, fc.array(post, { minLength: 1, maxLength: 60 }), (root, posts) => {
      const { query, boards } = compiled(root);
      const slices = [...Map.groupBy(posts, sliceOf)].map(([key, held]): LiveSlice => {
        const [board = '', slice = ''] = key.split(' ');
        const times = held.map(({ time }) => time);
        const from = Number(slice) * SLICE_SIZE;
        return {
          board,
          index: key,
          slice: Number(slice),
          mappingVersion: 1,
          isRefilling: false,
          isShared: false,
          reach: {
            nums: { from, to: from + SLICE_SIZE - 1 },
            times: { from: Math.min(...times), to: Math.max(...times) },
          },
        };
      });
      const searched = slices.filter(({ board }) => boards?.includes(board) ?? true);
      const chosen = chooseIndices('', searched, reachOfRequest({ query }));
      const found = new Set((chosen?.slices ?? searched).map(({ index }) => index));
      skipped += searched.length - found.size;
      for (const one of posts) {
        if (!(boards?.includes(one.board) ?? true) || !matches(one, query)) continue;
        expect(found, JSON.stringify({ one, query })).toContain(sliceOf(one));
      }
    }),
    { numRuns: countOf(5_000, 1_000) },
  );
  expect(skipped).toBeGreaterThan(300);
});

const nums = (from: number, to: number) => ({ nums: { from, to } });
const times = (from: string | null, to: string | null) => ({
  times: { from: from === null ? -Infinity : Date.parse(from), to: to === null ? Infinity : Date.parse(to) },
});

describe('the reach of a query', () => {
  test.each([
    ['kernel', { nums: ANY, times: ANY, boards: null }],
    ['num:5', nums(5, 5)],
    ['num:5,9', nums(5, 9)],
    ['num:>=5 num:<9', nums(5, 8)],
    ['num:5 OR kernel', { nums: ANY }],
    ['num:5 OR (num:9 kernel)', nums(5, 9)],
    ['-num:5', { nums: ANY }],
    ['thread:5', { nums: ANY }],
    ['replies:5', { nums: ANY }],
    ['after:2019', times('2019-01-01', null)],
    ['before:2019 kernel', times(null, '2019-01-01')],
    ['during:2019', times('2019-01-01', '2020-01-01')],
    ['during:2018 OR during:2019-03', times('2018-01-01', '2019-04-01')],
    ['modified:2019', { times: ANY }],
    ['(board:g num:5) OR (board:ck num:7)', { ...nums(5, 7), boards: new Set(['g', 'ck']) }],
    ['quoted-by:ck/5', { ...nums(5, 6), boards: new Set(['ck']) }],
  ])('%s', (q, reach) => {
    expect(reachOf(compiled(parse(q).root).query)).toMatchObject(reach);
  });

  test.each([
    { range: { time_posted: { gte: '2019' } } },
    { range: { time_posted: { lte: '2019-03-05' } } },
    { range: { time_posted: { gte: 2019 } } },
    { range: { time_posted: { gte: 'now-7d' } } },
    { range: { time_posted: { gte: '2019-03-05T12:00:00.000Z', time_zone: '+02:00' } } },
    { terms: { num: { index: 'others', id: '1', path: 'nums' } } },
    { term: { num: 'five' } },
    { ids: { values: ['five'] } },
    { bool: { should: [{ term: { num: 5 } }], filter: [] as QueryContainer[], minimum_should_match: 0 } },
    { bool: { should: [{ term: { num: 5 } }], filter: [{ exists: { field: 'name' } }] } },
    { bool: { must_not: [{ term: { num: 5 } }] } },
  ] satisfies QueryContainer[])('has no bounds where Elasticsearch may read it otherwise: %j', (query) => {
    expect(reachOf(query)).toMatchObject({ nums: ANY, times: ANY });
  });
});

describe('the reach of a request', () => {
  const query = { term: { num: 5 } };
  const page = { query, sort: [{ time_posted: 'desc' as const }], search_after: [1_000], track_total_hits: false };

  test('ends at its cursor if it counts nothing', () => {
    expect(reachOfRequest(page).times).toEqual({ from: -Infinity, to: 1_000 });
    expect(reachOfRequest({ ...page, sort: [{ time_posted: 'asc' }] }).times).toEqual({ from: 1_000, to: Infinity });
  });

  test.each([
    { ...page, track_total_hits: true },
    { ...page, track_total_hits: 10_000 },
    { ...page, aggs: {} },
    { ...page, sort: [{ time_modified: 'desc' as const }, { time_posted: 'desc' as const }] },
    { ...page, search_after: [] },
  ])('does not end there otherwise: %j', (body) => {
    expect(reachOfRequest(body)).toMatchObject({ nums: { from: 5, to: 5 }, times: ANY });
  });

  test.each([{ suggest: {} }, { search_type: 'dfs_query_then_fetch' as const }])(
    'is everything if other indices change the answer: %j',
    (more) => {
      expect(reachOfRequest({ query, ...more }).nums).toEqual(ANY);
    },
  );
});
