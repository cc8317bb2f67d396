import { afterAll, beforeAll, expect, test } from 'vitest';
import { useWorld } from '../../../../support/world.ts';
import { givenArchive, givenConfig, givenServer, type GivenServer } from '../../given-archive.ts';

const world = useWorld();
let server: GivenServer;

/** Five threads about knots, three of them about sheet bends. The server's limit is three. */
beforeAll(async () => {
  const archive = givenArchive(world());
  await archive.board('g');
  await archive.board('ck');
  const posts = [1, 2, 3, 4, 5].flatMap((num) => [
    { num: num * 10, thread: num * 10, opener: true, subject: num <= 3 ? 'knot sheet bend' : 'knot' },
    { num: num * 10 + 1, thread: num * 10, opener: false, comment: 'reply' },
  ]);
  await archive.storeAndIndex('g', posts);
  await archive.storeAndIndex('ck', [{ num: 7, thread: 7, opener: true, subject: 'knot' }]);
  server = await givenServer(world(), { config: { ...givenConfig(world()), searchThreads: 3 } });
});

afterAll(async () => server.close());

const REFUSED = {
  status: 400,
  body: {
    code: 'condition_too_wide',
    detail: 'More than 3 threads have an opening post that matches this. Add board:, or another word in op.subject:.',
  },
};

test('a condition on more opening posts than the limit is refused with its position and a hint', async () => {
  const answer = await server.search({ q: 'reply op.subject:knot' });
  expect(answer).toMatchObject({ ...REFUSED, body: { ...REFUSED.body, position: { start: 6, end: 21 } } });
});

test.each([{ group: 'thread' }, { sort: 'relevance' }, { q: 'is:reply -op.subject:knot' }])(
  'is refused with %o too',
  async (parameters) => {
    expect(await server.search({ q: 'op.subject:knot', ...parameters })).toMatchObject(REFUSED);
  },
);

test.each(['facets', 'timeline', 'explain', 'export', 'feed.atom'])('is refused by /search/%s too', async (route) => {
  const url = `/api/v1/search/${route}?q=${encodeURIComponent('op.subject:knot')}`;
  const answer = await server.app.inject({ url });
  expect({ status: answer.statusCode, body: answer.json<unknown>() }).toMatchObject(REFUSED);
});

test.each([
  ['op.subject:"sheet bend" is:reply', ['g.31', 'g.21', 'g.11']],
  ['op.subject:knot board:ck', ['ck.7']],
])('%s, narrowed as the hint suggests, finds its posts', async (q, expected) => {
  const { status, body } = await server.search({ q, sort: 'new' });
  expect(status).toBe(200);
  const { hits } = body as { readonly hits: readonly { readonly board: string; readonly num: number }[] };
  expect(hits.map(({ board, num }) => `${board}.${num}`).toSorted()).toEqual(expected.toSorted());
});
