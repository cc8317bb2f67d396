/** A few hostile queries of each kind from `test/faults/hostile-readers.ts`, which measures how long they take. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { costOf } from '../../../../server/limits/costs.ts';
import type { Problem } from '../../../../mappings/contract/problem.ts';
import { parse } from '../../../../server/search/language/parse.ts';
import { QueryError } from '../../../../server/search/language/query-error.ts';
import { seededRandom } from '../../../simulation/scheduler.ts';
import { hostileQueries } from '../../../support/hostile-queries.ts';
import { useWorld } from '../../../support/world.ts';
import { givenArchive, givenServer, type GivenServer } from '../given-archive.ts';

const world = useWorld();
let server: GivenServer;

const WORDS = ['the', 'of', 'and', 'to', 'in', 'is', 'it', 'that', 'bananas', 'for', 'with', 'this', 'not', 'cocoa'];
const QUERIES = hostileQueries(150, seededRandom(3));

beforeAll(async () => {
  const archive = givenArchive(world());
  const random = seededRandom(2);
  await archive.board('g');
  const posts = Array.from({ length: 400 }, (_, place) => ({
    num: 1 + place,
    thread: 1 + place - (place % 20),
    opener: place % 20 === 0,
    comment: Array.from({ length: 30 }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' '),
  }));
  await archive.storeAndIndex('g', posts);
  server = await givenServer(world());
});

afterAll(async () => {
  await server.close();
});

test('every hostile query is answered completely or refused with a reason', async () => {
  let answered = 0;
  for (const q of QUERIES) {
    const { status, body } = await server.search({ q });
    if (status === 200) {
      answered += 1;
      expect({ q, body }).toMatchObject({ q, body: { partial: false } });
    } else {
      expect({ q, status }).toEqual({ q, status: 400 });
      expect((body as Problem).code).toMatch(
        /^(query_too_complex|query_too_long|condition_too_wide|group_unclosed|prefix_short)$/,
      );
    }
  }
  expect(answered).toBeGreaterThan(QUERIES.length * 0.8);
});

test('most hostile queries cost far more than an ordinary search', () => {
  const costs = QUERIES.flatMap((q) => {
    try {
      return [costOf(parse(q))];
    } catch (error) {
      if (error instanceof QueryError) return [];
      throw error;
    }
  });
  expect(costs.filter((cost) => cost >= 4).length / costs.length).toBeGreaterThan(0.6);
});
