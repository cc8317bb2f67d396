import { beforeAll, describe, expect, test } from 'vitest';
import { createRequestContext } from '../../../../../server/limits/request-context.ts';
import { WEIGHTS, type RelevanceWeights } from '../../../../../server/search/plan/relevance.ts';
import { compile } from '../../../../../server/search/plan/compile.ts';
import { parse } from '../../../../../server/search/language/parse.ts';
import { NOTHING_RESOLVED } from '../../../../../server/search/plan/resolved-conditions.ts';
import { fetchHitPage, type HitPage } from '../../../../../server/search/execute/fetch-hits.ts';
import { CORPUS_NOW, judgedCorpus, type JudgedQuery } from '../../../../fixtures/relevance/corpus.ts';
import { figuresOf, meanOf, type Figures } from '../../../../fixtures/relevance/measure.ts';
import { useWorld } from '../../../../support/world.ts';
import { givenArchive } from '../../given-archive.ts';

/** The ranking's score when it was last improved. A change must not fall below it. */
const RECORDED: Figures = { precisionAt10: 1, precisionAtWanted: 0.985, reciprocalRank: 0.994, ndcgAt10: 0.995 };

const world = useWorld();
const { posts, queries } = judgedCorpus();
const BOARDS = [...new Set(posts.map(({ board }) => board))];

beforeAll(async () => {
  const archive = givenArchive(world());
  for (const board of BOARDS) {
    await archive.board(board);
    await archive.index(
      board,
      archive.given(
        board,
        posts.filter((post) => post.board === board),
      ),
    );
  }
});

async function ask(
  q: string,
  weights: RelevanceWeights,
  size = 10,
  after: readonly number[] | null = null,
  prefix: { readonly indexPrefix: string } = world(),
): Promise<HitPage> {
  const { root } = parse(q);
  const resolved = { ...NOTHING_RESOLVED, boards: BOARDS };
  const options = { sort: 'relevance', direction: 'forward', now: CORPUS_NOW, weights, resolved } as const;
  const context = { ...world(), indexPrefix: prefix.indexPrefix, timeoutMs: 20_000 };
  return fetchHitPage(context, { search: compile(root, options), after, size }, createRequestContext());
}

const idsOf = ({ hits }: HitPage) => hits.map(({ key }) => `${key.board}.${key.num}`);

async function measured(
  weights: RelevanceWeights,
): Promise<{ all: Figures; of: (flaw: JudgedQuery['flaw']) => Figures }> {
  const each: { query: JudgedQuery; figures: Figures }[] = [];
  for (const query of queries) each.push({ query, figures: figuresOf(query, idsOf(await ask(query.q, weights))) });
  return {
    all: meanOf(each.map(({ figures }) => figures)),
    of: (flaw) => meanOf(each.filter(({ query }) => query.flaw === flaw).map(({ figures }) => figures)),
  };
}

describe('best match first', () => {
  test('the judged corpus has enough posts, boards and queries, and contains the expected posts', async () => {
    expect(posts.length).toBeGreaterThanOrEqual(400);
    expect(BOARDS.length).toBeGreaterThanOrEqual(4);
    expect(queries.length).toBeGreaterThanOrEqual(60);
    for (const { q, wanted } of queries) {
      const found = idsOf(await ask(q, WEIGHTS, 200));
      expect(found, q).toEqual(expect.arrayContaining([...wanted]));
      expect(found.length, q).toBeGreaterThanOrEqual(wanted.size + 8);
    }
  });

  test('is not worse than recorded, by judged queries', async () => {
    const { all, of } = await measured(WEIGHTS);
    const flaws = (['aside', 'stale', 'scattered', 'buried', 'doubtful'] as const).map((flaw) => [flaw, of(flaw)]);
    process.stderr.write(`relevance ${JSON.stringify({ all, ...Object.fromEntries(flaws) })}\n`);
    expect(all.precisionAt10).toBeGreaterThanOrEqual(RECORDED.precisionAt10);
    expect(all.precisionAtWanted).toBeGreaterThanOrEqual(RECORDED.precisionAtWanted);
    expect(all.reciprocalRank).toBeGreaterThanOrEqual(RECORDED.reciprocalRank);
    expect(all.ndcgAt10).toBeGreaterThanOrEqual(RECORDED.ndcgAt10);
  });

  test.each([
    ['freshness', { ...WEIGHTS, freshness: 0 }, 'stale'],
    ['the weight of the subject', { ...WEIGHTS, subject: 1 }, 'aside'],
    ['the reward for neighbours', { ...WEIGHTS, nearness: 0 }, 'scattered'],
  ] as const)('is worse without %s', async (_name, weights, flaw) => {
    const [whole, without] = [await measured(WEIGHTS), await measured(weights)];
    process.stderr.write(`without ${_name}: ${JSON.stringify({ all: without.all, [flaw]: without.of(flaw) })}\n`);
    expect(without.of(flaw).precisionAtWanted).toBeLessThan(whole.of(flaw).precisionAtWanted);
    expect(without.all.precisionAtWanted).toBeLessThan(RECORDED.precisionAtWanted);
  });

  test('gives a post the same score whether boards have indices of their own or share one', async () => {
    const shared = { ...world(), indexPrefix: `${world().indexPrefix}one-` };
    const archive = givenArchive(shared);
    for (const board of BOARDS) await archive.board(board);
    await archive.index(
      'g',
      posts.flatMap((post) => archive.given(post.board, [post])),
    );
    for (const { q } of queries.slice(0, 40)) {
      const places = async (engine: { readonly indexPrefix: string }) =>
        (await ask(q, WEIGHTS, 30, null, engine)).hits.map(({ key, sortValues }) => [
          key.num,
          sortValues[0]?.toFixed(3),
        ]);
      expect(await places(shared), q).toEqual(await places(world()));
    }
  });
});
