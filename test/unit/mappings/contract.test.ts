import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { BoardList } from '../../../mappings/contract/board.ts';
import { Problem } from '../../../mappings/contract/problem.ts';
import { SearchAnswer } from '../../../mappings/contract/search.ts';
import { Thread } from '../../../mappings/contract/thread.ts';
import { reference, schemasPlugin } from '../../../server/http/plugins/schemas.ts';
import { presentHit } from '../../../server/search/present/present-hit.ts';
import { presentPost } from '../../../server/posts/present.ts';
import { emptyPost, fullPost } from '../server/posts.ts';

const MEDIA = 'http://media.example.org';
const posts = [presentPost(fullPost, MEDIA), presentPost(emptyPost, MEDIA)];
const plain = { id: 'g.1.0', key: { board: 'g', num: 1, subnum: 0 }, sortValues: [1, 2, 3] };
const marked = { ...plain, marked: { subject: 'a \uE000subject\uE001 "in" full' }, threadHits: 3 };
const hits = [
  presentHit({ hit: marked, post: fullPost, mediaUrl: MEDIA, threadSubject: 'thread ✓' }),
  presentHit({ hit: { ...plain, marked: {} }, post: emptyPost, mediaUrl: MEDIA, threadSubject: null }),
];
const answer: SearchAnswer = {
  hits,
  total: { value: 2, relation: 'about' },
  sort: 'relevance',
  group: 'thread',
  next: 'abc',
  previous: null,
  took_ms: 12.5,
  partial: false,
  source: 'elasticsearch',
  degraded: true,
};
const problem: Problem = {
  type: 'about:blank',
  title: 'Bad Request',
  status: 400,
  detail: 'A sentence.',
  code: 'quote_unclosed',
  error: 'A sentence.',
  request_id: 'x',
  position: { start: 0, end: 1 },
  suggestion: '""',
};

test.each([
  ['a thread', Thread, { board: 'g', num: 1, posts, rev: 9, source: 'postgres', degraded: false } satisfies Thread],
  ['a search answer', SearchAnswer, answer],
  [
    'boards',
    BoardList,
    {
      boards: [{ name: 'g', title: 'Technology', worksafe: true, posts: 1, last_post: null }],
      degraded: false,
    } satisfies BoardList,
  ],
  ['a problem', Problem, problem],
])('%s goes out whole: the serializer drops and changes nothing', async (_name, schema, value) => {
  const app = fastify();
  await app.register(schemasPlugin);
  app.get('/', { schema: { response: { 200: reference(schema) } } }, async () => value);
  const { body } = await app.inject('/');
  expect(body).toBe(JSON.stringify(value));
  await app.close();
});

test('a hit tells where in its subject the match is', () => {
  expect(hits[0]?.highlights).toEqual({ subject: [[2, 9]] });
});
