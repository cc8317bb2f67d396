import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SearchAnswer } from '../../../../mappings/contract/search.ts';
import { WORD_PAIRS, type WordPair } from '../../../fixtures/words/pairs.ts';
import { useWorld } from '../../../support/world.ts';
import { givenArchive, givenServer, type GivenServer } from '../given-archive.ts';

/** The fewest pairs of each kind for each script. */
const MIN_PAIRS = 12;
const SCRIPTS = [...new Set(WORD_PAIRS.map(({ script }) => script))];
const TEXTS = [...new Set(WORD_PAIRS.map(({ text }) => text))];
const numOf = (text: string) => TEXTS.indexOf(text) + 1;

const SUBJECT = { num: TEXTS.length + 1, comment: 'text', subject: 'The newReaderList 👍🏽 thread' };

const world = useWorld();
let server: GivenServer;

beforeAll(async () => {
  const archive = givenArchive(world());
  await archive.board('words');
  await archive.storeAndIndex('words', [...TEXTS.map((comment) => ({ num: numOf(comment), comment })), SUBJECT]);
  server = await givenServer(world());
});

afterAll(async () => server.close());

async function found({ query, text }: WordPair): Promise<SearchAnswer['hits']> {
  const { status, body } = await server.search({ q: `${query} num:${numOf(text)}` });
  expect({ status, body }).toMatchObject({ status: 200 });
  return (body as SearchAnswer).hits;
}

const printed = ({ query, text, origin }: WordPair) => `${query} in ${text} (${origin})`;

describe('pairs of a query and a text', () => {
  test('exist for every script', () => {
    const counts = SCRIPTS.flatMap((script) =>
      [true, false].map(
        (isFound) => WORD_PAIRS.filter((pair) => pair.script === script && pair.isFound === isFound).length,
      ),
    );
    expect(SCRIPTS).toHaveLength(19);
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(MIN_PAIRS);
  });

  test.each(SCRIPTS)('are found, with a mark, or not found as searchers expect: %s', async (script) => {
    const wrong = { missed: [] as string[], unmarked: [] as string[], found: [] as string[] };
    for (const pair of WORD_PAIRS.filter((one) => one.script === script)) {
      const [hit] = await found(pair);
      if (pair.isFound && hit === undefined) wrong.missed.push(printed(pair));
      if (pair.isFound && hit?.highlights.comment?.length === 0) wrong.unmarked.push(printed(pair));
      if (!pair.isFound && hit !== undefined) wrong.found.push(printed(pair));
    }
    expect(wrong).toEqual({ missed: [], unmarked: [], found: [] });
  });
});

test.each(['reader', '"new reader list"', '"the newreaderlist"', '👍', '👍🏽', '"👍🏽 thread"'])(
  'a subject is found, with a mark, by parts of its words: %s',
  async (query) => {
    for (const q of [query, `subject:${query}`]) {
      const { body } = await server.search({ q: `${q} num:${SUBJECT.num}` });
      expect((body as SearchAnswer).hits[0]?.highlights.subject, q).toHaveLength(1);
    }
  },
);
