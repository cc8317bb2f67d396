/** Similar threads of captured boards against judgements of a person, compared with the subject alone and the words alone. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_SLICE_SIZE, sliceOf } from '../../../../mappings/board.ts';
import { givenArchive, givenServer, type GivenServer } from '../../../../test/integration/server/given-archive.ts';
import { useWorld } from '../../../../test/support/world.ts';
import type { SimilarThreads } from '../../contract/similar.ts';
import { JUDGED, TUNING, type Judgement } from '../fixtures/judged-threads.ts';
import { capturedThreads, hasCaptures } from '../support/captured-threads.ts';
import { rankBy, type Contender } from '../support/contenders.ts';
import { ndcgOf } from '../support/ndcg.ts';

const world = useWorld();
let server: GivenServer;
const threads = capturedThreads();

beforeAll(async () => {
  const archive = givenArchive(world());
  for (const [board, posts] of threads) {
    const id = await archive.board(board);
    const slices = new Set(posts.map(({ num }) => sliceOf(num, DEFAULT_SLICE_SIZE)));
    for (const slice of slices) await world().pool.query('select ensure_slice($1, $2)', [id, slice]);
    await archive.storeAndIndex(board, posts);
  }
  server = await givenServer(world(), { clock: () => new Date() });
});
afterAll(async () => server.close());

async function similarTo(board: string, num: number): Promise<readonly string[]> {
  const { body } = await server.get(`/api/v1/boards/${board}/threads/${num}/similar`);
  return (body as SimilarThreads).threads.map((found) => `${found.board}/${found.num}`);
}

/** Means over the judged threads. */
async function figuresOf(judged: Readonly<Record<string, Judgement>>) {
  const sums = { subject: 0, words: 0, similar: 0 };
  for (const [id, judgement] of Object.entries(judged)) {
    const [board = '', num] = id.split('/');
    const opener = threads.get(board)?.find((post) => post.num === Number(num));
    if (opener === undefined) throw new Error(`${id} is not captured`);
    const ranked = async (contender: Contender) => rankBy(contender, world(), board, opener);
    sums.subject += ndcgOf(judgement, await ranked('subject'));
    sums.words += ndcgOf(judgement, await ranked('words'));
    sums.similar += ndcgOf(judgement, await similarTo(board, opener.num));
  }
  const count = Object.keys(judged).length;
  const mean = (sum: number) => Math.round((1000 * sum) / count) / 1000;
  return { count, subject: mean(sums.subject), words: mean(sums.words), similar: mean(sums.similar) };
}

test.runIf(hasCaptures)('similar threads are better than those by the subject or by the words alone', async () => {
  const figures = await figuresOf(JUDGED);
  const tuned = await figuresOf(TUNING);
  process.stdout.write(`similar threads, nDCG@5: ${JSON.stringify({ figures, tuned })}\n`);
  expect(figures.count).toBe(60);
  for (const { similar, subject, words } of [figures, tuned]) {
    expect(similar).toBeGreaterThan(subject);
    expect(similar).toBeGreaterThan(words);
  }
});
