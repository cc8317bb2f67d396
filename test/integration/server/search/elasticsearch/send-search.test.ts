import { beforeAll, expect, test } from 'vitest';
import { createRequestContext } from '../../../../../server/limits/request-context.ts';
import {
  isPartial,
  searchTarget,
  sendSearch,
  totalHits,
} from '../../../../../server/search/elasticsearch/send-search.ts';
import { useWorld } from '../../../../support/world.ts';
import { givenArchive } from '../../given-archive.ts';

const world = useWorld();

beforeAll(async () => {
  const archive = givenArchive(world());
  for (const board of ['g', 'ck']) {
    await archive.board(board);
    await archive.index(board, archive.given(board, [{ num: 1, opener: true, comment: 'heron' }]));
  }
});

test.each([
  { boards: null, hits: 2 },
  { boards: ['g'], hits: 1 },
  { boards: ['g', 'without-posts'], hits: 1 },
  { boards: [], hits: 0 },
])('a search of the boards $boards finds $hits posts', async ({ boards, hits }) => {
  const context = { ...world(), timeoutMs: 20_000 };
  const body = { ...searchTarget(context, boards), query: { match_all: {} }, track_total_hits: true };
  const response = await sendSearch(context, body, createRequestContext());
  expect({ hits: totalHits(response), partial: isPartial(response) }).toEqual({ hits, partial: false });
});
